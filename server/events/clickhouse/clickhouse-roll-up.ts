import type { ClickHouse } from './clickhouse-connection.ts'
import { ch, type Sql } from './clickhouse-sql.ts'
import { NONE } from './clickhouse-tables.ts'
import { MINUTES_KEPT_DAYS, REPEAT_MINUTES } from '../event-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REPEAT_MS = REPEAT_MINUTES * 60_000

export type Range = { from: Date; to: Date }

/** Raw events of this time; one that was stored twice, by a call sent again, is there once. */
const rawEvents = (kinds: readonly number[], { from, to }: Range, which: Sql): Sql => ch`
  (select * from reader_event where kind in ${kinds} and at >= ${from} and at < ${to} and ${which} limit 1 by event)`

/**
 * Events of this time, without those that the same visitor repeats within half an hour, as \`countedEvents\` of PostgreSQL has
 * them. Columns: kind, article, term, term_key, ad, placement, t (ms since 1970), referrer, results, position, device, visitor.
 * Without window functions, which early servers do not have: the times of what is the same are compared in an array.
 */
export function countedEvents(kinds: readonly number[], range: Range, which = ch`1`): Sql {
  const before = { from: new Date(range.from.getTime() - REPEAT_MS), to: range.to }
  return ch`(
    select kind, article, term, term_key, ad, placement,
      e.1 as t, e.2 as referrer, e.3 as results, e.4 as position, e.5 as device, e.6 as visitor
    from (
      select kind, article, term, term_key, ad, placement, impression, if(impression = toUUID(${NONE}), visitor, 0) as who,
        arraySort(groupArray((toUInt64(toUnixTimestamp(at)) * 1000 + ms, referrer, results, position, device, visitor))) as events,
        arrayMap(e -> e.1, events) as times
      from ${rawEvents(kinds, before, which)}
      group by kind, article, term, term_key, ad, placement, impression, who
    )
    array join arrayFilter((e, before) -> e.1 >= ${range.from.getTime()} and e.1 - before >= ${REPEAT_MS},
      events, arrayPushFront(arrayPopBack(times), toUInt64(0))) as e
  )`
}

/**
 * Counts one hour from its raw events. Rows that were counted of it before and are no longer there become zero, so that the
 * newest version of all rows is the count. Each table is written by one statement: a reader sees the old count or the new one.
 */
export async function countHourInClickHouse({ run, rows }: ClickHouse, hour: Date, version: number): Promise<void> {
  const range = { from: hour, to: new Date(hour.getTime() + HOUR) }
  // Of a period that is counted again, most hours may be empty: one statement instead of nine.
  const [there] = await rows<{ n: string }>(rowsOfHour(range))
  if (Number(there?.n) === 0) return
  const [views, searches, clicks] = [countedEvents([1], range), countedEvents([2], range), countedEvents([3], range)]
  await run(ch`insert into article_view_hour (hour, article, views, visitors, version)
    select ${hour}, article, sum(n), sum(v), ${version} from (
      select article, toUInt64(count()) as n, toUInt64(uniqExact(visitor)) as v from ${views} group by article
      union all select article, toUInt64(0), toUInt64(0) from article_view_hour where hour = ${hour}
    ) group by article`)
  await run(ch`insert into article_view_minute (minute, article, views, version)
    select m, article, sum(n), ${version} from (
      select toDateTime(intDiv(t, 60000) * 60) as m, article, toUInt64(count()) as n from ${views}
      where t > ${Date.now() - MINUTES_KEPT_DAYS * DAY} group by m, article
      union all select minute, article, toUInt64(0) from article_view_minute
      where minute >= ${range.from} and minute < ${range.to}
    ) group by m, article`)
  await run(ch`insert into article_referrer_hour (hour, article, referrer, views, version)
    select ${hour}, article, referrer, sum(n), ${version} from (
      select article, referrer, toUInt64(count()) as n from ${views} where referrer != '' group by article, referrer
      union all select article, referrer, toUInt64(0) from article_referrer_hour where hour = ${hour}
    ) group by article, referrer`)
  await run(ch`insert into device_view_hour (hour, device, views, version)
    select ${hour}, device, sum(n), ${version} from (
      select device, toUInt64(count()) as n from ${views} where device != 0 group by device
      union all select device, toUInt64(0) from device_view_hour where hour = ${hour}
    ) group by device`)
  await run(ch`insert into term_hour (hour, term, searches, no_results, version)
    select ${hour}, term, sum(n), sum(z), ${version} from (
      select term, toUInt64(count()) as n, toUInt64(countIf(results = 0)) as z from ${searches} group by term
      union all select term, toUInt64(0), toUInt64(0) from term_hour where hour = ${hour}
    ) group by term`)
  await run(ch`insert into term_click_hour (hour, term, term_key, article, clicks, position_sum, version)
    select ${hour}, term, term_key, article, sum(n), sum(p), ${version} from (
      select term, term_key, article, toUInt64(count()) as n, toUInt64(sum(position)) as p from ${clicks}
      group by term, term_key, article
      union all select term, term_key, article, toUInt64(0), toUInt64(0) from term_click_hour where hour = ${hour}
    ) group by term, term_key, article`)
  await run(ch`insert into ad_hour (hour, ad, placement, device, impressions, viewable, clicks, version)
    select ${hour}, ad, placement, device, sum(i), sum(v), sum(c), ${version} from (
      select ad, placement, device, toUInt64(countIf(kind = 4)) as i, toUInt64(countIf(kind = 5)) as v,
        toUInt64(countIf(kind = 6)) as c
      from ${countedEvents([4, 5, 6], range)} group by ad, placement, device
      union all select ad, placement, device, toUInt64(0), toUInt64(0), toUInt64(0) from ad_hour where hour = ${hour}
    ) group by ad, placement, device`)
  await run(searchersOf(range, version))
  await run(keysOf(range, version))
}

/** How many rows there are of this hour, raw ones and counted ones. */
function rowsOfHour({ from, to }: Range): Sql {
  const counted = ['article_view_hour', 'device_view_hour', 'term_hour', 'term_click_hour', 'ad_hour', 'term_key_hour']
  const parts = counted.map((table) => `select count() as c from ${table} where hour = `)
  const each = parts.reduce(
    (sum, part) => ch`${sum} union all ${{ sql: part }}${from}`,
    ch`select count() as c from reader_event where at >= ${from} and at < ${to}`,
  )
  return ch`select sum(c) as n from (${each})`
}

const dayOf = ({ from }: Range): Range => {
  const day = Math.floor(from.getTime() / DAY) * DAY
  return { from: new Date(day), to: new Date(day + DAY) }
}

/** Counts the searchers of this hour's terms for its whole day: a visitor's key is the same all day and never again. */
function searchersOf(hour: Range, version: number): Sql {
  const ofHour = ch`term global in (select term from reader_event where kind = 2 and at >= ${hour.from} and at < ${hour.to})`
  // Of two searches in the same millisecond, the one with more results is the last one, as in PostgreSQL.
  const t = 'toUInt64(toUnixTimestamp(at)) * 1000 + ms'
  return ch`insert into term_day (day, term, term_key, searchers, searches, results, last_at, last_empty_at, version)
    select toDate(min(at)), term, any(term_key), uniqExact(visitor), count(), argMax(results, ${{ sql: `(${t}) * 4194304 + least(results, 4194303)` }}),
      max(${{ sql: t }}), max(if(results = 0, ${{ sql: t }}, toUInt64(0))), ${version}
    from ${rawEvents([2], dayOf(hour), ofHour)} group by term`
}

/** Counts the keys of this hour's terms for all hours of its day, as \`countTermKeys\` of PostgreSQL does. */
function keysOf(hour: Range, version: number): Sql {
  const day = dayOf(hour)
  const keys = ch`(select term_key from reader_event where kind in (2, 3) and at >= ${hour.from} and at < ${hour.to})`
  const counted = countedEvents([2, 3], day, ch`term_key global in ${keys}`)
  const hourOf = { sql: 'toDateTime(intDiv(t, 3600000) * 3600)' }
  const zero = { sql: 'toUInt64(0)' }
  return ch`insert into term_key_hour (hour, term_key, searches, no_results, clicks, position_sum, searchers, clickers, version)
    select h, term_key, sum(s), sum(z), sum(c), sum(p), sum(u), sum(o), ${version} from (
      select ${hourOf} as h, term_key, toUInt64(countIf(kind = 2)) as s, toUInt64(countIf(kind = 2 and results = 0)) as z,
        toUInt64(countIf(kind = 3)) as c, toUInt64(sumIf(position, kind = 3)) as p, ${zero} as u, ${zero} as o
      from ${counted} group by h, term_key
      union all
      select part.1, term_key, ${zero}, ${zero}, ${zero}, ${zero}, toUInt64(part.2), toUInt64(part.3) from (
        select term_key, visitor, maxIf(toUInt32(h), kind = 2) as searched, maxIf(toUInt32(h), kind = 3) as clicked
        from (select term_key, visitor, kind, ${hourOf} as h from ${counted}) group by term_key, visitor
        having searched > 0
      ) array join [(toDateTime(searched), 1, 0),
        (toDateTime(if(clicked = 0 or searched < clicked, searched, clicked)), 0, if(clicked > 0, 1, 0))] as part
      union all
      select hour, term_key, ${zero}, ${zero}, ${zero}, ${zero}, ${zero}, ${zero} from term_key_hour
      where hour >= ${day.from} and hour < ${day.to} and term_key global in ${keys}
    ) group by h, term_key`
}
