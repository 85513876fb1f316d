import type { ArticleViews, Period, TermSums, WeighedBuckets, WeighedViews } from '../event-store.ts'
import { SHOWN_FROM } from '../event-store.ts'
import type { ClickHouse } from './clickhouse-connection.ts'
import { ch, floatsOf, numbersOf, type Sql } from './clickhouse-sql.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const DAY = 86_400_000

/** Numbers of 64 bits come as text from early servers; times as seconds since 1970. */
type Row<Keys extends string> = Record<Keys, string>
export const time = (seconds: string | number): string => new Date(Number(seconds) * 1000).toISOString()

export const within = (column: string, { from, to }: Period): Sql =>
  ch`${{ sql: column }} >= ${from} and ${{ sql: column }} < ${to}`

const dayOf = (ms: number): Sql => ch`toDate(${new Date(ms).toISOString().slice(0, 10)})`
/** All days that the period touches, in the tables by day. */
export const onDaysOf = ({ from, to }: Period): Sql =>
  ch`day >= ${dayOf(from.getTime())} and day <= ${dayOf(to.getTime() - 1)}`
/** The period from the beginning of its first day to the end of its last one. */
export const wholeDays = ({ from, to }: Period): Period => ({
  from: new Date(Math.floor(from.getTime() / DAY) * DAY),
  to: new Date(Math.ceil(to.getTime() / DAY) * DAY),
})

/** Terms that enough visitors searched for on one of the days. */
export const shownTerms = (period: Period, column = 'term'): Sql =>
  ch`(select ${{ sql: column }} from term_day final where searchers >= ${SHOWN_FROM} and ${onDaysOf(period)})`

export async function articleViews({ rows }: ClickHouse, period: Period): Promise<ArticleViews[]> {
  const found = await rows<Row<'id' | 'at' | 'views' | 'visitors'>>(ch`
    select toString(article) as id, toUnixTimestamp(hour) as at, views, visitors from article_view_hour final
    where ${within('hour', period)} and views > 0 order by at, id`)
  return found.map(({ id, at, views, visitors }) => ({
    article: id,
    hour: time(at),
    views: Number(views),
    visitors: Number(visitors),
  }))
}

export async function termSums({ rows }: ClickHouse, period: Period): Promise<TermSums[]> {
  const found = await rows<Row<'name' | 's' | 'n' | 'c' | 'p' | 'u'>>(ch`
    select term as name, sum(a) as s, sum(b) as n, sum(d) as c, sum(e) as p, sum(f) as u from (
      select term, searches as a, no_results as b, toUInt64(0) as d, toUInt64(0) as e, toUInt64(0) as f
      from term_hour final where ${within('hour', period)} and searches > 0
      union all
      select term, toUInt64(0), toUInt64(0), clicks, position_sum, toUInt64(0) from term_click_hour final
      where ${within('hour', period)} and clicks > 0
      union all
      select term, toUInt64(0), toUInt64(0), toUInt64(0), toUInt64(0), searchers from term_day final
      where ${onDaysOf(period)}
    ) group by term having s > 0 order by term`)
  return found.map(({ name, s, n, c, p, u }) => ({
    term: name,
    searches: Number(s),
    noResults: Number(n),
    clicks: Number(c),
    positionSum: Number(p),
    searchers: Number(u),
  }))
}

export async function weighedViews(
  { rows }: ClickHouse,
  { minutes, hours }: WeighedBuckets,
  which: readonly string[] | number,
): Promise<Map<string, WeighedViews>> {
  if (typeof which === 'object' && which.length === 0) return new Map()
  const only = typeof which === 'number' ? ch`1` : ch`article in ${which}`
  const parts = (
    [
      ['article_view_hour', 'hour', hours],
      ['article_view_minute', 'minute', minutes],
    ] as const
  )
    .filter(([, , buckets]) => buckets.size > 0)
    .map(([table, column, buckets]) => weighed(table, column, buckets, only).sql)
  if (parts.length === 0) return new Map()
  const found = await rows<{ id: string; value: number; counted: number }>(ch`
    select toString(article) as id, sum(weight) as value, sum(views) as counted from (${{ sql: parts.join(' union all ') }})
    group by article order by value desc, id ${typeof which === 'number' ? ch`limit ${which}` : ch``}`)
  return new Map(found.map(({ id, value, counted }) => [id, { weighed: Number(value), views: Number(counted) }]))
}

function weighed(table: string, column: string, buckets: ReadonlyMap<number, number>, only: Sql): Sql {
  const starts = [...buckets.keys()].map((ms) => Math.floor(ms / 1000))
  // The first and the last one let the index leave out what is before and after.
  const period = { from: new Date(Math.min(...starts) * 1000), to: new Date((Math.max(...starts) + 1) * 1000) }
  const seconds = ch`toUnixTimestamp(${{ sql: column }})`
  return ch`select article, views, views * transform(${seconds}, ${numbersOf(starts)}, ${floatsOf([...buckets.values()])}, toFloat64(0)) as weight
    from ${{ sql: table }} final
    where ${within(column, period)} and ${seconds} in ${starts} and views > 0 and ${only}`
}

/** So many rows are added up for the few terms that are shown; of one letter, there may be many more. */
const BEGINNING_ROWS = 5000

export async function termsBeginning(
  { rows }: ClickHouse,
  beginning: string,
  period: Period,
  most: number,
): Promise<string[]> {
  const found = await rows<{ name: string }>(ch`
    select term as name, sum(searchers) as people from (
      select term, searchers from term_day final
      where startsWith(term, ${beginning}) and searchers >= ${SHOWN_FROM} and ${onDaysOf(period)}
      order by term, day limit ${BEGINNING_ROWS}
    ) group by term order by people desc, term limit ${most}`)
  return found.map(({ name }) => name)
}

export async function topReferrers(
  { rows }: ClickHouse,
  articles: readonly string[],
  period: Period,
): Promise<Map<string, string>> {
  if (articles.length === 0) return new Map()
  const found = await rows<Row<'id' | 'name'>>(ch`
    select toString(article) as id, referrer as name, sum(views) as n from article_referrer_hour final
    where article in ${articles} and ${within('hour', period)} and views > 0
    group by article, referrer order by id, n desc, name limit 1 by id`)
  return new Map(found.map(({ id, name }) => [id, name]))
}

export async function topTerms(
  { rows }: ClickHouse,
  articles: readonly string[],
  period: Period,
): Promise<Map<string, string>> {
  if (articles.length === 0) return new Map()
  const found = await rows<Row<'id' | 'name'>>(ch`
    select toString(article) as id, term as name, sum(clicks) as n from term_click_hour final
    where article in ${articles} and ${within('hour', period)} and clicks > 0 and term global in ${shownTerms(period)}
    group by article, term order by id, n desc, name limit 1 by id`)
  return new Map(found.map(({ id, name }) => [id, name]))
}

export async function viewSeries(
  { rows }: ClickHouse,
  articles: readonly string[],
  period: Period,
  step: 'minute' | 'hour',
): Promise<Map<string, number[]>> {
  const [table, ms] = step === 'minute' ? ['article_view_minute', MINUTE] : ['article_view_hour', HOUR]
  const { from, to } = period
  const length = Math.ceil((to.getTime() - from.getTime()) / ms)
  const series = new Map(articles.map((article) => [article, Array.from({ length }, () => 0)]))
  if (articles.length === 0) return series
  const found = await rows<Row<'id' | 'at' | 'views'>>(ch`
    select toString(article) as id, toUnixTimestamp(${{ sql: step }}) as at, views from ${{ sql: table }} final
    where article in ${articles} and ${within(step, period)} and views > 0`)
  for (const { id, at, views } of found)
    series.get(id)![Math.floor((Number(at) * 1000 - from.getTime()) / ms)] = Number(views)
  return series
}

/** The first hour of this table with a count; undefined while there is none. */
export async function firstHourOf({ rows }: ClickHouse, table: string, count: string): Promise<Date | undefined> {
  const found = await rows<{ at: string }>(ch`
    select toUnixTimestamp(hour) as at from ${{ sql: table }} final where ${{ sql: count }} > 0 order by hour limit 1`)
  return found[0] && new Date(Number(found[0].at) * 1000)
}
