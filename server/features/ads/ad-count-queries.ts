import { type Kysely, sql } from 'kysely'
import type { Device } from '#contract/events.ts'
import type { Tables } from '../../db/tables.ts'
import { dayOfNumber } from './decision/ad-token-rules.ts'
import { deviceOfCode } from '../../events/event-codes.ts'

type Counts = { impressions: number; viewable: number; clicks: number }
type Row = Counts & { day: string | null; hour: number | null; placement: string | null; device: number | null }

/** Delivery of an ad, added up in four ways; what had none is left out. Days and hours of the day in the time zone asked for. */
export type AdCounts = {
  days: Map<string, Counts>
  hours: (Counts & { hour: number })[]
  /** The most impressions first, as the devices. */
  placements: (Counts & { placement: string })[]
  devices: (Counts & { device: Device | 'unknown' })[]
}

/** Impressions of an ad that were reported of one day. @param day as `dayIn` says it */
export async function impressionsOn(db: Kysely<Tables>, ad: string, day: number): Promise<number> {
  const found = await db
    .selectFrom('adDeliveryDay')
    .select('impressions')
    .where('ad', '=', ad)
    .where('day', '=', dayOfNumber(day))
    .executeTakeFirst()
  return found?.impressions ?? 0
}

/** Delivery of an ad between two times, of full hours. Reads no single events: it costs as many rows as there were hours. */
export async function adCounts(
  db: Kysely<Tables>,
  ad: string,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<AdCounts> {
  const { rows } = await sql<Row>`
    select day::text, of_day as hour, placement::text, device,
      sum(impressions)::bigint as impressions, sum(viewable)::bigint as viewable, sum(clicks)::bigint as clicks
    from (
      select (hour at time zone ${timeZone})::date as day, extract(hour from hour at time zone ${timeZone})::int as of_day,
        placement, device, impressions, viewable, clicks
      from ad_delivery_hour where ad = ${ad}::uuid and hour >= ${from}::timestamptz and hour < ${to}::timestamptz
    ) as counted
    group by grouping sets ((day), (of_day), (placement), (device))
    order by sum(impressions) desc, placement, device`.execute(db)
  const counts: AdCounts = { days: new Map(), hours: [], placements: [], devices: [] }
  for (const { day, hour, placement, device, ...of } of rows) {
    if (day !== null) counts.days.set(day, of)
    else if (hour !== null) counts.hours.push({ hour, ...of })
    else if (placement !== null) counts.placements.push({ placement, ...of })
    else if (device !== null) counts.devices.push({ device: deviceOfCode(device) ?? 'unknown', ...of })
  }
  counts.hours.sort((one, other) => one.hour - other.hour)
  return counts
}
