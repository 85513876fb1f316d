import type { Kysely } from 'kysely'
import type { AdReport, Forecast } from '#contract/ad-insight.ts'
import type { Tables } from '../../db/tables.ts'
import type { AdCounts, EventStore } from '../../events/event-store.ts'
import { momentOf, wallTimeAt } from '#contract/zoned-time.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import type { AdRow } from './ad-queries.ts'
import type { AdViewer } from './ad-viewer-queries.ts'
import { flightOf } from './decision/flight-rules.ts'
import { forecastOf } from './decision/forecast-rules.ts'
import { curveOf } from './decision/pacing-rules.ts'

const DAY_MS = 86_400_000
const DAYS_SHOWN = 30
const DAYS_MOST = 800
const counts = ({ impressions, viewable, clicks }: AdCounts) => ({ impressions, viewable, clicks })
const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
/** A day that begins within the hour that is skipped begins an hour later. */
const startOf = (day: string, zone: string) => momentOf(`${day}T00:00`, zone) ?? momentOf(`${day}T01:00`, zone) ?? 0

/** What is to be expected of an ad. Without start or end there is only what was delivered. */
export function adForecast(row: AdRow, { profile, now }: Pick<AdViewer, 'profile' | 'now'>): Forecast {
  const { goal, pacing } = row.fields
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
  return forecastOf({ flight, curve: curveOf(flight, profile), delivered, goal: goal.amount, isEven }, now)
}

type Period = { from?: string | undefined; to?: string | undefined }

/** Delivery of an ad by day, placement, hour and device. Days and hours in its time zone. */
export async function adReport(
  db: Kysely<Tables>,
  store: EventStore,
  viewer: AdViewer,
  row: AdRow,
  { from: givenFrom, to: givenTo }: Period,
): Promise<AdReport> {
  const { timeZone, goal } = row.fields
  const today = wallTimeAt(viewer.now, timeZone).slice(0, 10)
  const to = givenTo ?? today
  const from =
    givenFrom ?? new Date(Date.parse(`${to}T00:00:00Z`) - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10)
  const period = { from: new Date(startOf(from, timeZone)), to: new Date(startOf(nextDay(to), timeZone)) }
  const [series, places, hours, devices] = await Promise.all([
    store.adSeries(row.id, period, 'day', timeZone),
    store.adBy(row.id, 'placement', period),
    store.adBy(row.id, 'hour', period, timeZone),
    store.adBy(row.id, 'device', period),
  ])
  const names = new Map(
    (
      await placementRefs(
        db,
        places.map(({ key }) => key),
      )
    ).map(({ id, name }) => [id, name]),
  )
  const byDay = new Map(series.map(({ at, ...found }) => [wallTimeAt(Date.parse(at), timeZone).slice(0, 10), found]))
  const flight = flightOf(row)
  const curve =
    flight && goal.amount !== null && goal.kind === 'impressions' ? curveOf(flight, viewer.profile) : undefined
  const days: AdReport['days'] = []
  for (let day = from; day <= to && days.length < DAYS_MOST; day = nextDay(day)) {
    const due = (time: number) => (curve?.dueBy(time) ?? 0) * (goal.amount ?? 0)
    const expected = curve ? due(startOf(nextDay(day), timeZone)) - due(startOf(day, timeZone)) : null
    days.push({ day, ...counts(byDay.get(day) ?? { impressions: 0, viewable: 0, clicks: 0 }), expected })
  }
  return {
    from,
    to,
    totals: counts(row),
    days,
    placements: places.map(({ key, ...found }) => ({ id: key, name: names.get(key) ?? '', ...counts(found) })),
    hours: hours
      .map(({ key, ...found }) => ({ hour: Number(key), ...counts(found) }))
      .toSorted((one, other) => one.hour - other.hour),
    devices: devices.map(({ key, ...found }) => ({ device: deviceOf(key), ...counts(found) })),
    forecast: adForecast(row, viewer),
  }
}

const deviceOf = (key: string): AdReport['devices'][number]['device'] =>
  key === 'desktop' || key === 'phone' || key === 'tablet' ? key : 'unknown'

/** The days of a report as rows of a file, its head first. */
export const reportTable = ({ days }: AdReport): (string | number | null)[][] => [
  ['day', 'impressions', 'viewable', 'clicks', 'expected'],
  ...days.map(({ day, impressions, viewable, clicks, expected }) => [day, impressions, viewable, clicks, expected]),
]
