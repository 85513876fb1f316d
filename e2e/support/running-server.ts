import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { placeOf } from '../../server/db/embedded/place.ts'
import { processEnv } from '../../server/testing/process-env.ts'
import { createServerDatabase } from './shared-postgres.ts'

export type RunningServer = {
  url: string
  /** Its DATA_DIR: mails are in `outbox/` there. */
  dataDir: string
  /** As in DATABASE_URL; none when it brings its own. */
  databaseUrl: string | undefined
  admin: { email: string; password: string }
  pid: number
  /** Everything it printed so far. */
  said: () => string
  /** Sends SIGTERM, waits for the end, and removes its folders and its database. */
  stop: () => Promise<void>
}

const repository = join(import.meta.dirname, '..', '..')
export const admin = { email: 'ada@example.org', password: 'correct horse battery staple' }

/**
 * Starts the built server as `npm start` would, on a DATA_DIR and a database of its own; `env` adds to its environment,
 * and may name another database.
 * @param ownPostgres brings a PostgreSQL of its own, instead of using the one that all journeys share
 * @param folder another copy of the sources
 */
export async function startServer(
  env: Record<string, string> = {},
  ownPostgres = false,
  folder = repository,
): Promise<RunningServer> {
  const database = ownPostgres || env['DATABASE_URL'] ? undefined : await createServerDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-e2e-'))
  const port = await freePort()
  const { child, ready, exited, said } = runServer(
    { DATA_DIR: dataDir, PORT: String(port), ...(database && { DATABASE_URL: database.url }), ...env },
    { folder },
  )
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await database?.drop()
    for (const folder of [placeOf(dataDir).home, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  await ready.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url: `http://127.0.0.1:${port}`, dataDir, databaseUrl: database?.url, pid: child.pid!, admin, said, stop }
}

/**
 * One server process. DATA_DIR, PORT and where the database is come with `env`; what is left behind is the caller's.
 * @param openFiles how many descriptors it may have open, instead of what the machine allows
 * @param folder another copy of the sources
 */
export function runServer(
  env: Record<string, string>,
  { openFiles, folder = repository }: { openFiles?: number; folder?: string } = {},
) {
  const [file, ...args] = openFiles
    ? ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$0" server/main.ts`, process.execPath]
    : [process.execPath, 'server/main.ts']
  const child = spawn(file!, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...processEnv,
      TMPDIR: tmpdir(),
      HOST: '127.0.0.1',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    // Only until then: searching makes one piece of all that was said, for each line of a log of megabytes.
    const lookForIt = () => {
      if (!said.includes('is ready on')) return
      child.stdout.off('data', lookForIt)
      resolve()
    }
    child.stdout.on('data', lookForIt)
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)))
  })
  ready.catch(() => undefined)
  return { child, ready, exited, said: () => said }
}

/** The server must know its own address before it listens, so 0 will not do. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
