import { worseOf, type HealthCheckName, type HealthState } from '#contract/health-checks.ts'
import type { HealthMeasurement } from '#contract/health.ts'

/** A process and what it measured. */
export type Report = { process: string; checks: readonly HealthMeasurement[] }
export type Worst = { process: string; check: HealthMeasurement }

/** Of each check the worst measurement of all processes; of equal ones the one that has lasted longest. */
export function worstOf(reports: readonly Report[]): Map<HealthCheckName, Worst> {
  const worst = new Map<HealthCheckName, Worst>()
  for (const { process, checks } of reports)
    for (const check of checks) {
      const known = worst.get(check.name)
      const isWorse =
        known && known.check.state !== check.state && worseOf(known.check.state, check.state) === check.state
      const isOlder = known?.check.state === check.state && check.since < known.check.since
      if (!known || isWorse || isOlder) worst.set(check.name, { process, check })
    }
  return worst
}

export type IncidentStep = 'open' | 'worsen' | 'close' | 'none'

/**
 * What becomes of the incident of a check: it opens with the first warning, worsens once, and closes when the check is good
 * again. What cannot be measured neither opens nor closes it.
 */
export function nextIncidentStep(open: 'warning' | 'bad' | undefined, now: HealthState): IncidentStep {
  if (now === 'unknown') return 'none'
  if (now === 'good') return open ? 'close' : 'none'
  if (!open) return 'open'
  return open === 'warning' && now === 'bad' ? 'worsen' : 'none'
}

const DAY_RANK: readonly HealthState[] = ['unknown', 'good', 'warning', 'bad']
/** The state of a day: the worst of it, where unknown counts only if nothing else was measured. */
export const worseOfDay = (one: HealthState | undefined, other: HealthState): HealthState =>
  one !== undefined && DAY_RANK.indexOf(one) >= DAY_RANK.indexOf(other) ? one : other
