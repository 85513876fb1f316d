import { chownSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../db/database.ts'
import { readPidFile } from '../db/embedded/server-process.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/job-queue.ts'
import { asServerAdmin, onDatabase, type TestPostgres } from './test-postgres.ts'

/** One PostgreSQL for a whole run of tests, with a migrated template to be copied; nothing of it is left after `stop`. */
export async function openTestPostgres(): Promise<TestPostgres & { stop: () => Promise<void> }> {
  const server = await openServer()
  const template = `copydesk_template_${process.pid}`
  const stop = once(async () => {
    await asServerAdmin(server.url, [`drop database if exists ${template} with (force)`])
    await server.stop()
    process.off('exit', server.abandon)
  })
  process.once('exit', server.abandon)
  try {
    // A copy is where its template is: from here on all in memory.
    const moves = ['template0', 'template1'].map((name) => `alter database ${name} set tablespace memory`)
    await asServerAdmin(server.url, [
      ...(server.memory ? [`create tablespace memory location '${server.memory}'`, ...moves] : []),
      `create database ${template}`,
    ])
    const database = createDatabase({ connectionString: onDatabase(server.url, template), statement_timeout: 0 })
    const prepare = async () => {
      await migrate(database.db)
      await migrateJobs(database.pool)
    }
    await prepare().finally(() => database.close())
    await asServerAdmin(server.url, [`alter database ${template} allow_connections false`])
  } catch (error) {
    await stop()
    throw error
  }
  return { url: server.url, template, stop }
}

/** TEST_DATABASE_URL, or an embedded one that trades durability for speed and leaves nothing behind. */
async function openServer() {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, memory: undefined, stop: async () => {}, abandon: () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-test-'))
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_wal_size: '4GB',
    max_connections: '300',
    // Making and dropping a database looks through all of it, for each test file.
    shared_buffers: '128MB',
    // What the planner knows depends on the test alone, not on who just came by.
    autovacuum: 'off',
  }
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings })
  const { host, port, user, database } = server.connection
  const memory = folderInMemory(join(server.location, 'cluster'))
  const remove = () => {
    for (const folder of [server.location, dataDir, ...(memory ? [memory] : [])])
      rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    memory,
    stop: async () => {
      await server.stop()
      remove()
    },
    // Ctrl+C ends vitest before its teardown, and PostgreSQL, in a session of its own, would stay
    abandon: () => {
      const running = readPidFile(server.location)
      if (running) process.kill(running.pid, 'SIGQUIT')
      remove()
    },
  }
}

const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
/** More than ten times what the databases of a whole run have at once. */
const ENOUGH_BYTES = 2e9

/**
 * A folder of the owner of `cluster` for databases that soon go again, in memory: each has a thousand files, and a disk that is asked for
 * them again and again may take a second for it. Undefined where the machine has too little of it.
 */
function folderInMemory(cluster: string): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    if (type !== TMPFS || Math.min(bavail * bsize, freemem()) < ENOUGH_BYTES) return undefined
    const { uid, gid } = statSync(cluster)
    const folder = mkdtempSync(join(MEMORY, 'copydesk-test-'))
    chownSync(folder, uid, gid)
    return folder
  } catch {
    return undefined
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= act())
}
