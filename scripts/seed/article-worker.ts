/** Makes articles beside the thread that writes them: their texts cost more than their rows. */
import { parentPort, workerData } from 'node:worker_threads'
import { articleMaker, type Ids } from './article.ts'
import { articleTableNames, type ArticleTable, copyTexts } from './article-copy.ts'
import type { SeedPlan } from './plan.ts'

export type Batch = { number: number; from: number; to: number }
export type Written = { number: number; texts: Record<ArticleTable, Uint8Array> }

const { plan, ids } = workerData as { plan: SeedPlan; ids: Ids }
const make = articleMaker(plan, ids)

parentPort?.on('message', ({ number, from, to }: Batch) => {
  const texts = copyTexts(
    (function* () {
      for (let n = from; n < to; n++) yield make(n)
    })(),
  )
  const bytes = Object.fromEntries(articleTableNames.map((name) => [name, new TextEncoder().encode(texts[name])]))
  parentPort?.postMessage(
    { number, texts: bytes },
    Object.values(bytes).map(({ buffer }) => buffer),
  )
})
