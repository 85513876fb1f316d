import type { Forecast } from '#contract/ad-insight.ts'
import { HOUR, paceOf, type Curve, type Flight } from './pacing-rules.ts'

/** What is known of an ad’s delivery at a moment. */
export type Progress = {
  flight: Flight
  curve: Curve
  /** Impressions or clicks, whichever the goal counts; impressions without a goal. */
  delivered: number
  goal: number | null
  isEven: boolean
}

/** Of the usual deviation of a count, and of what days differ by from each other. */
const COUNT_DEVIATIONS = 2
const DAYS_DIFFER = 0.1

/**
 * What is to be expected: each usual view to come brings as much as each of those until now did. Even pacing makes up for what is
 * missing as long as there are views for it, so it is not taken to fall behind for having been behind once.
 */
export function forecastOf({ flight, curve, delivered, goal, isEven }: Progress, now: number): Forecast {
  const expectedByNow = goal === null ? null : goal * curve.dueBy(now)
  const seen = curve.viewsBetween(flight.startsAt, now)
  const left = curve.viewsBetween(now, flight.endsAt)
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
  const rates = { low: rate * Math.max(0, 1 - deviation), expected: rate, high: rate * (1 + deviation) }
  const bounded = (count: number) => (goal === null ? count : Math.min(goal, count))
  const isOnItsWay = isEven && goal !== null && base.pace !== 'behind'
  const atEnd = {
    low: bounded(delivered + rates.low * left),
    expected: isOnItsWay ? goal : bounded(delivered + rates.expected * left),
    high: bounded(delivered + rates.high * left),
  }
  const finishAt = (perView: number) => {
    if (goal === null || perView <= 0) return null
    return timeOfViews(curve, flight, now, (goal - delivered) / perView)
  }
  const expected = finishAt(rates.expected)
  return {
    ...base,
    finish: { expected, earliest: finishAt(rates.high), latest: finishAt(rates.low) },
    atEnd: { ...atEnd, high: Math.max(atEnd.high, atEnd.expected), low: Math.min(atEnd.low, atEnd.expected) },
  }
}

/** When so many usual views will have been; null where that is after the flight. */
function timeOfViews(curve: Curve, flight: Flight, from: number, views: number): string | null {
  if (curve.viewsBetween(from, flight.endsAt) < views) return null
  let [low, high] = [from, flight.endsAt]
  while (high - low > HOUR / 60) {
    const middle = (low + high) / 2
    if (curve.viewsBetween(from, middle) < views) low = middle
    else high = middle
  }
  return new Date(high).toISOString()
}
