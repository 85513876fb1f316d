import { sql, type Kysely } from 'kysely'
import { searchRankWindows } from '#contract/search-rank.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { EventStore } from '../../events/event-store.ts'
import { LOOKED_UP_MAX, rankSearches } from './search-rank-commands.ts'

const HOUR = 3_600_000
/** A roll-up that began before the last ranking may have been committed after it. */
const OVERLAP_MS = 120_000
/** When more keys changed, all are ranked. */
const CHANGED_MAX = 5000

/**
 * Brings the ranking up to date after a roll-up. Windows are full hours: all terms are ranked when an hour begins; within it
 * only those that were counted again, and gaps that an article may have filled since. The figures are the same either way.
 */
export async function refreshSearchRank(db: Kysely<Tables>, store: EventStore, now = new Date()): Promise<void> {
  const madeAt = await oldestList(db)
  const isSameHour = madeAt !== undefined && Math.floor(madeAt.getTime() / HOUR) === Math.floor(now.getTime() / HOUR)
  if (!isSameHour) return rankSearches(db, store, now)
  const since = new Date(madeAt.getTime() - OVERLAP_MS)
  const counted = await store.keysCountedSince(since, CHANGED_MAX + 1)
  if (counted.length > CHANGED_MAX) return rankSearches(db, store, now)
  const keys = new Set([...counted, ...(await pinnedKeys(db)), ...(await gapsSince(db, since))])
  return rankSearches(db, store, now, [...keys], true)
}

/** When the list that was made first was made; undefined while one is missing. */
async function oldestList(db: Db): Promise<Date | undefined> {
  const rows = await db.selectFrom('searchRankList').select('asOf').execute()
  if (rows.length < searchRankWindows.length) return undefined
  return new Date(Math.min(...rows.map(({ asOf }) => new Date(asOf).getTime())))
}

/** What is pinned may be taken down at any time. */
async function pinnedKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from search_rule where pins <> '{}'`.execute(db)
  return rows.map(({ key }) => key)
}

/** The gaps that are looked up in what is published; none where nothing was published since. */
async function gapsSince(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from (
      select key, row_number() over (partition by "window" order by no_results desc, key) as place
      from search_rank where 'no-results' = any(tabs)
    ) as gap where place <= ${LOOKED_UP_MAX} and exists (select from article_live where updated_at >= ${since})`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
