import { Worker } from 'node:worker_threads'
import { pickFields } from '#contract/article-fields.ts'
import { limitConcurrency } from '../../http/concurrency-limit.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { textColumns, textFields, type TextColumns, type TextFields } from './article-text-rules.ts'
import { sanitizeBody } from './body-html.ts'
import type { BodyResult, BodyTask } from './body-html-worker.ts'

/** The body took longer to sanitise than any real article does. Answered as 400 `invalid_input` on `body`. */
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

type Job = { task: BodyTask; limitMs: number; resolve: (result: BodyResult) => void; reject: (error: Error) => void }
type Bench = { worker: Worker; ready: boolean; job: Job | undefined; timer: NodeJS.Timeout | undefined }

const benches: Bench[] = []
const waiting: Job[] = []

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
 * Counts the words and finds the search terms of an article: of a long one in a worker, before any body that waits to be
 * sanitised, since a transaction may be open meanwhile.
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

function perform(task: BodyTask, limitMs: number): Promise<BodyResult> {
  return new Promise((resolve, reject) => {
    if (waiting.length >= MOST_WAITING) return reject(new ProblemError('busy', { retryAfter: 5 }))
    const job: Job = { task, limitMs, resolve, reject }
    if ('describe' in task) waiting.unshift(job)
    else waiting.push(job)
    if (benches.length < WORKERS && !benches.some((bench) => bench.ready && !bench.job)) benches.push(startWorker())
    dispatch()
  })
}

function startWorker(): Bench {
  const worker = new Worker(new URL('./body-html-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const bench: Bench = { worker, ready: false, job: undefined, timer: undefined }
  worker.on('message', (result: BodyResult) => {
    const job = finish(bench)
    if (bench.ready) job?.resolve(result)
    bench.ready = true
    dispatch()
  })
  // Out of memory, or our own terminate(): the job is refused, the next one gets a new worker.
  worker.on('error', () => close(bench))
  worker.on('exit', () => close(bench))
  return bench
}

function dispatch() {
  for (const bench of benches) {
    if (!bench.ready || bench.job) continue
    const job = waiting.shift()
    if (!job) {
      bench.worker.unref()
      continue
    }
    bench.worker.ref()
    bench.job = job
    bench.timer = setTimeout(() => close(bench), job.limitMs)
    bench.worker.postMessage(job.task)
  }
}

function finish(bench: Bench): Job | undefined {
  clearTimeout(bench.timer)
  const { job } = bench
  bench.job = undefined
  return job
}

function close(bench: Bench) {
  const at = benches.indexOf(bench)
  if (at < 0) return
  benches.splice(at, 1)
  const failed = bench.ready ? finish(bench) : waiting.shift()
  failed?.reject(new BodyTooComplexError('the body is too deeply nested or too tangled to be sanitised in time'))
  void bench.worker.terminate()
  if (waiting.length) benches.push(startWorker())
}
