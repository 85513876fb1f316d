import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { AD_REPORT_SHOWN, type AdListReport } from '#contract/ad-insight.ts'
import type { Locale } from '#contract/locale.ts'
import type { Db } from '../../db/database.ts'
import { adFileHeads, adFileWords, countCells } from './ad-file-rules.ts'
import { FILE_ADS_MOST, matchingAdIds, type MatchFilter } from './ad-list-queries.ts'
import { daysFrom, nextDay, type ReportDays, startOfDay } from './ad-report-rules.ts'

const FILE_ROWS_MOST = 200_000

type Counts = { impressions: number; viewable: number; clicks: number }
type AdCounts = AdListReport['ads'][number]
type Period = ReportDays & { timeZone: string }
/** What was delivered in a period, added up in three ways. Ads without delivery are among the ads. */
export type ListCounts = {
  ads: AdCounts[]
  placements: AdListReport['placements']
  days: Map<string, Counts>
}
/** What one ad delivered in one placement on one day; an ad without delivery has a row without placement and day. */
export type DeliveryRow = Counts & { advertiser: string; name: string; placement: string | null; day: string | null }

/**
 * The ads that match, one more than a report has at most, and what they delivered in a period of whole days. Of one placement: what was delivered
 * there, also by ads that are no longer booked there. Reads no single events: it costs as many rows as there were hours.
 */
function deliveries(
  db: Db,
  { placement, ...filter }: MatchFilter,
  { from, to, timeZone }: Period,
): RawBuilder<unknown> {
  const [first, end] = [new Date(startOfDay(from, timeZone)), new Date(startOfDay(nextDay(to), timeZone))]
  const within = sql<SqlBool>`hour >= ${first}::timestamptz and hour < ${end}::timestamptz
    and ${placement ? sql`counted.placement = ${placement}::uuid` : sql`true`}`
  const matching = matchingAdIds(db, filter)
    .$if(placement !== undefined, (ads) =>
      ads.where(
        sql<SqlBool>`(placements @> array[${placement}::uuid]
          or exists (select from ad_delivery_hour as counted where counted.ad = ad.id and ${within}))`,
      ),
    )
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(FILE_ADS_MOST + 1)
  return sql`matching as (${matching}), delivered as materialized (
    select matching.id as ad, counts.* from matching cross join lateral (
      select placement, (hour at time zone ${timeZone})::date as day, sum(impressions)::bigint as impressions,
        sum(viewable)::bigint as viewable, sum(clicks)::bigint as clicks
      from ad_delivery_hour as counted where counted.ad = matching.id and ${within} group by 1, 2
    ) as counts)`
}
const sums = sql`coalesce(sum(impressions), 0)::bigint as impressions, coalesce(sum(viewable), 0)::bigint as viewable,
  coalesce(sum(clicks), 0)::bigint as clicks`

/**
 * What all ads that match delivered in a period, the most impressions first. One query, so that the parts add up to one total;
 * undefined for more ads than a report has.
 */
export async function countedAds(db: Db, filter: MatchFilter, period: Period): Promise<ListCounts | undefined> {
  const { rows } = await sql<
    Counts & { kind: 'ad' | 'placement' | 'day'; key: string; name: string; advertiser: string }
  >`
    with ${deliveries(db, filter, period)}
    select 'ad' as kind, ad.id::text as key, ad.name, ad.fields->>'advertiser' as advertiser, ${sums}
    from matching join ad on ad.id = matching.id left join delivered on delivered.ad = matching.id group by ad.id
    union all
    select 'placement', delivered.placement::text, coalesce(placement.name, ''), '', ${sums}
    from delivered left join placement on placement.id = delivered.placement group by delivered.placement, placement.name
    union all
    select 'day', day::text, '', '', ${sums} from delivered group by day
    order by kind, impressions desc, clicks desc, name, key`.execute(db)
  const found: ListCounts = { ads: [], placements: [], days: new Map() }
  for (const { kind, key, name, advertiser, ...counts } of rows) {
    if (kind === 'ad') found.ads.push({ id: key, name, advertiser, ...counts })
    else if (kind === 'placement') found.placements.push({ id: key, name, ...counts })
    else found.days.set(key, counts)
  }
  return found.ads.length > FILE_ADS_MOST ? undefined : found
}

/** The same by ad, placement and day, the rows of one ad together; else of what there are more than a file has. */
export async function countedRows(
  db: Db,
  filter: MatchFilter,
  period: Period,
): Promise<DeliveryRow[] | { tooMany: 'ads' | 'rows' }> {
  const { rows } = await sql<DeliveryRow & { matching: number }>`
    with ${deliveries(db, filter, period)}
    select (select count(*) from matching) as matching, ad.fields->>'advertiser' as advertiser, ad.name,
      case when delivered.ad is null then null else coalesce(placement.name, '') end as placement, day::text,
      coalesce(impressions, 0) as impressions, coalesce(viewable, 0) as viewable, coalesce(clicks, 0) as clicks
    from matching join ad on ad.id = matching.id
    left join delivered on delivered.ad = matching.id
    left join placement on placement.id = delivered.placement
    order by lower(ad.fields->>'advertiser'), lower(ad.name), ad.id, day, lower(placement.name), delivered.placement
    limit ${FILE_ROWS_MOST + 1}`.execute(db)
  if ((rows[0]?.matching ?? 0) > FILE_ADS_MOST) return { tooMany: 'ads' }
  return rows.length > FILE_ROWS_MOST ? { tooMany: 'rows' } : rows.map(({ matching: _matching, ...row }) => row)
}

const none: Counts = { impressions: 0, viewable: 0, clicks: 0 }
const sumOf = (rows: readonly Counts[]): Counts & { ads: number } => ({
  ads: rows.length,
  ...rows.reduce(
    (sum, { impressions, viewable, clicks }) => ({
      impressions: sum.impressions + impressions,
      viewable: sum.viewable + viewable,
      clicks: sum.clicks + clicks,
    }),
    none,
  ),
})

/** Each advertiser with its ads; names that differ in case only are one. The most impressions first. */
function byAdvertiser(rows: readonly AdCounts[]) {
  const groups = new Map<string, AdCounts[]>()
  for (const row of rows) {
    const key = row.advertiser.toLowerCase()
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
    .map((ads) => ({ advertiser: ads[0]?.advertiser ?? '', ads, sum: sumOf(ads) }))
    .toSorted((one, other) => other.sum.impressions - one.sum.impressions)
}

/** The totals, and what a screen shows by advertiser, ad, placement and day. */
export const summaryOf = (
  { ads, placements, days }: ListCounts,
  { from, to }: ReportDays,
): Pick<AdListReport, 'totals' | 'advertisers' | 'ads' | 'placements' | 'days'> => ({
  totals: sumOf(ads),
  advertisers: byAdvertiser(ads)
    .slice(0, AD_REPORT_SHOWN)
    .map(({ advertiser, sum }) => ({ advertiser, ...sum })),
  ads: ads.slice(0, AD_REPORT_SHOWN),
  placements: placements.slice(0, AD_REPORT_SHOWN),
  days: daysFrom(from, to).map((day) => ({ day, ...(days.get(day) ?? none) })),
})

/** The rows of a file, its head first: no totals, so that its columns can be added up. */
export function listReportTable(
  rows: readonly DeliveryRow[],
  timeZone: string,
  locale: Locale,
): (string | number | null)[][] {
  const [head, words] = [adFileHeads[locale], adFileWords[locale]]
  return [
    [
      head.advertiser,
      head.name,
      head.placement,
      head.day,
      head.timeZone,
      head.impressions,
      head.viewable,
      head.clicks,
      head.clickThrough,
    ],
    ...rows.map(({ advertiser, name, placement, day, ...counts }) => [
      advertiser,
      name,
      placement === '' ? words.deletedPlacement : placement,
      day,
      timeZone,
      ...countCells(counts),
    ]),
  ]
}
