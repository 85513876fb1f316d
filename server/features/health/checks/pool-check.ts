import type { HealthCheck } from '../health-check.ts'

/** How many requests of this process wait for a connection to the database. */
export const poolCheck: HealthCheck = {
  name: 'pool',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure: ({ requestPool }) => ({
    value: requestPool.waitingCount,
    facts: {
      connections: requestPool.totalCount - requestPool.idleCount,
      connectionsMost: requestPool.options.max,
    },
  }),
}
