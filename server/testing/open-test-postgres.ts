import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
    await asServerAdmin(server.url, [`create database ${template}`])
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
  if (url) return { url, stop: async () => {}, abandon: () => {} }
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
  const remove = () => {
    for (const folder of [server.location, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
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

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= act())
}
