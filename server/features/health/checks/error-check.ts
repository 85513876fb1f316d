import type { HealthCheck } from '../health-check.ts'
import { TURNS_OF_A_MINUTE } from '../health-probes.ts'

/** Below that, one failure would be a large share. */
const REQUESTS_LEAST = 20

/** Which share of the requests of the last minute failed on the server's side. */
export const errorCheck: HealthCheck = {
  name: 'errors',
  timeLimitMs: 1000,
  onFailure: 'unknown',
  measure({ requests }) {
    const { requests: count, failures } = requests.of(TURNS_OF_A_MINUTE)
    const value = count === 0 ? 0 : failures / count
    const facts = { requests: count }
    return count < REQUESTS_LEAST ? { value, facts, state: 'good', cause: 'few_requests' } : { value, facts }
  },
}
