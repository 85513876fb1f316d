import type { HealthCheck } from '../health-check.ts'

/** The longest time for which this process was busy with one piece of work, and could answer no one. */
export const eventLoopCheck: HealthCheck = {
  name: 'event_loop',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure: ({ process }) => ({ value: process.longestDelay() }),
}
