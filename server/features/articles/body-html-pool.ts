import { Worker } from 'node:worker_threads'
import { sanitizeBody } from './body-html.ts'

/** The body took longer to sanitise than any real article does. Answered as 400 `invalid_input` on `body`. */
export class BodyTooComplexError extends Error {
  override readonly name = 'BodyTooComplexError'
}

const WORKERS = 2
const LIMIT_MS = 2_000
const MOST_WAITING = 200
/** Below this size even hostile input costs a few milliseconds, less than the way to a worker and back. */
const SMALL = 20_000

type Job = { html: string; limitMs: number; resolve: (html: string) => void; reject: (error: Error) => void }
type Bench = { worker: Worker; ready: boolean; job: Job | undefined; timer: NodeJS.Timeout | undefined }

const benches: Bench[] = []
const waiting: Job[] = []

/** Sanitises in this thread when small, else in a worker with a time limit. Throws BodyTooComplexError. */
export async function cleanBody(html: string): Promise<string> {
  return html.length <= SMALL ? sanitizeBody(html) : sanitizeBodyInWorker(html)
}

/** Sanitises in one of two worker threads, so that hostile input cannot stall the server. Throws BodyTooComplexError. */
export function sanitizeBodyInWorker(html: string, { limitMs = LIMIT_MS } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    if (waiting.length >= MOST_WAITING)
      return reject(new BodyTooComplexError('too many bodies are waiting to be sanitised'))
    waiting.push({ html, limitMs, resolve, reject })
    if (benches.length < WORKERS && !benches.some((bench) => bench.ready && !bench.job)) benches.push(openBench())
    handOut()
  })
}

function openBench(): Bench {
  const worker = new Worker(new URL('./body-html-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const bench: Bench = { worker, ready: false, job: undefined, timer: undefined }
  worker.on('message', (html: string) => {
    const job = finish(bench)
    if (bench.ready) job?.resolve(html)
    bench.ready = true
    handOut()
  })
  // Out of memory, or our own terminate(): the job is refused, the next one gets a new worker.
  worker.on('error', () => close(bench))
  worker.on('exit', () => close(bench))
  return bench
}

function handOut() {
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
    bench.worker.postMessage(job.html)
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
  if (waiting.length) benches.push(openBench())
}
