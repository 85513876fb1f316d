import { zoneOffsetAt } from '#contract/zoned-time.ts'

export const HOUR = 3_600_000
const DAY_HOURS = 24
const WEEK_HOURS = 168
/** A flight longer than this is paced evenly by the clock alone. */
const CURVE_HOURS_MOST = 30_000
/** Even delivery aims at finishing before this last part of the usual views, so that a quiet last hour costs nothing. */
const LEAD = 0.02
/** A slot that was seen in fewer weeks leans on what is usual at that hour of all days, by so many weeks. */
const LEANING_WEEKS = 1

/** Usual page views of each hour of the week in UTC, from Monday 00:00; never zero. */
export type ViewProfile = readonly number[]
export const flatProfile: ViewProfile = Array.from({ length: WEEK_HOURS }, () => 1)

/** 1970-01-01 was a Thursday. */
const hourOfWeek = (time: number): number => (Math.floor(time / HOUR) + 3 * DAY_HOURS) % WEEK_HOURS

/**
 * The usual week, from views by the hour.
 * @param views start of the hour and its views; hours without views may be left out
 * @param period the full hours that were looked at
 */
export function profileOf(
  views: readonly { hour: string; views: number }[],
  period: { from: number; to: number },
): ViewProfile {
  const sums = Array.from({ length: WEEK_HOURS }, () => 0)
  const weeks = Array.from({ length: WEEK_HOURS }, () => 0)
  for (let time = period.from; time < period.to; time += HOUR) weeks[hourOfWeek(time)]! += 1
  for (const { hour, views: count } of views) sums[hourOfWeek(Date.parse(hour))]! += count
  const total = sums.reduce((sum, count) => sum + count, 0)
  const hours = weeks.reduce((sum, count) => sum + count, 0)
  if (total === 0 || hours === 0) return flatProfile
  const mean = total / hours
  const daily = Array.from({ length: DAY_HOURS }, (_, hour) => {
    const slots = sums.flatMap((_sum, slot) => (slot % DAY_HOURS === hour ? [slot] : []))
    const seen = slots.reduce((sum, slot) => sum + weeks[slot]!, 0)
    return (slots.reduce((sum, slot) => sum + sums[slot]!, 0) + LEANING_WEEKS * mean) / (seen + LEANING_WEEKS)
  })
  return sums.map((sum, slot) => (sum + LEANING_WEEKS * daily[slot % DAY_HOURS]!) / (weeks[slot]! + LEANING_WEEKS))
}

/** When an ad may be shown. Times in ms since 1970; `isHourOpen` by the hour of the day in `timeZone`; undefined: all hours. */
export type Flight = {
  startsAt: number
  endsAt: number
  timeZone: string
  isHourOpen: ((hour: number) => boolean) | undefined
}

/** How a goal is spread over a flight. */
export type Curve = {
  /** The part that is due by this time: 0–1. */
  dueBy: (time: number) => number
  /** Usual views between two times within the flight. */
  viewsBetween: (from: number, to: number) => number
}

/** Spreads a goal over a flight as views usually spread over the week. */
export function curveOf(flight: Flight, profile: ViewProfile): Curve {
  const { startsAt, endsAt } = flight
  const first = Math.floor(startsAt / HOUR)
  const count = Math.ceil(endsAt / HOUR) - first
  if (count > CURVE_HOURS_MOST || count <= 0) return byTheClock(flight)
  const sums = new Float64Array(count + 1)
  for (let n = 0; n < count; n++) {
    const from = Math.max(startsAt, (first + n) * HOUR)
    const to = Math.min(endsAt, (first + n + 1) * HOUR)
    const weight = isOpenAt(flight, from) ? profile[hourOfWeek(from)]! * ((to - from) / HOUR) : 0
    sums[n + 1] = sums[n]! + weight
  }
  const total = sums[count]!
  if (total === 0) return byTheClock(flight)
  const viewsUntil = (time: number) => {
    const bounded = Math.min(endsAt, Math.max(startsAt, time))
    const n = Math.min(count - 1, Math.floor(bounded / HOUR) - first)
    const from = Math.max(startsAt, (first + n) * HOUR)
    const to = Math.min(endsAt, (first + n + 1) * HOUR)
    const part = to > from ? (bounded - from) / (to - from) : 0
    return sums[n]! + (sums[n + 1]! - sums[n]!) * part
  }
  return {
    dueBy: (time) => viewsUntil(time) / total,
    viewsBetween: (from, to) => viewsUntil(to) - viewsUntil(from),
  }
}

const isOpenAt = ({ isHourOpen, timeZone }: Flight, time: number): boolean =>
  isHourOpen === undefined || isHourOpen(hourIn(time, timeZone))

/** The hour of the day in the zone. */
export const hourIn = (time: number, timeZone: string): number =>
  new Date(time + zoneOffsetAt(time, timeZone)).getUTCHours()

function byTheClock({ startsAt, endsAt }: Flight): Curve {
  const length = Math.max(1, endsAt - startsAt)
  const dueBy = (time: number) => Math.min(1, Math.max(0, (time - startsAt) / length))
  return { dueBy, viewsBetween: (from, to) => ((dueBy(to) - dueBy(from)) * length) / HOUR }
}

/** How many of the goal may have been delivered by this time under even pacing. */
export function allowanceAt(curve: Curve, amount: number, time: number): number {
  // Ahead in numbers, not in time: hours ahead of it the curve would be that of another part of the day.
  const part = Math.min(1, curve.dueBy(time) / (1 - LEAD))
  return Math.max(1, Math.ceil(amount * part))
}

/** How far delivery is from what is expected by now; a few single ones decide nothing. */
export function paceOf(delivered: number, expected: number): 'behind' | 'on_track' | 'ahead' {
  const slack = Math.max(2, expected * 0.05)
  if (delivered < expected - slack) return 'behind'
  return delivered > expected + slack ? 'ahead' : 'on_track'
}
