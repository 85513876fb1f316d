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
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...processEnv,
      TMPDIR: tmpdir(),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      ...(database && { DATABASE_URL: database.url }),
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
    await database?.drop()
    for (const folder of [placeOf(dataDir).home, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
  const ready = new Promise<true>((resolve) => {
    child.stdout.on('data', () => /is ready on/.test(said) && resolve(true))
  })
  if ((await Promise.race([ready, exit])) !== true) throw new Error(`The server did not start:\n${said}`)
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: database?.url,
    pid: child.pid!,
    admin,
    said: () => said,
    stop,
  }
}

/** The server must know its own address before it listens, so 0 will not do. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
