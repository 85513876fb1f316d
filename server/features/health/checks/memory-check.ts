import type { HealthCheck } from '../health-check.ts'

/** Which share of its memory this process uses: of the machine or container, or of what JavaScript may take. */
export const memoryCheck: HealthCheck = {
  name: 'memory',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure({ process }) {
    const { share, used, heap, total } = process.memory()
    return { value: share, facts: { used, heap, total } }
  },
}
