/** Durations fall into buckets that grow by a tenth each: exact enough for percentiles, and small. */
const GROWTH = Math.log(1.1)
const LEAST_MS = 0.5
const BUCKETS = 160

type Slice = { counts: Uint32Array; requests: number; failures: number }
const newSlice = (): Slice => ({ counts: new Uint32Array(BUCKETS), requests: 0, failures: 0 })

export type RequestFigures = {
  requests: number
  failures: number
  /** Milliseconds; null: no request was answered. */
  p50: number | null
  p95: number | null
  p99: number | null
}

/** Counts the answers of this process in slices of one turn each, of which the newest are kept. */
export function createRequestFigures(kept: number) {
  let slices = [newSlice()]
  return {
    note(ms: number, failed: boolean) {
      const slice = slices[0]!
      const bucket = Math.floor(Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) / GROWTH)
      const at = Math.min(BUCKETS - 1, bucket)
      slice.counts[at] = (slice.counts[at] ?? 0) + 1
      slice.requests++
      if (failed) slice.failures++
    },
    /** Begins the next slice. */
    turn() {
      slices = [newSlice(), ...slices].slice(0, kept)
    },
    /** The newest slices together; the one that is being filled counts as the first. */
    of: (count: number): RequestFigures => figuresOf(slices.slice(0, count)),
  }
}

function figuresOf(slices: readonly Slice[]): RequestFigures {
  const requests = slices.reduce((sum, slice) => sum + slice.requests, 0)
  const failures = slices.reduce((sum, slice) => sum + slice.failures, 0)
  const percentile = (share: number) => {
    if (requests === 0) return null
    let left = Math.ceil(requests * share)
    for (let at = 0; at < BUCKETS; at++) {
      left -= slices.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)
      if (left <= 0) return Math.round(LEAST_MS * Math.exp(GROWTH * (at + 0.5)) * 10) / 10
    }
    return null
  }
  return { requests, failures, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
}
