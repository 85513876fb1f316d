import { replicaState } from '../../../db/read-replica.ts'
import type { HealthCheck } from '../health-check.ts'

/** How old what the replica lacks is. */
export const replicaCheck: HealthCheck = {
  name: 'replica',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'bad',
  async measure({ db, replica }) {
    if (!replica) return { value: null, state: 'good', cause: 'not_configured' }
    const { lagMs } = await replicaState(db, replica.db)
    if (lagMs === Infinity) return { value: null, state: 'bad', cause: 'no_answer' }
    return { value: Math.max(0, lagMs / 1000) }
  },
}
