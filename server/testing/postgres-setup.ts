/** Runs once for all server tests: one PostgreSQL, one migrated template that every test file copies. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { asServerAdmin, onDatabase, type TestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

export async function setup(project: TestProject) {
  const server = await openServer()
  const template = `copydesk_template_${process.pid}`
  const tearDown = once(async () => {
    await asServerAdmin(server.url, [`drop database if exists ${template} with (force)`])
    await server.stop()
  })
  stopOnSignals(tearDown)
  try {
    await asServerAdmin(server.url, [`create database ${template}`])
    const database = createDatabase({ connectionString: onDatabase(server.url, template) })
    await migrate(database.db).finally(() => database.close())
    await asServerAdmin(server.url, [`alter database ${template} allow_connections false`])
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('postgres', { url: server.url, template })
  return tearDown
}

/** TEST_DATABASE_URL, or an embedded one that trades durability for speed and leaves nothing behind. */
async function openServer() {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-test-'))
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '4GB' }
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings })
  const { host, port, user, database } = server.connection
  return {
    url: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    stop: async () => {
      await server.stop()
      for (const folder of [server.location, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= act())
}

/** vitest leaves without its teardown on a second Ctrl+C; PostgreSQL lives in its own session and would stay. */
function stopOnSignals(tearDown: () => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void tearDown())
}
