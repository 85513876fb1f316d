/** Makes published articles and their rows of reader_search beside the thread that writes them. */
import { parentPort, workerData } from 'node:worker_threads'
import { articleMaker, type Ids, type Lexemes } from '../scripts/seed/article.ts'
import { articleTables } from '../scripts/seed/article-copy.ts'
import { copyLine } from '../scripts/seed/copy-text.ts'
import type { SeedPlan } from '../scripts/seed/plan.ts'
import { SEARCH_COLUMNS, searchRow } from './search-rows.ts'

export type SearchRowsPlan = {
  plan: SeedPlan
  ids: Ids
  names: Record<string, string>
  branches: Record<string, string[]>
}
/** Texts for COPY, and in how many of the articles each word of an alphabet is. */
export type SearchRows = { live: Uint8Array; rows: Uint8Array; words: [string, number][] }

const { plan, ids, ...known } = workerData as SearchRowsPlan
const make = articleMaker(plan, ids)
const IS_LEARNED = /^\p{L}{4,24}$/u
const DENSE = /[ぁ-ヿ㐀-鿿가-힣]/u

parentPort?.on('message', ([from, to]: [number, number]) => {
  const seen = new Map<string, number>()
  let [live, rows] = ['', '']
  for (let n = from; n < to; n++) {
    const made = make(n)
    if (!made.live || made.article['has_changes']) continue
    live += copyLine(made.live, articleTables.article_live)
    const row = searchRow(plan.seed, n, known, made.live, made.article['search_words'] as Lexemes)
    rows += copyLine(row, SEARCH_COLUMNS)
    for (const word of row.words.words)
      if (IS_LEARNED.test(word) && !DENSE.test(word)) seen.set(word, (seen.get(word) ?? 0) + 1)
  }
  const bytes = new TextEncoder()
  const done: SearchRows = { live: bytes.encode(live), rows: bytes.encode(rows), words: [...seen] }
  parentPort?.postMessage(done, [done.live.buffer, done.rows.buffer] as ArrayBuffer[])
})
