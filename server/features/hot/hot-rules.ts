import { hotRecentHours, hotWindowHours, type HotParts, type HotWindow } from '#contract/hot.ts'
import type { WeighedBuckets } from '../../events/event-store.ts'
import { bucketsOf, weightedHours, weightOf, type Bucket } from '../../events/hot-period.ts'

const HOUR = 3_600_000
const DAY_HOURS = 24
/** Keeps one reader more than usual from doubling a score. Views per hour. */
const SMOOTHING = 1
const LIFT_MOST = 4
export const WEEKS_COMPARED = 4

/** A window of another length forgets in proportion: the setting is what holds for 24 hours. In ms. */
export const halfLifeOf = (window: HotWindow, halfLifeHours: number): number =>
  (halfLifeHours * HOUR * hotWindowHours[window]) / DAY_HOURS

/** Where a window begins. Seven days begin with a full hour: minutes of that age are no longer kept. */
export function startOf(window: HotWindow, asOf: number): number {
  const from = asOf - hotWindowHours[window] * HOUR
  return window === '7d' ? Math.floor(from / HOUR) * HOUR : from
}

type Weighing = { all: WeighedBuckets; recent: WeighedBuckets; hours: number }

/** How the views of a window are weighed: all of it, its last part, and by what to divide for views per hour. */
export function weighingOf(window: HotWindow, asOf: number, halfLifeHours: number): Weighing {
  const halfLife = halfLifeOf(window, halfLifeHours)
  const { minutes, hours } = bucketsOf(startOf(window, asOf), asOf)
  const recentFrom = asOf - hotRecentHours[window] * HOUR
  const weigh = (buckets: readonly Bucket[]) =>
    new Map(buckets.map((bucket) => [bucket.from, weightOf(bucket, asOf, halfLife)]))
  const isRecent = ({ from }: Bucket) => from >= recentFrom
  return {
    all: { minutes: weigh(minutes), hours: weigh(hours) },
    recent: { minutes: weigh(minutes.filter(isRecent)), hours: weigh(hours.filter(isRecent)) },
    hours: weightedHours([...minutes, ...hours], asOf, halfLife),
  }
}

/** The same window some weeks earlier, by hours alone: an hour that lies partly in it weighs as much less. */
export function weighingOfWeek(window: HotWindow, asOf: number, halfLifeHours: number, weeks: number) {
  const to = asOf - weeks * 7 * DAY_HOURS * HOUR
  const from = to - (asOf - startOf(window, asOf))
  const halfLife = halfLifeOf(window, halfLifeHours)
  const buckets: Bucket[] = []
  for (let hour = Math.floor(from / HOUR) * HOUR; hour < to; hour += HOUR)
    buckets.push({ from: Math.max(hour, from), to: Math.min(hour + HOUR, to) })
  const weights = buckets.map((bucket): [number, number] => [
    Math.floor(bucket.from / HOUR) * HOUR,
    (weightOf(bucket, to, halfLife) * (bucket.to - bucket.from)) / HOUR,
  ])
  return { from, buckets: { minutes: new Map(), hours: new Map(weights) }, hours: weightedHours(buckets, to, halfLife) }
}

/**
 * The score of an article, in views per hour: the weighed rate times the lift.
 * @param usual the rates of earlier weeks that can be compared with; none: no lift
 * @param liftMost how many times more readers than usual count at most; as many times fewer count at least
 */
export function scoreOf(recent: number, all: number, usual: readonly number[], liftMost = LIFT_MOST) {
  const mean = usual.length > 0 ? usual.reduce((sum, rate) => sum + rate, 0) / usual.length : null
  const lift = mean === null ? null : clamped((all + SMOOTHING) / (mean + SMOOTHING), liftMost)
  const parts: HotParts = { recent, earlier: all - recent, lift: all * ((lift ?? 1) - 1) }
  return { score: parts.recent + parts.earlier + parts.lift, parts, lift, usual: mean }
}

const clamped = (lift: number, most: number) => Math.min(most, Math.max(1 / most, lift))
