import { sql } from 'kysely'
import type { Device } from '#contract/events.ts'
import type { Db } from '../../db/database.ts'
import { DEVICE_CODES, deviceOfCode } from '../event-codes.ts'
import type { AdCounts, AdDimension, AdPart, AdStep, Period } from '../event-store.ts'
import { within } from './postgres-event-queries.ts'

const sums = sql.raw(
  'sum(impressions)::bigint as impressions, sum(viewable)::bigint as viewable, sum(clicks)::bigint as clicks',
)

export async function adTotals(db: Db, ads: readonly string[], period?: Period): Promise<Map<string, AdCounts>> {
  const ofPeriod = period && sql`and ${within(sql.ref('hour'), period)}`
  const { rows } = await sql<AdCounts & { ad: string }>`
    select ad, ${sums} from ${sql.table(period ? 'ad_hour' : 'ad_day')}
    where ad = any(${ads}::uuid[]) ${ofPeriod ?? sql``} group by ad`.execute(db)
  return new Map(rows.map(({ ad, ...counts }) => [ad, counts]))
}

export async function adSeries(
  db: Db,
  ad: string,
  period: Period,
  step: 'hour' | 'day',
  timeZone = 'UTC',
): Promise<AdStep[]> {
  const { rows } = await sql<AdStep>`
    select date_trunc(${step}, hour, ${timeZone}) as at, ${sums} from ad_hour
    where ad = ${ad}::uuid and ${within(sql.ref('hour'), period)} group by 1 order by 1`.execute(db)
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
    select ${keys[dimension]} as key, ${sums} from ad_hour
    where ad = ${ad}::uuid and ${within(sql.ref('hour'), period)}
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
