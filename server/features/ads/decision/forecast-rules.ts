import type { Forecast } from '#contract/ad-insight.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import { nextDay, startOfDay } from '../ad-report-rules.ts'
import { HOUR, paceOf, type Curve, type Flight } from './pacing-rules.ts'

/** What is known of an ad’s delivery at a moment. */
export type Progress = {
  flight: Flight
  curve: Curve
  /** Impressions or clicks, whichever the goal counts; impressions without a goal. */
  delivered: number
  goal: number | null
  isEven: boolean
  /** The most that one day of the flight’s time zone can bring, of what the goal counts, and what today brought. Left out: no cap. */
  daily?: { most: number; today: number } | undefined
}

/** Of the usual deviation of a count, and of what days differ by from each other. */
const COUNT_DEVIATIONS = 2
const DAYS_DIFFER = 0.1
/** Days of a cap that are looked at one by one; what is left of a longer flight is taken as one part. */
const DAYS_SINGLE = 800
const DAY = 24 * HOUR
/** When clocks are set back. */
const LONGEST_DAY = 26 * HOUR

/**
 * What is to be expected: each usual view to come brings as much as each of those until now did, up to the daily cap. Even pacing
 * makes up for what is missing as long as there are views for it, so it is not taken to fall behind for having been behind once.
 */
export function forecastOf({ flight, curve, delivered, goal, isEven, daily }: Progress, now: number): Forecast {
  const expectedByNow = goal === null || now < flight.startsAt ? null : goal * curve.dueBy(now)
  const seen = curve.viewsBetween(flight.startsAt, now)
  const base = {
    at: new Date(now).toISOString(),
    goal,
    delivered,
    pace: expectedByNow === null ? null : paceOf(delivered, expectedByNow),
  }
  const isReached = goal !== null && delivered >= goal
  if (isReached || now >= flight.endsAt)
    return {
      ...base,
      finish: { expected: null, earliest: null, latest: null },
      atEnd: { expected: delivered, low: delivered, high: delivered },
    }
  if (seen <= 0 || delivered === 0)
    return { ...base, finish: { expected: null, earliest: null, latest: null }, atEnd: null }

  const rate = delivered / seen
  const deviation = COUNT_DEVIATIONS / Math.sqrt(delivered) + DAYS_DIFFER
  const parts = partsAhead(flight, now, daily)
  const wanted = goal === null ? Infinity : goal - delivered
  const [low, expected, high] = [rate * Math.max(0, 1 - deviation), rate, rate * (1 + deviation)].map((perView) =>
    deliveredIn(parts, curve, perView, wanted),
  )
  const capacity = parts.reduce((sum, { most }) => sum + most, 0)
  const isOnItsWay = isEven && goal !== null && base.pace !== 'behind'
  const atEnd = delivered + (isOnItsWay ? Math.min(wanted, capacity) : expected!.count)
  return {
    ...base,
    finish: { expected: expected!.reachedAt, earliest: high!.reachedAt, latest: low!.reachedAt },
    atEnd: {
      expected: atEnd,
      low: Math.min(atEnd, delivered + low!.count),
      high: Math.max(atEnd, delivered + high!.count),
    },
  }
}

/** A part of what is left of a flight, and the most that it can bring. */
type Part = { from: number; to: number; most: number }

function partsAhead({ endsAt, timeZone }: Flight, now: number, daily: Progress['daily']): Part[] {
  if (!daily) return [{ from: now, to: endsAt, most: Infinity }]
  const parts: Part[] = []
  let day = wallTimeAt(now, timeZone).slice(0, 10)
  let from = now
  while (from < endsAt && parts.length < DAYS_SINGLE) {
    day = nextDay(day)
    const to = Math.min(endsAt, Math.max(from, startOfDay(day, timeZone)))
    parts.push({ from, to, most: from === now ? Math.max(0, daily.most - daily.today) : daily.most })
    from = to
  }
  if (from < endsAt) parts.push({ from, to: endsAt, most: daily.most * Math.ceil((endsAt - from) / DAY) })
  return parts
}

/** What these parts bring until so many are reached, and when that is; null where they bring fewer. */
function deliveredIn(
  parts: readonly Part[],
  curve: Curve,
  perView: number,
  wanted: number,
): { count: number; reachedAt: string | null } {
  let count = 0
  for (const { from, to, most } of parts) {
    const brought = Math.min(most, perView * curve.viewsBetween(from, to))
    if (brought > 0 && count + brought >= wanted) {
      // Within a day as fast as it goes; a part of many days is spread evenly.
      const speed = to - from > LONGEST_DAY ? brought / curve.viewsBetween(from, to) : perView
      return { count: wanted, reachedAt: timeOfViews(curve, { from, to }, (wanted - count) / speed) }
    }
    count += brought
  }
  return { count, reachedAt: null }
}

/** When so many usual views of a time will have been. */
function timeOfViews(curve: Curve, { from, to }: { from: number; to: number }, views: number): string {
  let [low, high] = [from, to]
  while (high - low > HOUR / 60) {
    const middle = (low + high) / 2
    if (curve.viewsBetween(from, middle) < views) low = middle
    else high = middle
  }
  return new Date(high).toISOString()
}
