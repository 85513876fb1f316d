import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { SHOWN_FROM, type Period, type TermKeyDay, type TermKeySums, type TermOfKey } from '../event-store.ts'
import { onDaysOf, within } from './postgres-event-queries.ts'

const DAY = 86_400_000

/** Terms that enough visitors searched for on one of the days. */
const shown = (period: Period) => sql`
  select term from term_day where searchers >= ${SHOWN_FROM} and ${onDaysOf(period)}`

/** Whole days come from the counts by day, the ends of the period from those by hour. */
export async function keySums(db: Db, period: Period, which: readonly string[] | number): Promise<TermKeySums[]> {
  const first = Math.min(Math.ceil(period.from.getTime() / DAY) * DAY, period.to.getTime())
  const last = Math.max(Math.floor(period.to.getTime() / DAY) * DAY, first)
  const days = { from: new Date(first), to: new Date(last) }
  const only =
    typeof which === 'number'
      ? sql`key in (select key from reader_term where term in (${shown(period)}))`
      : sql`key = any(${which}::text[])`
  const columns = sql.raw('key, searches, no_results, clicks, position_sum, searchers, clickers')
  const { rows } = await sql<TermKeySums>`
    with part as (
      select ${columns} from term_key_hour
      where (${within(sql.ref('hour'), { ...period, to: days.from })} or ${within(sql.ref('hour'), { ...period, from: days.to })})
        and ${only}
      union all
      select ${columns} from term_key_day
      where day >= ${dayOf(days.from)}::date and day < ${dayOf(days.to)}::date and ${only}
    )
    select key, sum(searches)::bigint as searches, sum(no_results)::bigint as "noResults", sum(clicks)::bigint as clicks,
      sum(position_sum)::bigint as "positionSum", sum(searchers)::bigint as searchers, sum(clickers)::bigint as clickers
    from part group by key order by sum(searches) desc, key limit ${typeof which === 'number' ? which : null}`.execute(
    db,
  )
  return rows
}

export async function keysCountedSince(db: Db, since: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from term_key_day where counted_at >= ${since} limit ${most}`.execute(db)
  return rows.map(({ key }) => key)
}

/** By day: the figures of spellings are compared, never shown. */
export async function keyTerms(db: Db, keys: readonly string[], period: Period): Promise<TermOfKey[]> {
  const { rows } = await sql<TermOfKey>`
    select key, term, sum(searches)::bigint as searches, (array_agg(results order by day desc))[1] as results,
      max(last_at) as "lastAt", max(last_empty_at) as "lastEmptyAt", max(searchers) >= ${SHOWN_FROM} as "isShown"
    from reader_term join term_day using (term)
    where key = any(${keys}::text[]) and ${onDaysOf(period)} and last_at is not null
    group by key, term order by key, sum(searches) desc, term`.execute(db)
  return rows
}

export async function keyDays(db: Db, keys: readonly string[], period: Period): Promise<TermKeyDay[]> {
  const { rows } = await sql<TermKeyDay>`
    select day::text, sum(searches)::int as searches, sum(no_results)::int as "noResults", sum(clicks)::int as clicks
    from term_key_day where key = any(${keys}::text[]) and ${onDaysOf(period)} group by day order by day`.execute(db)
  return rows
}

export async function keyClicks(
  db: Db,
  keys: readonly string[],
  period: Period,
  most: number,
): Promise<{ article: string; clicks: number; positionSum: number }[]> {
  const { rows } = await sql<{ article: string; clicks: number; positionSum: number }>`
    select article, sum(clicks)::int as clicks, sum(position_sum)::int as "positionSum"
    from reader_term join term_click_hour using (term)
    where key = any(${keys}::text[]) and ${within(sql.ref('hour'), period)}
    group by article order by sum(clicks) desc, article limit ${most}`.execute(db)
  return rows
}

export async function firstSearch(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('termHour').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  return row && new Date(row.hour)
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
