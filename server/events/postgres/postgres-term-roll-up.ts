import { sql, type RawBuilder } from 'kysely'
import { termKey } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'
import { REPEAT_MINUTES } from '../event-store.ts'

/**
 * Events of this time, without those that the same visitor repeats within half an hour. An ad that was delivered with a token
 * counts once for it, also for a visitor whose key has changed since.
 */
export const countedEvents = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, which = sql<boolean>`true`) => sql`
  select * from (
    select *, lag(at) over (partition by kind, case when impression is null then visitor end, article, term,
      ad, placement, impression order by at) as before
    from reader_event
    where at >= ${from} - make_interval(mins => ${REPEAT_MINUTES}) and at < ${to} and ${which}
  ) as event
  where at >= ${from} and (before is null or at - before >= make_interval(mins => ${REPEAT_MINUTES}))`

/**
 * Counts the terms of this hour by key, for all hours of its day: a search now moves its reader out of the hour in which he
 * searched before. term_hour and term_click_hour have this hour already.
 */
export async function countTermKeys(trx: Db, hour: Date): Promise<void> {
  await writeKeys(trx, hour)
  const day = `${hour.toISOString().slice(0, 10)}T00:00:00Z`
  const { rows } = await sql<{ key: string }>`
    select key from term_hour join reader_term using (term) where hour = ${hour}
    union select key from term_click_hour join reader_term using (term) where hour = ${hour}
    union select key from term_key_hour where hour = ${hour}`.execute(trx)
  if (rows.length === 0) return
  const keys = rows.map(({ key }) => key)
  const [from, to] = [sql`${day}::timestamptz`, sql`${day}::timestamptz + interval '1 day'`]
  const ofKeys = sql<boolean>`kind in (2, 3) and term in (select term from reader_term where key = any(${keys}::text[]))`
  await sql`delete from term_key_hour where hour >= ${from} and hour < ${to} and key = any(${keys}::text[])`.execute(
    trx,
  )
  await sql`insert into term_key_hour (hour, key, searches, no_results, clicks, position_sum, searchers, clickers)
    with counted as materialized (
      select event.*, key, date_trunc('hour', at, 'UTC') as hour
      from (${countedEvents(from, to, ofKeys)}) as event join reader_term using (term)
    ), last as (
      select key, visitor, kind, max(hour) as hour from counted group by key, visitor, kind
    ), part as (
      select hour, key, count(*) filter (where kind = 2) as searches,
        count(*) filter (where kind = 2 and results = 0) as no_results, count(*) filter (where kind = 3) as clicks,
        coalesce(sum("position") filter (where kind = 3), 0) as position_sum, 0 as searchers, 0 as clickers
      from counted group by hour, key
      union all
      select hour, key, 0, 0, 0, 0, count(*), 0 from last where kind = 2 group by hour, key
      union all
      select least(searched.hour, clicked.hour), key, 0, 0, 0, 0, 0, count(*)
      from last as searched join last as clicked using (key, visitor)
      where searched.kind = 2 and clicked.kind = 3 group by 1, key
    )
    select hour, key, sum(searches), sum(no_results), sum(clicks), sum(position_sum), sum(searchers), sum(clickers)
    from part group by hour, key`.execute(trx)
  await sql`delete from term_key_day where day = ${day.slice(0, 10)}::date and key = any(${keys}::text[])`.execute(trx)
  await sql`insert into term_key_day (day, key, searches, no_results, clicks, position_sum, searchers, clickers)
    select ${day.slice(0, 10)}::date, key, sum(searches), sum(no_results), sum(clicks), sum(position_sum), sum(searchers),
      sum(clickers)
    from term_key_hour where hour >= ${from} and hour < ${to} and key = any(${keys}::text[]) group by key`.execute(trx)
}

/** What makes variants one is a rule of the contract, so keys are made here and not in SQL. */
async function writeKeys(trx: Db, hour: Date): Promise<void> {
  const { rows } = await sql<{ term: string }>`
    select term from (
      select term from term_hour where hour = ${hour} union select term from term_click_hour where hour = ${hour}
    ) as given where not exists (select from reader_term where reader_term.term = given.term)`.execute(trx)
  if (rows.length === 0) return
  const terms = rows.map(({ term }) => term).toSorted()
  await sql`insert into reader_term (term, key)
    select * from unnest(${terms}::text[], ${terms.map(termKey)}::text[]) on conflict do nothing`.execute(trx)
}
