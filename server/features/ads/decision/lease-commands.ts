import { sql } from 'kysely'
import type { Device } from '#contract/events.ts'
import type { Db } from '../../../db/database.ts'
import { DEVICE_CODES } from '../../../events/event-codes.ts'
import { BUCKET_MS, dayOfNumber, PROMISE_MS, type AdToken } from './ad-token-rules.ts'

/** What is asked of the database for one ad. Null: no such limit. `day`: in the time zone of the ad, as days since 1970. */
export type LeaseRequest = {
  ad: string
  at: number
  day: number
  wanted: number
  totalCap: number | null
  dailyCap: number | null
  allowance: number | null
}
/** `used`, `usedToday`: delivered and promised impressions, these ones included. */
export type Lease = { granted: number; used: number; usedToday: number; bucket: number }

export const bucketOf = (at: number): number => at - (at % BUCKET_MS)
const HOUR_MS = 3_600_000
const timeOf = (ms: number) => new Date(ms).toISOString()

/** Promises impressions of an ad to this process, as many as its caps leave; exact for all processes together. */
export async function leaseImpressions(db: Db, request: LeaseRequest): Promise<Lease> {
  const { ad, at, day, wanted, totalCap, dailyCap, allowance } = request
  const bucket = bucketOf(at)
  const { rows } = await sql<Omit<Lease, 'bucket'>>`select * from lease_ad(${ad}::uuid, ${timeOf(bucket)}::timestamptz,
    ${timeOf(at - PROMISE_MS)}::timestamptz, ${dayOfNumber(day)}::date, ${wanted}::int, ${totalCap}::bigint,
    ${dailyCap}::bigint, ${allowance}::bigint)`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('lease_ad answered nothing')
  return { ...row, bucket }
}

/** Gives promises back that were not used. */
export async function returnImpressions(
  db: Db,
  leases: readonly { ad: string; bucket: number; day: number; count: number }[],
): Promise<void> {
  for (const { ad, bucket, day, count } of leases)
    await sql`update ad_lease set leased = leased - ${count}
      where ad = ${ad}::uuid and bucket = ${timeOf(bucket)}::timestamptz and day = ${dayOfNumber(day)}::date`.execute(
      db,
    )
}

export type AdCounts = { ad: string; impressions: number; today: number; clicks: number }

/** Delivered and promised impressions, and clicks, of these ads; each on its own day. */
export async function adCounts(db: Db, ads: readonly { ad: string; day: number }[], at: number): Promise<AdCounts[]> {
  if (ads.length === 0) return []
  const { rows } = await sql<AdCounts>`
    with given as (
      select * from unnest(${ads.map(({ ad }) => ad)}::uuid[], ${ads.map(({ day }) => dayOfNumber(day))}::date[]) as given(ad, day)
    ), promised as (
      select ad, sum(leased - confirmed) as impressions,
        sum(leased - confirmed) filter (where ad_lease.day = given.day) as today
      from ad_lease join given using (ad) where bucket >= ${timeOf(at - PROMISE_MS)}::timestamptz group by ad
    )
    select given.ad::text, coalesce(total.impressions, 0) + coalesce(promised.impressions, 0)::bigint as impressions,
      coalesce(by_day.impressions, 0) + coalesce(promised.today, 0)::bigint as today,
      coalesce(total.clicks, 0) as clicks
    from given
    left join ad_delivery as total on total.ad = given.ad
    left join ad_delivery_day as by_day on by_day.ad = given.ad and by_day.day = given.day
    left join promised on promised.ad = given.ad`.execute(db)
  return rows
}

/** The kinds of ad events, as the event store has them. */
const kinds = { impression: 4, viewable: 5, click: 6 } as const
export type Report = { kind: keyof typeof kinds; token: AdToken; device: Device }

/** A report that is sent again within this time, because its answer was lost, is taken again: the event store counts it once. */
const REPEAT_MINUTES = 20

/**
 * Counts what was reported, each kind once for a token, and turns promises into deliveries.
 * @returns the reports that are new, or sent again soon after the first time
 */
export async function countReports(db: Db, reports: readonly Report[], at: number): Promise<Set<Report>> {
  if (reports.length === 0) return new Set()
  const ids = reports.map(({ token }) => token.nonce)
  const codes = reports.map(({ kind }) => kinds[kind])
  const { rows } = await sql<{ place: number; isNew: boolean; isKnown: boolean }>`
    with given as (
      select * from unnest(${ids}::bytea[], ${codes}::smallint[]) with ordinality as given(id, kind, place)
    ), added as (
      insert into ad_token (id, kind, used_at) select distinct id, kind, ${timeOf(at)}::timestamptz from given order by 1, 2
      on conflict do nothing returning id, kind
    )
    select place::int, added.id is not null as is_new,
      coalesce(ad_token.used_at > ${timeOf(at)}::timestamptz - make_interval(mins => ${REPEAT_MINUTES}), false) as is_known
    from given left join added using (id, kind) left join ad_token using (id, kind) order by place`.execute(db)
  const counted = new Set<string>()
  const fresh: Report[] = []
  const taken = new Set<Report>()
  for (const { place, isNew, isKnown } of rows) {
    const report = reports[place - 1]
    if (!report || !(isNew || isKnown)) continue
    taken.add(report)
    const key = `${report.kind} ${report.token.nonce.toString('hex')}`
    if (isNew && !counted.has(key)) fresh.push(report)
    counted.add(key)
  }
  await addDeliveries(db, fresh, at)
  return taken
}

/** What is counted of a report. */
export type CountedReport = Omit<Report, 'token'> & { token: Pick<AdToken, 'ad' | 'placement' | 'day' | 'bucket'> }

/** Adds these reports, none of which was counted before, to what was delivered, all in the hour of this time. */
export async function addDeliveries(db: Db, reports: readonly CountedReport[], at: number): Promise<void> {
  if (reports.length === 0) return
  const ads = reports.map(({ token }) => token.ad)
  const of = (kind: Report['kind']) => reports.map((report) => (report.kind === kind ? 1 : 0))
  // In one order for all callers, so that two of them never wait for each other.
  await sql`insert into ad_delivery (ad) select distinct unnest(${ads}::uuid[]) order by 1 on conflict do nothing`.execute(
    db,
  )
  await sql`select from ad_delivery where ad = any(${ads}::uuid[]) order by ad for update`.execute(db)
  await sql`update ad_delivery set impressions = ad_delivery.impressions + given.impressions,
      viewable = ad_delivery.viewable + given.viewable, clicks = ad_delivery.clicks + given.clicks
    from (select ad, sum(impression) as impressions, sum(viewable) as viewable, sum(click) as clicks
      from unnest(${ads}::uuid[], ${of('impression')}::int[], ${of('viewable')}::int[], ${of('click')}::int[])
        as given(ad, impression, viewable, click) group by ad) as given
    where given.ad = ad_delivery.ad`.execute(db)
  await sql`insert into ad_delivery_hour as known (ad, hour, placement, device, impressions, viewable, clicks)
    select ad, ${timeOf(at - (at % HOUR_MS))}::timestamptz, placement, device, sum(impression), sum(viewable), sum(click)
    from unnest(${ads}::uuid[], ${reports.map(({ token }) => token.placement)}::uuid[],
      ${reports.map(({ device }) => DEVICE_CODES[device])}::smallint[], ${of('impression')}::int[], ${of('viewable')}::int[],
      ${of('click')}::int[]) as given(ad, placement, device, impression, viewable, click)
    group by ad, placement, device order by ad, placement, device
    on conflict (ad, hour, placement, device) do update set impressions = known.impressions + excluded.impressions,
      viewable = known.viewable + excluded.viewable, clicks = known.clicks + excluded.clicks`.execute(db)
  const shown = reports.filter(({ kind }) => kind === 'impression').map(({ token }) => token)
  if (shown.length === 0) return
  const given = sql`(select ad, day, bucket, count(*) as impressions from unnest(${shown.map(({ ad }) => ad)}::uuid[],
    ${shown.map(({ day }) => dayOfNumber(day))}::date[],
    ${shown.map(({ bucket }) => timeOf(bucket))}::timestamptz[]) as given(ad, day, bucket) group by ad, day, bucket)`
  await sql`insert into ad_delivery_day (ad, day, impressions)
    select ad, day, sum(impressions) from ${given} as given group by ad, day order by ad, day
    on conflict (ad, day) do update set impressions = ad_delivery_day.impressions + excluded.impressions`.execute(db)
  await sql`update ad_lease set confirmed = confirmed + given.impressions from ${given} as given
    where given.ad = ad_lease.ad and given.day = ad_lease.day and given.bucket = ad_lease.bucket`.execute(db)
}
