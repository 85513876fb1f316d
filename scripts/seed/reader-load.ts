import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import type { EventStore } from '../../server/events/event-store.ts'
import { rankHot } from '../../server/features/hot/hot-rank-commands.ts'
import { rankSearches } from '../../server/features/search-rank/search-rank-commands.ts'
import { searchForReaders } from '../../server/features/delivery/search-queries.ts'
import { DAY, type Say } from './plan.ts'
import { READER_DAYS, type ReadArticle, readersOf, searchedTerms } from './reader.ts'

const HOUR = 3_600_000
/** So many articles have readers: the newest. */
const READ_MAX = 400

/**
 * Thirty days of readers up to this full hour, counted and ranked. Does nothing where readers have been counted already.
 * @param wish `writers`: ids of the accounts whose articles are read
 * @returns how many events were written
 */
export async function loadReaders(
  db: Database['db'],
  store: EventStore,
  { seed, perDay, writers }: { seed: number; perDay: number; writers: readonly string[] },
  say: Say,
  signal?: AbortSignal,
): Promise<number> {
  const { rows } = await sql<{ filled: boolean }>`select exists (select from reader_hour) as filled`.execute(db)
  if (perDay === 0 || rows[0]?.filled) return 0
  await store.maintain()
  const articles = await readArticles(db, writers)
  const now = Date.now()
  const to = Math.floor(now / HOUR) * HOUR
  const from = Math.floor(to / DAY) * DAY - (READER_DAYS - 1) * DAY
  const results = await resultsNow(db)
  let written = 0
  for (let day = from; day < to; day += DAY) {
    if (signal?.aborted) return written
    const hours = Array.from({ length: 24 }, (_, n) => day + n * HOUR).filter((hour) => hour < to)
    const events = hours.flatMap((hour) => readersOf({ seed, perDay, from, to, articles, results }, hour))
    await store.append([{ id: undefined, events }])
    // Day by day: what is counted is no longer waiting.
    await store.rollUp()
    written += events.length
    say('Readers', day - from + DAY, READER_DAYS * DAY)
  }
  // Also as they were, so that there are ranks to compare with.
  for (const ago of [24 * HOUR, HOUR, 0]) await rankHot(db, store, new Date(now - ago))
  await rankSearches(db, store, new Date(now))
  return written
}

/** So the figures of a term agree with what a search for it finds. */
async function resultsNow(db: Database['db']): Promise<Map<string, number>> {
  const results = new Map<string, number>()
  for (const q of searchedTerms) results.set(q, (await searchForReaders(db, '', { q, limit: 1 })).total)
  return results
}

async function readArticles(db: Database['db'], writers: readonly string[]): Promise<ReadArticle[]> {
  const rows = await db
    .selectFrom('articleLive')
    .innerJoin('article', 'article.id', 'articleLive.articleId')
    .where(sql<boolean>`article.created_by = any(${writers}::uuid[])`)
    .select(['articleLive.articleId', 'articleLive.title', 'articleLive.publishedAt'])
    .orderBy('articleLive.publishedAt', 'desc')
    .orderBy('articleLive.articleId')
    .limit(READ_MAX)
    .execute()
  return rows.map(({ articleId, title, publishedAt }) => ({
    id: articleId,
    title,
    publishedAt: Date.parse(publishedAt),
  }))
}
