import type { HealthCause, HealthCheckName, HealthFact, HealthState } from '#contract/health-checks.ts'
import type { HealthProbes } from './health-probes.ts'

/** What a check found. Left out: the state follows from the value, the cause from the state. */
export type Finding = {
  value: number | null
  state?: HealthState
  cause?: HealthCause
  detail?: string
  facts?: Partial<Record<HealthFact, number>>
}

/** One measured value. `measure` may throw and may take as long as it likes: the monitor limits it. */
export type HealthCheck = {
  name: HealthCheckName
  timeLimitMs: number
  /** Measured only every so many turns, where measuring costs something. */
  everyTurns?: number
  /** Without an answer of the database it is unknown. */
  needsDatabase?: true
  /** What a failure or a missing answer means: `bad` where the check measures just that, else `unknown`. */
  onFailure: 'bad' | 'unknown'
  measure: (probes: HealthProbes) => Promise<Finding> | Finding
}
