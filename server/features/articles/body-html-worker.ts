/** Runs in a worker thread (body-html-pool.ts starts it): one task in, its result out. */
import { parentPort } from 'node:worker_threads'
import { textColumns, type TextColumns, type TextFields } from './article-text-rules.ts'
import { sanitizeBody } from './body-html.ts'

export type BodyTask = { sanitise: string } | { describe: TextFields }
export type BodyResult = string | TextColumns

const perform = (task: BodyTask): BodyResult =>
  'sanitise' in task ? sanitizeBody(task.sanitise) : textColumns(task.describe)

parentPort?.on('message', (task: BodyTask) => parentPort?.postMessage(perform(task)))
parentPort?.postMessage('ready')
