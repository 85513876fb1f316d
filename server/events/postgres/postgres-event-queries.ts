import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { escapeLike } from '../../db/list-page.ts'
import { SHOWN_FROM, type Period, type TermSums, type WeighedBuckets, type WeighedViews } from '../event-store.ts'

export const within = (time: unknown, { from, to }: Period) =>
  sql<boolean>`${time} >= ${from}::timestamptz and ${time} < ${to}::timestamptz`

export async function termSums(db: Db, period: Period): Promise<TermSums[]> {
  const { rows } = await sql<TermSums>`
    with searched as (
      select term, sum(searches) as searches, sum(no_results) as no_results from term_hour
      where ${within(sql.ref('hour'), period)} group by term
    ), clicked as (
      select term, sum(clicks) as clicks, sum(position_sum) as position_sum from term_click_hour
      where ${within(sql.ref('hour'), period)} group by term
    ), people as (
      select term, sum(searchers) as searchers from term_day
      where ${onDaysOf(period)} group by term
    )
    select term, searches::bigint, no_results::bigint as "noResults", coalesce(clicks, 0)::bigint as clicks,
      coalesce(position_sum, 0)::bigint as "positionSum", coalesce(searchers, 0)::bigint as searchers
    from searched left join clicked using (term) left join people using (term) order by term`.execute(db)
  return rows
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
export const onDaysOf = ({ from, to }: Period) =>
  sql<boolean>`day >= ${dayOf(from)}::date and day <= ${dayOf(new Date(to.getTime() - 1))}::date`

export async function weighedViews(
  db: Db,
  { minutes, hours }: WeighedBuckets,
  which: readonly string[] | number,
): Promise<Map<string, WeighedViews>> {
  const only = typeof which === 'number' ? sql`true` : sql`article = any(${which}::uuid[])`
  const { rows } = await sql<{ article: string; weighed: number; views: number }>`
    with weighed as (
      select article, views, views * weight as value from article_view_hour
      join unnest(${starts(hours)}::timestamptz[], ${[...hours.values()]}::float8[]) as bucket(hour, weight) using (hour) where ${only}
      union all
      select article, views, views * weight from article_view_minutes
      join unnest(${starts(minutes)}::timestamptz[], ${[...minutes.values()]}::float8[]) as bucket(at, weight) using (at) where ${only}
    )
    select article, sum(value) as weighed, sum(views)::int as views from weighed group by article order by sum(value) desc, article
    limit ${typeof which === 'number' ? which : null}`.execute(db)
  return new Map(rows.map(({ article, ...sums }) => [article, sums]))
}

const starts = (buckets: ReadonlyMap<number, number>) => [...buckets.keys()].map((ms) => new Date(ms))

/** So many rows are added up for the few terms that are shown; of one letter, there may be many more. */
const BEGINNING_ROWS = 5000

export async function termsBeginning(db: Db, beginning: string, period: Period, most: number): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from (
      select term, searchers from term_day
      where term like ${`${escapeLike(beginning)}%`} and searchers >= ${sql.lit(SHOWN_FROM)} and ${onDaysOf(period)}
      order by term, day limit ${BEGINNING_ROWS}
    ) as found group by term order by sum(searchers) desc, term limit ${most}`.execute(db)
  return rows.map(({ term }) => term)
}

export async function topReferrers(db: Db, articles: readonly string[], period: Period): Promise<Map<string, string>> {
  const { rows } = await sql<{ article: string; name: string }>`
    select distinct on (article) article, referrer as name from article_referrer_hour
    where article = any(${articles}::uuid[]) and ${within(sql.ref('hour'), period)}
    group by article, referrer order by article, sum(views) desc, referrer`.execute(db)
  return new Map(rows.map(({ article, name }) => [article, name]))
}

export async function topTerms(db: Db, articles: readonly string[], period: Period): Promise<Map<string, string>> {
  const { rows } = await sql<{ article: string; name: string }>`
    select distinct on (article) article, term as name from term_click_hour
    where article = any(${articles}::uuid[]) and ${within(sql.ref('hour'), period)}
      and term in (select term from term_day where searchers >= ${SHOWN_FROM} and ${onDaysOf(period)})
    group by article, term order by article, sum(clicks) desc, term`.execute(db)
  return new Map(rows.map(({ article, name }) => [article, name]))
}

export async function viewSeries(
  db: Db,
  articles: readonly string[],
  { from, to }: Period,
  step: 'minute' | 'hour',
): Promise<Map<string, number[]>> {
  const [table, time, ms] =
    step === 'minute' ? ['article_view_minutes', 'at', 60_000] : ['article_view_hour', 'hour', 3_600_000]
  const { rows } = await sql<{ article: string; at: string; views: number }>`
    select article, ${sql.ref(time)} as at, views from ${sql.table(table)}
    where article = any(${articles}::uuid[]) and ${within(sql.ref(time), { from, to })}`.execute(db)
  const length = Math.ceil((to.getTime() - from.getTime()) / ms)
  const series = new Map(articles.map((article) => [article, Array.from({ length }, () => 0)]))
  for (const { article, at, views } of rows)
    series.get(article)![Math.floor((Date.parse(at) - from.getTime()) / ms)] = views
  return series
}

export async function firstHour(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('articleViewHour').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  return row && new Date(row.hour)
}
