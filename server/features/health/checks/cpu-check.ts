import type { HealthCheck } from '../health-check.ts'

/** Which share of all processors the whole machine used in the last minutes, and this process beside it. */
export const cpuCheck: HealthCheck = {
  name: 'cpu',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure({ process }) {
    const { share, lasts } = process.machineShare()
    const facts = { processShare: process.cpuShare(), load: process.load() }
    return { value: share, ...(!lasts && { state: 'good' as const, cause: 'short_time' as const }), facts }
  },
}
