import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { MINUTES_KEPT_DAYS } from '../event-store.ts'
import { countAds, countDevices } from './postgres-ad-roll-up.ts'
import { countedEvents, countTermKeys } from './postgres-term-roll-up.ts'

/**
 * Counts one hour from its raw events and replaces what was counted of it before. An event counts when the same visitor did
 * not do the same within the half hour before it: a rule that asks for nothing but the events themselves, so counting again
 * gives the same figures in whatever order they arrived.
 */
export async function countHour(trx: Db, hour: Date): Promise<void> {
  const [from, to] = [sql`${hour}::timestamptz`, sql`${hour}::timestamptz + interval '1 hour'`]
  // Sorted once for all counts: with a million events in an hour that is what costs time.
  await sql`create temporary table counted_event on commit drop as ${countedEvents(from, to)}`.execute(trx)
  for (const table of ['article_view_hour', 'article_referrer_hour', 'term_hour', 'term_click_hour'])
    await sql`delete from ${sql.table(table)} where hour = ${hour}`.execute(trx)
  await sql`insert into article_view_hour (hour, article, views, visitors)
    select ${hour}::timestamptz, article, count(*), count(distinct visitor) from counted_event
    where kind = 1 group by article`.execute(trx)
  await sql`delete from article_view_minutes where at >= ${hour} and at < ${hour}::timestamptz + interval '1 hour'`.execute(
    trx,
  )
  await sql`insert into article_view_minutes (at, article, views)
    select date_trunc('minute', at), article, count(*) from counted_event
    where kind = 1 and at > now() - make_interval(days => ${MINUTES_KEPT_DAYS}) group by 1, 2`.execute(trx)
  await sql`insert into article_referrer_hour (hour, article, referrer, views)
    select ${hour}::timestamptz, article, referrer, count(*) from counted_event
    where kind = 1 and referrer <> '' group by article, referrer`.execute(trx)
  await sql`insert into term_hour (hour, term, searches, no_results, results)
    select ${hour}::timestamptz, term, count(*), count(*) filter (where results = 0), (array_agg(results order by at desc, results desc))[1]
    from counted_event where kind = 2 group by term`.execute(trx)
  await sql`insert into term_click_hour (hour, term, article, clicks, position_sum)
    select ${hour}::timestamptz, term, article, count(*), sum("position") from counted_event
    where kind = 3 group by term, article`.execute(trx)
  await countDevices(trx, hour)
  await countAds(trx, hour)
  await countSearchers(trx, hour)
  await countTermKeys(trx, hour)
}

/** Counts the searchers of this hour's terms for its whole day: a visitor's key is the same all day and never again. */
async function countSearchers(trx: Db, hour: Date): Promise<void> {
  const day = hour.toISOString().slice(0, 10)
  await sql`insert into term_day (day, term, searchers, searches, results, last_at, last_empty_at)
    select ${day}::date, term, count(distinct visitor), count(*), (array_agg(results order by at desc, results desc))[1], max(at),
      max(at) filter (where results = 0)
    from reader_event
    where kind = 2 and at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
      and term in (select term from term_hour where hour = ${hour})
    group by term
    on conflict (day, term) do update set searchers = excluded.searchers, searches = excluded.searches,
      results = excluded.results, last_at = excluded.last_at, last_empty_at = excluded.last_empty_at`.execute(trx)
}
