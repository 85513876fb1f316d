import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import type { EventStore } from '../../server/events/event-store.ts'
import { rankHot } from '../../server/features/hot/hot-rank-commands.ts'
import { rankSearches } from '../../server/features/search-rank/search-rank-commands.ts'
import { DAY, type Say } from './plan.ts'
import { READER_DAYS, type ReadArticle, readersOf } from './reader.ts'

const HOUR = 3_600_000
/** So many articles have readers: the newest. */
const READ_MAX = 400

/**
 * Thirty days of readers up to this full hour, counted and ranked. Does nothing where readers have been counted already.
 * @returns how many events were written
 */
export async function loadReaders(
  db: Database['db'],
  store: EventStore,
  { seed, perDay }: { seed: number; perDay: number },
  say: Say,
  signal?: AbortSignal,
): Promise<number> {
  const { rows } = await sql<{ filled: boolean }>`select exists (select from reader_hour) as filled`.execute(db)
  if (perDay === 0 || rows[0]?.filled) return 0
  await store.maintain()
  const articles = await readArticles(db)
  const now = Date.now()
  const to = Math.floor(now / HOUR) * HOUR
  const from = Math.floor(to / DAY) * DAY - (READER_DAYS - 1) * DAY
  let written = 0
  for (let day = from; day < to; day += DAY) {
    if (signal?.aborted) return written
    const hours = Array.from({ length: 24 }, (_, n) => day + n * HOUR).filter((hour) => hour < to)
    const events = hours.flatMap((hour) => readersOf({ seed, perDay, from, to, articles }, hour))
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

async function readArticles(db: Database['db']): Promise<ReadArticle[]> {
  const rows = await db
    .selectFrom('articleLive')
    .select(['articleId', 'title', 'publishedAt'])
    .orderBy('publishedAt', 'desc')
    .orderBy('articleId')
    .limit(READ_MAX)
    .execute()
  return rows.map(({ articleId, title, publishedAt }) => ({
    id: articleId,
    title,
    publishedAt: Date.parse(publishedAt),
  }))
}
