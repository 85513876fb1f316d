/**
 * `npm run bench:search-rank -- [--rows 10000,100000,1000000]`: what the search ranking costs over so many rows of the roll-up
 * by day, in a throwaway PostgreSQL: ranking all terms, ranking those that changed within the hour, and each read of a screen.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { searchRankTabs } from '#contract/search-rank-tabs.ts'
import { searchRankWindows } from '#contract/search-rank.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { createPostgresEvents } from '../server/events/postgres/postgres-events.ts'
import { rankSearches } from '../server/features/search-rank/search-rank-commands.ts'
import { listSearchRank, searchRankAsOf } from '../server/features/search-rank/search-rank-queries.ts'
import { refreshSearchRank } from '../server/features/search-rank/search-rank-refresh-commands.ts'
import { findSearchTerm } from '../server/features/search-rank/search-term-queries.ts'
import { figuresOf } from './measure.ts'
import { readArguments } from '../scripts/read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run bench:search-rank -- [options]',
  about: 'What the search ranking costs, in a PostgreSQL of its own.',
  options: {
    rows: { type: 'string', default: '10000,100000,1000000', value: 'N,N', about: 'rows of the roll-up by day' },
  },
})
const sizes = values.rows.split(',').map(Number)
const ROUNDS = 40
/** Terms that were searched for since the last minute. */
const CHANGED = 500
/** Sees every draft. */
const viewer = { id: randomUUID(), role: 'administrator' } as const
/** Days of each term. */
const DAYS = 20
const HOUR = 3_600_000
const now = new Date(Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2)

for (const rows of sizes) await measure(rows)

async function measure(rows: number) {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings: { fsync: 'off' } })
  const { db, close } = createDatabase({ ...postgres.connection, statement_timeout: 0 })
  try {
    await migrate(db)
    await fill(rows)
    const store = createPostgresEvents(db)
    const all = await timed(async () => () => rankSearches(db, store, now))
    const part = await timed(async (round) => {
      await sql`update term_key_day set counted_at = now() - interval '1 day' where counted_at > now() - interval '1 day'`.execute(
        db,
      )
      await sql`update term_key_day set counted_at = now() where day = (select max(day) from term_key_day) and key in (
        select 'term ' || n from generate_series(${round * CHANGED}::int + 1, ${(round + 1) * CHANGED}::int) as n)`.execute(
        db,
      )
      return () => refreshSearchRank(db, store, new Date(now.getTime() + round * 1000))
    })
    const list = await timed(async (round) => {
      const [tab, window] = [searchRankTabs[round % searchRankTabs.length]!, searchRankWindows[round % 3]!]
      const query = { tab, window, hidden: false, sort: '-searches', page: 1 + (round % 3), pageSize: 25 } as const
      return async () => void [await searchRankAsOf(db, window), await listSearchRank(db, query, viewer)]
    }, ROUNDS)
    const term = await timed(
      async (round) => async () =>
        void (await findSearchTerm(db, store, { term: `term ${1 + round * 7}`, window: '30d', viewer })),
      ROUNDS,
    )
    print(rows, { all, part, list, term })
  } finally {
    await close()
    await postgres.stop()
    for (const path of [postgres.location, folder]) rmSync(path, { recursive: true, force: true })
  }

  async function fill(count: number) {
    const terms = Math.ceil(count / DAYS)
    await sql`create temporary table made as select 'term ' || n as term, day::date as day,
        greatest(3, (2000 / (1 + n / 40.0))::int) as searchers, n
      from generate_series(1, ${terms}::int) as n,
        generate_series(${now}::timestamptz - ${`${DAYS - 1} days`}::interval, ${now}::timestamptz, interval '1 day') as day`.execute(
      db,
    )
    await sql`insert into reader_term (term, key) select distinct term, term from made`.execute(db)
    await sql`insert into term_day (day, term, searchers, searches, results, last_at, last_empty_at)
      select day, term, searchers, searchers * 2, case when n % 10 = 0 then 0 else 12 end, day, case when n % 10 = 0 then day end from made`.execute(
      db,
    )
    await sql`insert into term_key_day (day, key, searches, no_results, clicks, position_sum, searchers, clickers, counted_at)
      select day, term, searchers * 2, case when n % 10 = 0 then searchers * 2 else 0 end, searchers, searchers * 3, searchers,
        searchers / 2, now() - interval '1 day' from made`.execute(db)
    await sql`insert into term_key_hour (hour, key, searches, no_results, clicks, position_sum, searchers, clickers)
      select date_trunc('hour', ${now}::timestamptz), term, searchers, 0, 1, 3, searchers, 1 from made where day = ${now}::timestamptz::date`.execute(
      db,
    )
    await sql`insert into term_hour (hour, term, searches, no_results, results) select day - interval '60 days', term, 1, 0, 1
      from made limit 1`.execute(db)
    for (const table of ['reader_term', 'term_day', 'term_key_day', 'term_key_hour'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}

type Work = () => Promise<unknown>

/** @param prepare makes what is timed */
async function timed(prepare: (round: number) => Promise<Work>, rounds = 5) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const work = await prepare(round)
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return figuresOf(times)
}

function print(rows: number, figures: Record<string, { p50: number; p95: number }>) {
  const cells = Object.entries(figures).map(([name, { p50, p95 }]) => `${name} ${p50.toFixed(1)} / ${p95.toFixed(1)}`)
  console.log(`${rows.toLocaleString('en')} rows: p50 / p95 in ms: ${cells.join(' · ')}`)
}
