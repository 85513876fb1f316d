const HOUR = 3_600_000
const MINUTE = 60_000

/** A stretch of time counted as one, in ms since 1970. */
export type Bucket = { from: number; to: number }

/**
 * How a period is cut: whole hours inside, minutes at its ends, and nothing but minutes where it is shorter than two hours.
 * The last bucket ends where the period ends.
 */
export function bucketsOf(from: number, to: number): { minutes: Bucket[]; hours: Bucket[] } {
  const isShort = to - from < 2 * HOUR
  const firstHour = isShort ? to : Math.ceil(from / HOUR) * HOUR
  const lastHour = isShort ? to : Math.floor(to / HOUR) * HOUR
  return {
    minutes: [...cut(from, Math.min(firstHour, to), MINUTE), ...(isShort ? [] : cut(lastHour, to, MINUTE))],
    hours: cut(firstHour, lastHour, HOUR),
  }
}

function cut(from: number, to: number, step: number): Bucket[] {
  if (from >= to) return []
  const buckets: Bucket[] = []
  for (let at = Math.floor(from / step) * step; at < to; at += step)
    buckets.push({ from: at, to: Math.min(at + step, to) })
  return buckets
}

/** What a view of this bucket weighs at `asOf`: half as much for each half-life that has passed since its middle. */
export const weightOf = ({ from, to }: Bucket, asOf: number, halfLife: number): number =>
  2 ** (-Math.max(0, asOf - (from + to) / 2) / halfLife)

/** The weight of all buckets together, in hours: views weighed and divided by it are views per hour. */
export const weightedHours = (buckets: readonly Bucket[], asOf: number, halfLife: number): number =>
  buckets.reduce((sum, bucket) => sum + (weightOf(bucket, asOf, halfLife) * (bucket.to - bucket.from)) / HOUR, 0)
