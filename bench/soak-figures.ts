import { figuresOf, type Figures } from './measure.ts'

export type Minute = {
  reads: number
  writes: number
  /** Answered with anything but 2xx, or not at all. */
  failed: number
  /** Had to wait for a connection. */
  late: number
  /** Of reads, in milliseconds. */
  times: number[]
  /** At the end of the minute, in megabytes: what the process takes, and what it keeps when its garbage was collected. */
  before: number
  megabytes: number
}

const MOST_SLOPE = 1
/** Caches fill and code is compiled in the first part. */
const WARM_UP = 0.2

/**
 * How many calls have begun at a rate that grows from 0 to 1 a second.
 * @param seconds since the load began
 * @param rampUp in how many seconds the rate is reached
 */
export const begunBy = (seconds: number, rampUp: number): number =>
  seconds < rampUp ? seconds ** 2 / (2 * rampUp) : seconds - rampUp / 2

/** A row of the table. */
export function minuteLine(minute: number, { reads, writes, failed, late, times, before, megabytes }: Minute): string {
  const { p50, p95 } = figuresOf(times)
  return `| ${[minute, reads, writes, failed, late, `${p50.toFixed(1)} / ${p95.toFixed(1)}`, `${before.toFixed(0)} / ${megabytes.toFixed(0)}`].join(' | ')} |`
}

/** Megabytes a minute, by least squares, without the first part. */
export function memorySlope(minutes: readonly Pick<Minute, 'megabytes'>[]): number {
  const kept = minutes.map(({ megabytes }, at) => [at, megabytes] as const).slice(Math.floor(minutes.length * WARM_UP))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(kept.map(([at]) => at)), mean(kept.map(([, megabytes]) => megabytes))]
  const spread = kept.reduce((sum, [at]) => sum + (at - x) ** 2, 0)
  return kept.reduce((sum, [at, megabytes]) => sum + (at - x) * (megabytes - y), 0) / spread
}

/** The last lines, and whether no answer failed and memory does not grow. */
export function soakSummary(minutes: readonly Minute[], times: Figures) {
  const sum = (pick: (minute: Minute) => number) => minutes.reduce((total, minute) => total + pick(minute), 0)
  const slope = memorySlope(minutes)
  const failed = sum(({ failed: count }) => count)
  const isGood = failed === 0 && !(slope >= MOST_SLOPE)
  const lines = [
    '',
    `| minutes | reads | writes | not 2xx | late | read p50 / p95, ms | memory after garbage collection, MB | slope, MB a minute | verdict |`,
    `|${'---|'.repeat(9)}`,
    `| ${[
      minutes.length,
      sum(({ reads }) => reads).toLocaleString('en'),
      sum(({ writes }) => writes).toLocaleString('en'),
      failed,
      sum(({ late }) => late).toLocaleString('en'),
      `${times.p50.toFixed(1)} / ${times.p95.toFixed(1)}`,
      `${minutes[0]?.megabytes.toFixed(0)} to ${minutes.at(-1)?.megabytes.toFixed(0)}`,
      slope.toFixed(2),
      isGood ? 'good' : 'FAILED',
    ].join(' | ')} |`,
  ]
  return { lines, isGood }
}
