import { stateOfValue, type HealthCause, type HealthCheckName, type HealthState } from '#contract/health-checks.ts'
import type { HealthMeasurement } from '#contract/health.ts'
import type { Finding } from './health-check.ts'

type Measured = Pick<HealthMeasurement, 'state' | 'value' | 'cause' | 'detail' | 'facts'>

/** The state and cause of what a check found. */
export function measurementOf(name: HealthCheckName, found: Finding): Measured {
  const { value, detail = '', facts = {} } = found
  const state = found.state ?? (value === null ? 'unknown' : stateOfValue(name, value))
  return { state, value, cause: found.cause ?? causeOf(state), detail, facts }
}

const causeOf = (state: HealthState): HealthCause | null =>
  state === 'warning' || state === 'bad' ? 'over_limit' : state === 'unknown' ? 'not_measured' : null

const DETAIL_MOST = 200
/** What an error says, in one line and without the credentials of an address. */
export function detailOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const said = message || code || String(error)
  return (said.split('\n')[0] ?? '')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replace(/\b(password|secret|token|key)\b\s*[=:]\s*\S+/gi, '$1=…')
    .slice(0, DETAIL_MOST)
}
