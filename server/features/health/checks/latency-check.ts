import type { HealthCheck } from '../health-check.ts'
import { TURNS_OF_A_MINUTE } from '../health-probes.ts'

/** In which time 95 of 100 requests of the last minute were answered. */
export const latencyCheck: HealthCheck = {
  name: 'latency',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure({ requests }) {
    const { p50, p95, p99, requests: count } = requests.of(TURNS_OF_A_MINUTE)
    if (p50 === null || p95 === null || p99 === null) return { value: null, state: 'good', cause: 'few_requests' }
    return { value: p95, facts: { p50, p99, requests: count } }
  },
}
