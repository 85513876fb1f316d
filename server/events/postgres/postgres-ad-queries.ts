import { sql, type RawBuilder } from 'kysely'
import type { Device } from '#contract/events.ts'
import type { Db } from '../../db/database.ts'
import { DEVICE_CODES, deviceOfCode } from '../event-codes.ts'
import type { AdCounts, AdDimension, AdPart, AdStep, Period } from '../event-store.ts'
import { uncountedHours } from './event-ledger.ts'
import { within } from './postgres-event-queries.ts'
import { countedEvents } from './postgres-term-roll-up.ts'

const sums = sql.raw(
  'sum(impressions)::bigint as impressions, sum(viewable)::bigint as viewable, sum(clicks)::bigint as clicks',
)
const HOUR = 3_600_000

/** The same columns as `ad_hour`, of these hours, from the raw events as the roll-up will count them. */
function rawHours(ads: readonly string[], hours: readonly Date[]): RawBuilder<unknown> {
  const [first, last] = [hours[0]!, hours.at(-1)!]
  const of = sql<boolean>`kind > 3 and ad = any(${ads}::uuid[])`
  const [from, to] = [sql`${first}::timestamptz`, sql`${new Date(last.getTime() + HOUR)}::timestamptz`]
  return sql`select date_trunc('hour', at, 'UTC') as hour, ad, placement, coalesce(device, 0)::smallint as device,
      count(*) filter (where kind = 4) as impressions, count(*) filter (where kind = 5) as viewable,
      count(*) filter (where kind = 6) as clicks
    from (${countedEvents(from, to, of)}) as event
    where date_trunc('hour', at, 'UTC') = any(${hours}::timestamptz[]) group by 1, 2, 3, 4`
}

/** Counts of these ads in the period. What changed since the last roll-up is counted from its raw events, so nothing is missing. */
async function hourlyCounts(db: Db, ads: readonly string[], period: Period): Promise<RawBuilder<unknown>> {
  const open = await uncountedHours(db, period)
  const rolledUp = sql`select hour, ad, placement, device, impressions, viewable, clicks from ad_hour
    where ad = any(${ads}::uuid[]) and ${within(sql.ref('hour'), period)}`
  if (open.length === 0) return sql`(${rolledUp}) as counts`
  return sql`(${rolledUp} and hour <> all(${open}::timestamptz[]) union all ${rawHours(ads, open)}) as counts`
}

/** Counts of these ads for all time, by the day as far as they are rolled up. */
async function allCounts(db: Db, ads: readonly string[]): Promise<RawBuilder<unknown>> {
  const open = await uncountedHours(db)
  const days = sql`select ad, impressions, viewable, clicks from ad_day where ad = any(${ads}::uuid[])`
  if (open.length === 0) return sql`(${days}) as counts`
  return sql`(${days} union all
    select ad, -impressions, -viewable, -clicks from ad_hour
      where ad = any(${ads}::uuid[]) and hour = any(${open}::timestamptz[]) union all
    select ad, impressions, viewable, clicks from (${rawHours(ads, open)}) as raw) as counts`
}

export async function adTotals(db: Db, ads: readonly string[], period?: Period): Promise<Map<string, AdCounts>> {
  const counts = await (period ? hourlyCounts(db, ads, period) : allCounts(db, ads))
  const { rows } = await sql<AdCounts & { ad: string }>`select ad, ${sums} from ${counts} group by ad`.execute(db)
  return new Map(rows.map(({ ad, ...of }) => [ad, of]))
}

export async function adSeries(
  db: Db,
  ad: string,
  period: Period,
  step: 'hour' | 'day',
  timeZone = 'UTC',
): Promise<AdStep[]> {
  const { rows } = await sql<AdStep>`
    select date_trunc(${step}, hour, ${timeZone}) as at, ${sums} from ${await hourlyCounts(db, [ad], period)}
    group by 1 order by 1`.execute(db)
  return rows
}

export async function adBy(
  db: Db,
  ad: string,
  dimension: AdDimension,
  period: Period,
  timeZone = 'UTC',
): Promise<AdPart[]> {
  const keys = {
    placement: sql`placement::text`,
    hour: sql`extract(hour from hour at time zone ${timeZone})::int::text`,
    device: sql`device::text`,
  }
  const { rows } = await sql<AdPart>`
    select ${keys[dimension]} as key, ${sums} from ${await hourlyCounts(db, [ad], period)}
    group by 1 order by sum(impressions) desc, 1`.execute(db)
  return dimension === 'device'
    ? rows.flatMap(({ key, ...counts }) => ({ key: deviceOfCode(Number(key)) ?? 'unknown', ...counts }))
    : rows
}

export async function pageViews(
  db: Db,
  period: Period,
  articles?: readonly string[],
): Promise<{ hour: string; views: number }[]> {
  const { rows } = await sql<{ hour: string; views: number }>`
    select hour, sum(views)::bigint as views from article_view_hour
    where ${within(sql.ref('hour'), period)} ${articles ? sql`and article = any(${articles}::uuid[])` : sql``}
    group by hour order by hour`.execute(db)
  return rows
}

export async function deviceViews(db: Db, period: Period): Promise<Record<Device, number>> {
  const { rows } = await sql<{ device: number; views: number }>`
    select device, sum(views)::bigint as views from device_view_hour
    where ${within(sql.ref('hour'), period)} group by device`.execute(db)
  const viewsOf = (device: Device) => rows.find((row) => row.device === DEVICE_CODES[device])?.views ?? 0
  return { desktop: viewsOf('desktop'), phone: viewsOf('phone'), tablet: viewsOf('tablet') }
}
