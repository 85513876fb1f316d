import type { HealthCheck } from '../health-check.ts'

/** Which share of all processors this process uses. */
export const cpuCheck: HealthCheck = {
  name: 'cpu',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure: ({ process }) => ({ value: process.cpuShare(), facts: { load: process.load() } }),
}
