import { sql, type Kysely } from 'kysely'
import { SUGGESTIONS_MAX } from '#contract/reader-search.ts'
import { normaliseTerm } from '#contract/search-terms.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { searchRulesFor } from '../search-rules/search-rule-queries.ts'
import { escapeLike } from '../../db/list-page.ts'
import { findByHead, IS_VISIBLE, beginSearch } from './search-candidate-queries.ts'
import { relevanceScore } from './search-score-rules.ts'
import { withBeginnings } from './search-word-queries.ts'
import { wordingOf, type Wording } from './search-words-rules.ts'

const DAYS = 30
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Hidden ones among the first fall away. */
const TERMS_COMPARED = 3 * SUGGESTIONS_MAX

/** Terms that begin with what was typed and that enough readers searched for, and titles that have its words. */
export async function suggestionsFor(db: Kysely<Tables>, events: EventStore, q: string) {
  const now = Date.now()
  const period = { from: new Date(now - DAYS * DAY_MS), to: new Date(now) }
  const candidates = await events.termsBeginning(normaliseTerm(q), period, TERMS_COMPARED)
  const terms: string[] = []
  for (const term of candidates) {
    if (terms.length === SUGGESTIONS_MAX) break
    if (!(await searchRulesFor(db, term)).hidden) terms.push(term)
  }
  return { terms, titles: await titlesFor(db, q) }
}

/** So many titles that begin with a text are compared. */
const BEGINNING_MAX = 100

async function titlesFor(db: Kysely<Tables>, q: string) {
  const typed = wordingOf(q)
  if (!typed) return []
  return db.transaction().execute(async (trx) => {
    const top = await beginSearch(trx, undefined)
    if (top === undefined) return []
    const wordings: [Wording] = [await withBeginnings(trx, typed)]
    const score = relevanceScore(wordings, Math.floor(Date.now() / HOUR_MS))
    const sought = { wordings, conditions: [], byRow: IS_VISIBLE, score, top }
    const { rows: beginning } = await sql<{ doc: number; score: number }>`
      select doc, ${score} as score from reader_search where title like ${`${escapeLike(typed.text)}%`} and ${IS_VISIBLE}
      order by title limit ${BEGINNING_MAX}`.execute(trx)
    const scores = new Map([
      ...(await findByHead(trx, sought)),
      ...beginning.map((row) => [row.doc, row.score] as const),
    ])
    const best = [...scores].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, SUGGESTIONS_MAX)
    const { rows } = await sql<{ title: string; slug: string }>`
      select live.title, slug from unnest(${best.map(([doc]) => doc)}::bigint[]) with ordinality as wanted(doc, place)
      join reader_search using (doc) join article_live as live using (article_id) order by place`.execute(trx)
    return rows
  })
}
