import type { Device } from '#contract/events.ts'
import { DEVICE_CODES, deviceOfCode } from '../event-codes.ts'
import type { AdCounts, AdDimension, AdPart, AdStep, Period } from '../event-store.ts'
import type { ClickHouse } from './clickhouse-connection.ts'
import { time, within } from './clickhouse-event-queries.ts'
import { countedEvents } from './clickhouse-roll-up.ts'
import { ch, type Sql } from './clickhouse-sql.ts'

const SUMS = ch`sum(impressions) as i, sum(viewable) as v, sum(clicks) as c`
const ANY = ch`(impressions > 0 or viewable > 0 or clicks > 0)`
const HOUR = 3_600_000
type Sums = Record<'i' | 'v' | 'c', string>
const countsOf = ({ i, v, c }: Sums): AdCounts => ({ impressions: Number(i), viewable: Number(v), clicks: Number(c) })

/** The columns of `ad_hour` of these ads, hours that are not rolled up from their raw events. @param open those hours, oldest first */
function hourlyCounts(ads: readonly string[], open: readonly Date[], period?: Period): Sql {
  const of = ch`ad in ${ads}`
  const rolledUp = ch`select ad, hour, placement, device, impressions, viewable, clicks from ad_hour final
    where ${of} and ${ANY} ${period ? ch`and ${within('hour', period)}` : ch``}`
  const [first, last] = [open[0], open.at(-1)]
  if (!first || !last) return ch`(${rolledUp})`
  const hours = open.map((hour) => hour.getTime() / 1000)
  const events = countedEvents([4, 5, 6], { from: first, to: new Date(last.getTime() + HOUR) }, of)
  return ch`(${rolledUp} and toUInt32(hour) not in ${hours} union all
    select ad, toDateTime(intDiv(t, ${HOUR}) * 3600) as hour, placement, device, toUInt64(kind = 4) as impressions,
      toUInt64(kind = 5) as viewable, toUInt64(kind = 6) as clicks
    from ${events} where toUInt32(hour) in ${hours})`
}

export async function adTotals(
  { rows }: ClickHouse,
  ads: readonly string[],
  open: readonly Date[],
  period?: Period,
): Promise<Map<string, AdCounts>> {
  if (ads.length === 0) return new Map()
  const found = await rows<Sums & { id: string }>(ch`
    select toString(ad) as id, ${SUMS} from ${hourlyCounts(ads, open, period)} group by ad`)
  return new Map(found.map(({ id, ...sums }) => [id, countsOf(sums)]))
}

export async function adSeries(
  { rows }: ClickHouse,
  ad: string,
  open: readonly Date[],
  period: Period,
  step: 'hour' | 'day',
  timeZone = 'UTC',
): Promise<AdStep[]> {
  const start = step === 'hour' ? ch`hour` : ch`toDateTime(toDate(hour, ${timeZone}), ${timeZone})`
  const found = await rows<Sums & { at: string }>(ch`
    select toUnixTimestamp(${start}) as at, ${SUMS} from ${hourlyCounts([ad], open, period)} group by at order by at`)
  return found.map(({ at, ...sums }) => ({ at: time(at), ...countsOf(sums) }))
}

export async function adBy(
  { rows }: ClickHouse,
  ad: string,
  open: readonly Date[],
  dimension: AdDimension,
  period: Period,
  timeZone = 'UTC',
): Promise<AdPart[]> {
  const keys: Record<AdDimension, Sql> = {
    placement: ch`toString(placement)`,
    hour: ch`toString(toHour(hour, ${timeZone}))`,
    device: ch`toString(device)`,
  }
  const found = await rows<Sums & { name: string }>(ch`
    select ${keys[dimension]} as name, ${SUMS} from ${hourlyCounts([ad], open, period)}
    group by name order by i desc, name`)
  const keyOf = (name: string) => (dimension === 'device' ? (deviceOfCode(Number(name)) ?? 'unknown') : name)
  return found.map(({ name, ...sums }) => ({ key: keyOf(name), ...countsOf(sums) }))
}

export async function pageViews(
  { rows }: ClickHouse,
  period: Period,
  articles?: readonly string[],
): Promise<{ hour: string; views: number }[]> {
  if (articles?.length === 0) return []
  const found = await rows<Record<'at' | 'n', string>>(ch`
    select toUnixTimestamp(hour) as at, sum(views) as n from article_view_hour final
    where ${within('hour', period)} and views > 0 ${articles ? ch`and article in ${articles}` : ch``}
    group by at order by at`)
  return found.map(({ at, n }) => ({ hour: time(at), views: Number(n) }))
}

export async function deviceViews({ rows }: ClickHouse, period: Period): Promise<Record<Device, number>> {
  const found = await rows<Record<'code' | 'n', string>>(ch`
    select device as code, sum(views) as n from device_view_hour final where ${within('hour', period)} group by device`)
  const viewsOf = (device: Device) => Number(found.find(({ code }) => Number(code) === DEVICE_CODES[device])?.n ?? 0)
  return { desktop: viewsOf('desktop'), phone: viewsOf('phone'), tablet: viewsOf('tablet') }
}
