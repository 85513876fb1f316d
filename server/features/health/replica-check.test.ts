import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startStreamingReplica } from '../../testing/streaming-replica.ts'
import { replicaCheck } from './checks/replica-check.ts'
import type { HealthProbes } from './health-probes.ts'
import { measurementOf } from './health-state-rules.ts'

const { primary, replica, stopReplica } = await startStreamingReplica()
const reads = { db: replica.db, deliveryDb: replica.db, isFreshFor: async () => true, giveUp: () => undefined }
const probes = { db: primary.db, replica: reads } as unknown as HealthProbes
const state = async () => {
  const found = await Promise.resolve(replicaCheck.measure(probes)).catch(() => ({
    value: null,
    state: replicaCheck.onFailure,
  }))
  return measurementOf('replica', found).state
}
const write = () =>
  sql`insert into setting (key, value) values ('beat', '{}') on conflict (key) do update set updated_at = now()`.execute(
    primary.db,
  )

it('F1 a replica that falls behind, and catches up; one that is lost is bad', async () => {
  await write()
  await expect.poll(state).toBe('good')
  await sql`select pg_wal_replay_pause()`.execute(replica.db)
  await write()
  await expect.poll(state, { timeout: 15_000 }).toBe('warning')
  await sql`select pg_wal_replay_resume()`.execute(replica.db)
  await expect.poll(state).toBe('good')
  await stopReplica()
  await expect.poll(state).toBe('bad')
})
