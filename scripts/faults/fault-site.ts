import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, runServer } from '../../e2e/support/running-server.ts'
import { createDatabase, type Database } from '../../server/db/database.ts'
import { superuser } from '../../server/db/embedded/cluster.ts'
import { placeOf } from '../../server/db/embedded/place.ts'
import { readPidFile, stopServer } from '../../server/db/embedded/server-process.ts'

/** A server as it ships, on folders of its own, that a fault is done to. */
export type Site = {
  url: string
  dataDir: string
  /** For what the runner itself looks up; no fault of the server's connection reaches it. */
  database: Database
  server: () => ReturnType<typeof runServer>
  /** Starts the server, again if it has ended. @returns milliseconds until it is ready */
  start: () => Promise<number>
  /** Ends the server, and leaves nothing behind. */
  end: () => Promise<void>
}

export type SiteOptions = {
  /** As in DATABASE_URL; without it the server brings a PostgreSQL of its own. */
  databaseUrl?: string
  /** How the runner reaches the same database, when that is not by `databaseUrl`. */
  directUrl?: string
  env?: Record<string, string>
  openFiles?: number
  dataDir?: string
}

const HEALTH_SECONDS = '60'

/** Where the PostgreSQL that a server brought for this DATA_DIR answers, as in DATABASE_URL. */
export function embeddedUrl(dataDir: string, name = 'copydesk'): string {
  const running = readPidFile(placeOf(dataDir).home)
  if (!running) throw new Error('PostgreSQL does not run.')
  return `postgres://${superuser}@localhost:5432/${name}?host=${encodeURIComponent(running.socketDir)}`
}

/** A site whose server is ready. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'copydesk-faults-'))
  const port = await freePort()
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    // Readers come from many addresses.
    TRUSTED_PROXIES: '127.0.0.1',
    HEALTH_SECONDS,
    LOG_LEVEL: 'error',
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    ...options.env,
  }
  let server = runServer(env, options.openFiles)
  const start = async () => {
    const began = performance.now()
    if (server.child.exitCode !== null || server.child.signalCode !== null) server = runServer(env, options.openFiles)
    await server.ready
    return performance.now() - began
  }
  const leave = async () => {
    if (server.child.exitCode === null) server.child.kill('SIGTERM')
    await server.exited
    if (!options.databaseUrl) await stopServer(placeOf(dataDir).home)
    for (const folder of [placeOf(dataDir).home, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
    const connectionString = options.directUrl ?? options.databaseUrl ?? embeddedUrl(dataDir)
    const database = createDatabase({ connectionString, connectionTimeoutMillis: 30_000, statement_timeout: 0 })
    const end = async () => {
      await database.close()
      await leave()
    }
    return { url: `http://127.0.0.1:${port}`, dataDir, database, server: () => server, start, end }
  } catch (error) {
    await leave()
    throw error
  }
}

/** Asks again and again until it is so. @throws Error that says what did not come */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(10))
    if (await isSo()) return
  throw new Error(`${what}: not within ${seconds} s`)
}
