import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'

/** What is to be closed at the end, newest first. */
export type Open = (() => Promise<unknown> | void)[]

/** A PostgreSQL of its own, as it ships. @returns its address */
export async function startOwnDatabase(open: Open): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
  open.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
  open.push(async () => {
    await postgres.stop()
    rmSync(postgres.location, { recursive: true, force: true })
  })
  const { host, port, user, database: name } = postgres.connection
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}

/** The bare handlers in a process of their own. */
export async function startBareServer(databaseUrl: string, open: Open): Promise<{ url: string; pid: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  open.push(() => void child.kill())
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error('the bare server did not start')))
    child.stdout.on('data', (said: Buffer) => {
      const url = /http:\S+/.exec(String(said))?.[0]
      if (url) resolve({ url, pid: child.pid! })
    })
  })
}
