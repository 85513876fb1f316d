import { sql, type SqlBool } from 'kysely'
import { AD_REPORT_SHOWN, type AdListReport } from '#contract/ad-insight.ts'
import type { AdFilter } from '#contract/ads.ts'
import type { Locale } from '#contract/locale.ts'
import type { Db } from '../../db/database.ts'
import { adFileHeads, adFileWords, countCells } from './ad-file-rules.ts'
import { matchingAdIds } from './ad-list-queries.ts'
import { nextDay, type ReportDays, startOfDay } from './ad-report-rules.ts'

const ADS_MOST = 10_000

type Counts = { impressions: number; viewable: number; clicks: number }
type AdCounts = AdListReport['ads'][number]
type Period = ReportDays & { timeZone: string }

/**
 * What all ads that match delivered in a period of whole days, the most impressions first; at most 10,000. Of one placement:
 * what was delivered there, also by ads that are no longer booked there. Reads no single events: it costs as many rows as
 * there were hours.
 */
export async function countedAds(
  db: Db,
  { placement, ...filter }: AdFilter,
  { from, to, timeZone }: Period,
): Promise<AdCounts[]> {
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
    .limit(ADS_MOST)
  const { rows } = await sql<AdCounts>`
    select ad.id, ad.name, ad.fields->>'advertiser' as advertiser, impressions, viewable, clicks
    from (${matching}) as matching
    join ad on ad.id = matching.id
    cross join lateral (
      select coalesce(sum(impressions), 0)::bigint as impressions, coalesce(sum(viewable), 0)::bigint as viewable,
        coalesce(sum(clicks), 0)::bigint as clicks
      from ad_delivery_hour as counted
      where counted.ad = matching.id and ${within}
    ) as counts
    order by impressions desc, clicks desc, lower(ad.name), ad.id`.execute(db)
  return rows
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

/** The totals, by advertiser and by ad, as a screen shows them. */
export const summaryOf = (rows: readonly AdCounts[]): Pick<AdListReport, 'totals' | 'advertisers' | 'ads'> => ({
  totals: sumOf(rows),
  advertisers: byAdvertiser(rows)
    .slice(0, AD_REPORT_SHOWN)
    .map(({ advertiser, sum }) => ({ advertiser, ...sum })),
  ads: rows.slice(0, AD_REPORT_SHOWN),
})

/** The same as rows of a file, its head first, with the name of the one placement that was counted: the ads of each advertiser and their total, and at the end the total of all. */
export function listReportTable(
  rows: readonly AdCounts[],
  placement: string | undefined,
  { from, to, timeZone }: Period,
  locale: Locale,
): (string | number | null)[][] {
  const [head, words] = [adFileHeads[locale], adFileWords[locale]]
  const period = [placement ?? words.all, from, to, timeZone]
  return [
    [
      head.advertiser,
      head.name,
      head.placement,
      head.firstDay,
      head.lastDay,
      head.timeZone,
      head.impressions,
      head.viewable,
      head.clicks,
      head.clickThrough,
    ],
    ...byAdvertiser(rows).flatMap(({ advertiser, ads, sum }) => [
      ...ads.map((ad) => [ad.advertiser, ad.name, ...period, ...countCells(ad)]),
      [advertiser, words.totalOf(advertiser), ...period, ...countCells(sum)],
    ]),
    ['', words.total, ...period, ...countCells(sumOf(rows))],
  ]
}
