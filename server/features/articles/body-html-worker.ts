/** Runs in a worker thread (body-html-pool.ts starts it): one task in, its result out. */
import { parentPort } from 'node:worker_threads'
import { captureConsole } from '../../http/log-lines.ts'
import { textColumns, type TextColumns, type TextFields } from './article-text-rules.ts'
import { sanitizeBody } from './body-html.ts'

captureConsole()

export type BodyTask = { sanitise: string } | { describe: TextFields }
export type BodyResult = string | TextColumns
/** Sent before the work begins, so that the time limit counts neither the queue nor the start of the thread. */
export type Started = { started: number }

export function perform({ id, task }: { id: number; task: BodyTask }): BodyResult {
  parentPort?.postMessage({ started: id } satisfies Started)
  return 'sanitise' in task ? sanitizeBody(task.sanitise) : textColumns(task.describe)
}
