import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, runServer } from '../../e2e/support/running-server.ts'
import { createDatabase, type Database } from '../../server/db/database.ts'
import { superuser } from '../../server/db/embedded/cluster.ts'
import { placeOf } from '../../server/db/embedded/place.ts'
import { readPidFile, stopServer } from '../../server/db/embedded/server-process.ts'
import { startEmbeddedPostgres } from '../../server/db/embedded/start-embedded-postgres.ts'

/** A server as it ships, on folders and a PostgreSQL of its own, that faults are done to. */
export type Site = {
  url: string
  dataDir: string
  /** Ends the run. */
  signal: AbortSignal
  /** For what the runner itself looks up; a fault on the way of the server to its database does not reach it. */
  database: Database
  server: () => ReturnType<typeof runServer>
  /** Starts the server again after its end, as it was started last, and waits until it is ready. */
  start: () => Promise<void>
  /** Ends the server, and starts it with other settings; PostgreSQL goes on meanwhile. Without settings: as it ships. */
  restart: (settings?: SiteSettings) => Promise<void>
  /** Ends the server and PostgreSQL, and leaves nothing behind. */
  end: () => Promise<void>
}
export type SiteSettings = {
  env?: Record<string, string>
  /** How many descriptors the server may have open. */
  openFiles?: number
}

/** Where the PostgreSQL that a server brought for this DATA_DIR answers, as in DATABASE_URL. */
export function embeddedUrl(dataDir: string, name = 'copydesk'): string {
  const running = readPidFile(placeOf(dataDir).home)
  if (!running) throw new Error('PostgreSQL does not run.')
  return `postgres://${superuser}@localhost:5432/${name}?host=${encodeURIComponent(running.socketDir)}`
}

/** A site whose server is ready. */
export async function openSite(signal: AbortSignal): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-faults-'))
  const port = await freePort()
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    // Readers come from many addresses.
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  let settings: SiteSettings = {}
  const run = () => runServer({ ...env, ...settings.env }, { openFiles: settings.openFiles })
  let server = run()
  const terminate = async () => {
    if (server.child.exitCode === null) server.child.kill('SIGTERM')
    await server.exited
  }
  const start = async () => {
    server = run()
    await server.ready
  }
  const leave = async () => {
    await terminate()
    const { home } = placeOf(dataDir)
    await stopServer(home)
    for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await server.ready
  } catch (error) {
    await leave()
    throw error
  }
  const connection = { connectionString: embeddedUrl(dataDir), application_name: 'faults' }
  const database = createDatabase({ ...connection, connectionTimeoutMillis: 30_000, statement_timeout: 0 })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    signal,
    database,
    server: () => server,
    start,
    restart: async (next = {}) => {
      // The last one to let go of PostgreSQL stops it.
      const held = await startEmbeddedPostgres({ dataDir, log: () => undefined })
      await terminate()
      settings = next
      await start()
      if (!next.env?.['DATABASE_URL']) await held.stop()
      else void server.exited.then(held.stop)
    },
    end: async () => {
      await database.close()
      await leave()
    },
  }
}

/** Asks again and again until it is so. @throws Error that says what did not come, and when the run is stopped */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { signal }: { signal: AbortSignal },
  seconds = 60,
): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(10)) {
    signal.throwIfAborted()
    if (await isSo()) return
  }
  throw new Error(`${what}: not within ${seconds} s`)
}
