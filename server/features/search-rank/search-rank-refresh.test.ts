import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { refreshSearchRank } from './search-rank-refresh-commands.ts'
import { rankSearches } from './search-rank-commands.ts'
import { createSearches } from './testing/searches.ts'

const { db, store, search, list, item, createArticle } = await createSearches()
const HOUR = 3_600_000
/** The middle of an hour that is over: what is searched in it and ranked by it does not depend on when the test runs. */
const now = new Date(Math.floor(Date.now() / HOUR) * HOUR - HOUR / 2)
const minutesAgo = (before: number) => Math.round((Date.now() - now.getTime()) / 60_000) + before
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const rows = () => db.selectFrom('searchRank').selectAll().orderBy('window').orderBy('key').execute()
const written = async () => {
  const { rows: found } = await sql<{ term: string; at: string }>`
    select term, string_agg(xmin::text, ' ' order by "window") as at from search_rank group by term`.execute(db)
  return new Map(found.map(({ term, at }) => [term, at]))
}
async function refresh(at: Date) {
  await store.rollUp()
  await refreshSearchRank(db, store, at)
}

it('within an hour only terms that were counted again are written, and the figures are those of a whole ranking', async () => {
  await search('kayak', { readers: 5, minutesAgo: minutesAgo(60 * 50) })
  await search('paddle', { readers: 4, minutesAgo: minutesAgo(10) })
  await refresh(now)
  // So that what was counted for the first ranking is long past.
  await sql`update term_key_day set counted_at = counted_at - interval '1 day'`.execute(db)
  const before = await written()

  await search('paddle', { readers: 3, from: 20, minutesAgo: minutesAgo(5) })
  await sql`update search_rank_list set as_of = ${now}`.execute(db)
  await refresh(minutesLater(10))
  const after = await written()
  expect(after.get('kayak')).toBe(before.get('kayak'))
  expect(after.get('paddle')).not.toBe(before.get('paddle'))
  expect(await item('paddle')).toMatchObject({ searches: 7, searchers: 7 })
  expect((await list()).asOf).toBe(minutesLater(10).toISOString())

  const refreshed = await rows()
  await rankSearches(db, store, minutesLater(10))
  expect(refreshed).toEqual(await rows())
})

it('a gap leaves as soon as an article for it is published', async () => {
  await search('gondola', { readers: 4, results: 0, minutesAgo: minutesAgo(3) })
  await refresh(minutesLater(11))
  expect((await item('gondola', 'tab=no-results&pageSize=100'))?.tabs).toContain('no-results')
  await createArticle({ title: 'A gondola', status: 'published' })
  await sql`update term_key_day set counted_at = counted_at - interval '1 day'`.execute(db)
  await refresh(minutesLater(12))
  expect(await item('gondola', 'tab=no-results&pageSize=100')).toBeUndefined()
})

it('when an hour begins, what left the window is gone', async () => {
  const old = await item('kayak', 'window=7d&pageSize=100')
  expect(old).toMatchObject({ searches: 5 })
  await refresh(new Date(now.getTime() + 8 * 24 * HOUR))
  expect(await item('kayak', 'window=7d&pageSize=100')).toBeUndefined()
})
