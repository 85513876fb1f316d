import { SHOWN_FROM, type Period, type TermKeyDay, type TermKeySums, type TermOfKey } from '../event-store.ts'
import type { ClickHouse } from './clickhouse-connection.ts'
import { onDaysOf, shownTerms, wholeDays, within } from './clickhouse-event-queries.ts'
import { ch } from './clickhouse-sql.ts'

const ANY = ch`(searches > 0 or clicks > 0)`
const isoOf = (ms: string | number): string => new Date(Number(ms)).toISOString()

export async function keySums(
  { rows }: ClickHouse,
  period: Period,
  which: readonly string[] | number,
): Promise<TermKeySums[]> {
  if (typeof which === 'object' && which.length === 0) return []
  const only =
    typeof which === 'number' ? ch`term_key global in ${shownTerms(period, 'term_key')}` : ch`term_key in ${which}`
  const found = await rows<Record<'name' | 's' | 'n' | 'c' | 'p' | 'u' | 'o', string>>(ch`
    select term_key as name, sum(searches) as s, sum(no_results) as n, sum(clicks) as c, sum(position_sum) as p,
      sum(searchers) as u, sum(clickers) as o
    from term_key_hour final where ${within('hour', period)} and ${ANY} and ${only}
    group by term_key order by s desc, name ${typeof which === 'number' ? ch`limit ${which}` : ch``}`)
  return found.map(({ name, s, n, c, p, u, o }) => ({
    key: name,
    searches: Number(s),
    noResults: Number(n),
    clicks: Number(c),
    positionSum: Number(p),
    searchers: Number(u),
    clickers: Number(o),
  }))
}

/** An hour is counted as a whole, so this also names keys of it whose figures are the same again. */
export async function keysCountedSince({ rows }: ClickHouse, since: Date, most: number): Promise<string[]> {
  const found = await rows<{ name: string }>(ch`
    select distinct term_key as name from term_key_hour where counted_at >= ${since} limit ${most}`)
  return found.map(({ name }) => name)
}

/** By day: the figures of spellings are compared, never shown. */
export async function keyTerms({ rows }: ClickHouse, keys: readonly string[], period: Period): Promise<TermOfKey[]> {
  if (keys.length === 0) return []
  type Found = Record<'key' | 'name' | 's' | 'found' | 'last' | 'empty' | 'most', string>
  const found = await rows<Found>(ch`
    select term_key as key, term as name, sum(searches) as s, argMax(results, day) as found, max(last_at) as last,
      max(last_empty_at) as empty, max(searchers) as most
    from term_day final where term_key in ${keys} and ${onDaysOf(period)}
    group by term_key, term order by key, s desc, name`)
  return found.map(({ key, name, s, found: results, last, empty, most }) => ({
    key,
    term: name,
    searches: Number(s),
    results: Number(results),
    lastAt: isoOf(last),
    lastEmptyAt: Number(empty) === 0 ? null : isoOf(empty),
    isShown: Number(most) >= SHOWN_FROM,
  }))
}

export async function keyDays({ rows }: ClickHouse, keys: readonly string[], period: Period): Promise<TermKeyDay[]> {
  if (keys.length === 0) return []
  const found = await rows<Record<'date' | 's' | 'n' | 'c', string>>(ch`
    select toString(toDate(hour)) as date, sum(searches) as s, sum(no_results) as n, sum(clicks) as c
    from term_key_hour final where term_key in ${keys} and ${within('hour', wholeDays(period))} and ${ANY}
    group by date order by date`)
  return found.map(({ date, s, n, c }) => ({
    day: date,
    searches: Number(s),
    noResults: Number(n),
    clicks: Number(c),
  }))
}

export async function keyClicks(
  { rows }: ClickHouse,
  keys: readonly string[],
  period: Period,
  most: number,
): Promise<{ article: string; clicks: number; positionSum: number }[]> {
  if (keys.length === 0) return []
  const found = await rows<Record<'id' | 'c' | 'p', string>>(ch`
    select toString(article) as id, sum(clicks) as c, sum(position_sum) as p from term_click_hour final
    where term_key in ${keys} and ${within('hour', period)} and clicks > 0
    group by article order by c desc, id limit ${most}`)
  return found.map(({ id, c, p }) => ({ article: id, clicks: Number(c), positionSum: Number(p) }))
}
