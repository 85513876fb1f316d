import { Piscina } from 'piscina'
import { pickFields } from '#contract/article-fields.ts'
import { limitConcurrency } from '../../http/concurrency-limit.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { textColumns, textFields, type TextColumns, type TextFields } from './article-text-rules.ts'
import { sanitizeBody } from './body-html.ts'
import type { BodyResult, BodyTask, Started } from './body-html-worker.ts'

/** Sanitising the body took more time or memory than any real article does. Answered as 400 `html_too_complex`. */
export class BodyTooComplexError extends Error {
  override readonly name = 'BodyTooComplexError'
}

const WORKERS = 2
const LIMIT_MS = 2_000
const MOST_WAITING = 200
/** Below this size even hostile input costs a few milliseconds, less than the way to a worker and back. */
const SMALL = 20_000

const DESCRIBE_MS = 10_000
/** A body that takes all of its time holds a worker for two seconds: one person never has both, nor a long queue. */
const sanitizeLimited = limitConcurrency({
  total: WORKERS,
  perPerson: 1,
  waiting: 100,
  waitingPerPerson: 4,
  waitMs: 8000,
  retryAfter: 3,
})

/**
 * Sanitises in this thread when small, else in a worker with a time limit.
 * @param person whose body it is: theirs are sanitised one after the other
 * @throws BodyTooComplexError; ProblemError busy when this person, or everybody together, has too many waiting
 */
export async function cleanBody(html: string, person = ''): Promise<string> {
  return html.length <= SMALL ? sanitizeBody(html) : sanitizeLimited(person, () => sanitizeBodyInWorker(html))
}

/** Sanitises in one of two worker threads, so that hostile input cannot stall the server. Throws BodyTooComplexError. */
export const sanitizeBodyInWorker = async (html: string, { limitMs = LIMIT_MS } = {}): Promise<string> =>
  (await perform({ sanitise: html }, limitMs)) as string

/**
 * Counts the words and finds the search terms of an article: of a long one in a worker. Bodies that wait to be sanitised
 * wait in `sanitizeLimited`, not in the pool, so this one, which may hold a transaction open, goes first.
 * @throws ProblemError busy
 */
export async function describeText(content: TextFields): Promise<TextColumns> {
  const fields = pickFields(content, textFields)
  if (fields.body.length <= SMALL) return textColumns(fields)
  try {
    return (await perform({ describe: fields }, DESCRIBE_MS)) as TextColumns
  } catch (error) {
    throw error instanceof BodyTooComplexError ? new ProblemError('busy', { retryAfter: 5 }) : error
  }
}

type PoolTask = { id: number; task: BodyTask }
let pool: Piscina<PoolTask, BodyResult> | undefined
let lastId = 0
/** The tasks that run or wait, by id: what to do when a thread begins the task. */
const onStart = new Map<number, () => void>()

function openPool() {
  const opened = new Piscina<PoolTask, BodyResult>({
    filename: new URL('./body-html-worker.ts', import.meta.url).href,
    name: 'perform',
    // Piscina replaces an ended thread at once only up to the minimum; below it, waiting tasks would not be started.
    minThreads: WORKERS,
    maxThreads: WORKERS,
    // An idle thread that blocks in Atomics.wait does not flush its log lines.
    atomics: 'disabled',
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  opened.on('message', ({ started }: Started) => onStart.get(started)?.())
  // Emitted for a thread that fails between two tasks; Piscina replaces it.
  opened.on('error', (error) => console.error(error))
  return opened
}

async function perform(task: BodyTask, limitMs: number): Promise<BodyResult> {
  // Piscina's own `maxQueue` does not count tasks that have a signal.
  if (onStart.size >= WORKERS + MOST_WAITING) throw new ProblemError('busy', { retryAfter: 5 })
  pool ??= openPool()
  const id = ++lastId
  const limit = new AbortController()
  let timer: NodeJS.Timeout | undefined
  onStart.set(id, () => (timer = setTimeout(() => limit.abort(), limitMs)))
  try {
    return await pool.run({ id, task }, { signal: limit.signal })
  } catch (error) {
    if (!limit.signal.aborted && !isOutOfMemory(error)) throw error
    throw new BodyTooComplexError('the body is too deeply nested or too tangled to be sanitised in time')
  } finally {
    clearTimeout(timer)
    onStart.delete(id)
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
