import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, READ_ONLY_POOL } from '../db/database.ts'
import { placeOf } from '../db/embedded/place.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/job-queue.ts'
import { cleanUp } from './clean-up.ts'

const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '40' }
const quiet = () => undefined

/**
 * Two PostgreSQL servers of this test file's own: a migrated primary and a copy of its folder that follows it by streaming
 * replication. Call it at the top of the file.
 */
export async function startStreamingReplica() {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'copydesk-replica-'))) as [string, string]
  const [dataDir, replicaDir] = folders
  const first = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
  const preparing = createDatabase({ ...first.connection, statement_timeout: 0 })
  await migrate(preparing.db)
  await migrateJobs(preparing.pool)
  await preparing.close()
  await first.stop()

  const home = placeOf(replicaDir).home
  // With its owner, who may not be the one who runs the test.
  execFileSync('cp', ['-a', join(first.location, 'cluster'), join(home, 'cluster')])
  writeFileSync(join(home, 'cluster', 'standby.signal'), '', { mode: 0o644 })
  let primary = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
  const { host, port, user } = primary.connection
  const replica = await startEmbeddedPostgres({
    dataDir: replicaDir,
    log: quiet,
    settings: { ...settings, primary_conninfo: `host=${host} port=${port} user=${user}` },
  })
  const written = createDatabase(primary.connection)
  const read = createDatabase({ ...replica.connection, ...READ_ONLY_POOL })
  let stopped: Promise<void> | undefined
  const stopReplica = () => (stopped ??= replica.stop())
  const stopPrimary = () => primary.stop()
  const startPrimary = async () => {
    primary = await startEmbeddedPostgres({ dataDir, log: quiet, settings })
  }
  cleanUp(async () => {
    await Promise.all([written.close(), read.close()])
    await stopReplica()
    await primary.stop()
    for (const folder of [first.location, home, ...folders]) rmSync(folder, { recursive: true, force: true })
  })
  return { primary: written, replica: read, dataDir, stopReplica, stopPrimary, startPrimary }
}
