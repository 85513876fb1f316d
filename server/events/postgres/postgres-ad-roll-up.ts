import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Counts the ads of this hour, whose events are in `counted_event`, and adds up the hours of its day. */
export async function countAds(trx: Db, hour: Date): Promise<void> {
  const day = hour.toISOString().slice(0, 10)
  const { rows } = await sql<{ ad: string }>`
    select ad from ad_hour where hour = ${hour} union select ad from counted_event where kind > 3`.execute(trx)
  if (rows.length === 0) return
  const ads = rows.map(({ ad }) => ad)
  await sql`delete from ad_hour where hour = ${hour}`.execute(trx)
  await sql`insert into ad_hour (hour, ad, placement, device, impressions, viewable, clicks)
    select ${hour}::timestamptz, ad, placement, coalesce(device, 0), count(*) filter (where kind = 4),
      count(*) filter (where kind = 5), count(*) filter (where kind = 6)
    from counted_event where kind > 3 group by ad, placement, coalesce(device, 0)`.execute(trx)
  await sql`delete from ad_day where day = ${day}::date and ad = any(${ads}::uuid[])`.execute(trx)
  await sql`insert into ad_day (day, ad, impressions, viewable, clicks)
    select ${day}::date, ad, sum(impressions), sum(viewable), sum(clicks) from ad_hour
    where ad = any(${ads}::uuid[]) and hour >= ${`${day}T00:00:00Z`}::timestamptz
      and hour < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
    group by ad`.execute(trx)
}

/** Counts the views of this hour, which are in `counted_event`, by device class. */
export async function countDevices(trx: Db, hour: Date): Promise<void> {
  await sql`delete from device_view_hour where hour = ${hour}`.execute(trx)
  await sql`insert into device_view_hour (hour, device, views)
    select ${hour}::timestamptz, device, count(*) from counted_event where kind = 1 and device is not null
    group by device`.execute(trx)
}
