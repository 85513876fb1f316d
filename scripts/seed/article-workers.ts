import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Ids } from './article.ts'
import type { Batch, Written } from './article-worker.ts'
import type { SeedPlan } from './plan.ts'

const BATCH = 2000
const MOST_WORKERS = 8
/** Batches that wait to be written take memory. */
const AHEAD = 2

/** The articles of the plan as texts for COPY, batch by batch in order; made by several threads. */
export async function* articleTexts(plan: SeedPlan, ids: Ids): AsyncGenerator<Written & { done: number }> {
  const batches = Math.ceil(plan.articles / BATCH)
  // One thread writes, one process stores.
  const count = Math.max(1, Math.min(MOST_WORKERS, availableParallelism() - 1, batches))
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL('./article-worker.ts', import.meta.url), { workerData: { plan, ids } }),
  )
  const waiting = new Map<number, PromiseWithResolvers<Written>>()
  const slot = (number: number) => {
    const known = waiting.get(number) ?? Promise.withResolvers<Written>()
    waiting.set(number, known)
    return known
  }
  for (const worker of workers) {
    worker.on('message', (written: Written) => slot(written.number).resolve(written))
    worker.on('error', (error) => waiting.forEach(({ reject }) => reject(error)))
  }
  let asked = 0
  const ask = () => {
    if (asked >= batches) return
    const [number, from] = [asked, asked * BATCH]
    slot(number).promise.catch(() => undefined)
    const batch: Batch = { number, from, to: Math.min(from + BATCH, plan.articles) }
    workers[asked++ % count]!.postMessage(batch)
  }
  try {
    for (let n = 0; n < count * AHEAD; n++) ask()
    for (let number = 0; number < batches; number++) {
      const written = await slot(number).promise
      waiting.delete(number)
      ask()
      yield { ...written, done: Math.min((number + 1) * BATCH, plan.articles) }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
