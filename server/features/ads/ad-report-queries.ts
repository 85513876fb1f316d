import type { Kysely } from 'kysely'
import type { AdReport, Forecast } from '#contract/ad-insight.ts'
import type { AdContent } from '../../db/ad-tables.ts'
import type { Tables } from '../../db/tables.ts'
import type { Locale } from '#contract/locale.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import { adCounts, impressionsOn } from './ad-count-queries.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import type { AdRow } from './ad-queries.ts'
import { nextDay, type ReportDays, startOfDay as startOf } from './ad-report-rules.ts'
import { adFileHeads, countCells } from './ad-file-rules.ts'
import type { AdViewer } from './ad-viewer-queries.ts'
import { dayIn } from './decision/decision-rules.ts'
import { flightOf } from './decision/flight-rules.ts'
import { forecastOf } from './decision/forecast-rules.ts'
import { curveOf } from './decision/pacing-rules.ts'

const nothing = { impressions: 0, viewable: 0, clicks: 0 }
/**
 * What is to be expected of an ad. Without start or end there is only what was delivered.
 * @param today its impressions of today, in its time zone
 */
export function adForecast(row: AdRow, { profile, now }: Pick<AdViewer, 'profile' | 'now'>, today: number): Forecast {
  const { goal, pacing, dailyCap } = row.fields
  const flight = flightOf(row)
  const delivered = goal.kind === 'clicks' ? row.clicks : row.impressions
  if (!flight || row.approvedAt === null)
    return {
      at: new Date(now).toISOString(),
      pace: null,
      goal: goal.amount,
      delivered,
      finish: { expected: null, earliest: null, latest: null },
      atEnd: null,
    }
  const isEven = pacing === 'even' && goal.kind === 'impressions'
  // The cap is one of impressions: of clicks a day brings as many as they did until now.
  const perImpression = goal.kind === 'clicks' && row.impressions > 0 ? delivered / row.impressions : 1
  const daily = dailyCap === null ? undefined : { most: dailyCap * perImpression, today: today * perImpression }
  return forecastOf({ flight, curve: curveOf(flight, profile), delivered, goal: goal.amount, isEven, daily }, now)
}

/** Delivery of an ad by day, placement, hour and device. Days and hours in its time zone. */
export async function adReport(
  db: Kysely<Tables>,
  viewer: AdViewer,
  row: AdRow,
  { from, to }: ReportDays,
): Promise<AdReport> {
  const { timeZone, goal } = row.fields
  const period = { from: new Date(startOf(from, timeZone)), to: new Date(startOf(nextDay(to), timeZone)) }
  const { days: byDay, hours, placements, devices } = await adCounts(db, row.id, { ...period, timeZone })
  const refs = await placementRefs(
    db,
    placements.map(({ placement }) => placement),
  )
  const today = row.fields.dailyCap === null ? 0 : await impressionsOn(db, row.id, dayIn(viewer.now, timeZone))
  const names = new Map(refs.map(({ id, name }) => [id, name]))
  const flight = flightOf(row)
  const curve =
    flight && goal.amount !== null && goal.kind === 'impressions' ? curveOf(flight, viewer.profile) : undefined
  const days: AdReport['days'] = []
  for (let day = from; day <= to; day = nextDay(day)) {
    const due = (time: number) => (curve?.dueBy(time) ?? 0) * (goal.amount ?? 0)
    const expected = curve ? due(startOf(nextDay(day), timeZone)) - due(startOf(day, timeZone)) : null
    days.push({ day, ...(byDay.get(day) ?? nothing), expected })
  }
  return {
    from,
    to,
    totals: { impressions: row.impressions, viewable: row.viewable, clicks: row.clicks },
    days,
    placements: placements.map(({ placement, ...of }) => ({ id: placement, name: names.get(placement) ?? '', ...of })),
    hours,
    devices,
    forecast: adForecast(row, viewer, today),
  }
}

const round = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)))

/** The day on which an ad can have been shown first, in its time zone. */
export const firstDayOf = ({ startsAt, approvedAt, createdAt, fields }: AdRow): string =>
  wallTimeAt(Date.parse(startsAt ?? approvedAt ?? createdAt), fields.timeZone).slice(0, 10)

/** The days of a report as rows of a file, its head first; without the days before the ad, unless it was shown then. */
export function reportTable(
  { name, advertiser, timeZone }: AdContent,
  { days }: AdReport,
  firstDay: string,
  locale: Locale,
): (string | number | null)[][] {
  const head = adFileHeads[locale]
  const first = days.findIndex(({ day, impressions, clicks }) => day >= firstDay || impressions + clicks > 0)
  return [
    [
      head.name,
      head.advertiser,
      head.day,
      head.timeZone,
      head.impressions,
      head.viewable,
      head.clicks,
      head.clickThrough,
      head.expected,
    ],
    ...(first < 0 ? [] : days.slice(first)).map(({ day, expected, ...of }) => [
      name,
      advertiser,
      day,
      timeZone,
      ...countCells(of),
      round(expected, 2),
    ]),
  ]
}
