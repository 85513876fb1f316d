import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createContext, runInContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createDatabase, DELIVERY_POOL } from '../../db/database.ts'
import { readPidFile } from '../../db/embedded/server-process.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../db/embedded/start-embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { postgresEngine } from '../../events/event-engine.ts'
import { createTestStorage } from '../../testing/test-storage.ts'
import { beaconScript } from './beacon-script.ts'
import { BROWSER } from './testing/readers.ts'

const AWAY_MS = 10_000
const ANSWERED_WITHIN_MS = 6500

const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-away-'))
const startPostgres = () => startEmbeddedPostgres({ dataDir, log: () => undefined })
let postgres: EmbeddedPostgres = await startPostgres()
const { db, pool, close } = createDatabase(postgres.connection)
const { db: deliveryDb, close: closeDelivery } = createDatabase({ ...postgres.connection, ...DELIVERY_POOL })
await migrate(db)
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const storage = await createTestStorage(dataDir)
const app = await buildApp({ db, deliveryDb, pool, config, storage, events: postgresEngine })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await closeDelivery()
  await close()
  await postgres.stop()
  for (const folder of [dataDir, postgres.location, postgres.connection.host])
    rmSync(folder, { recursive: true, force: true })
})

type Answer = { status: number; retryAfter: number; ms: number }
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const began = performance.now()
  const headers = new Headers(init.headers)
  headers.set('user-agent', BROWSER)
  const reply = await fetch(url + path, { ...init, headers })
  return {
    status: reply.status,
    retryAfter: Number(reply.headers.get('retry-after')),
    ms: performance.now() - began,
  }
}

/** A page of the outside site on which a reader searches: the beacon's own calls, and what they were answered. */
function openPage(term: string) {
  const answers: Answer[] = []
  const send = async (address: string, init: RequestInit) => {
    const answer = await ask(new URL(address).pathname, init)
    answers.push(answer)
    return {
      status: answer.status,
      headers: new Headers(answer.retryAfter ? { 'retry-after': `${answer.retryAfter}` } : {}),
    }
  }
  const page = {
    document: { currentScript: { src: `${url}/content/v1/beacon.js`, dataset: {} }, referrer: '' },
    navigator: {},
    addEventListener: () => undefined,
    fetch: send,
    setTimeout,
    URL,
    Date,
    Math,
    JSON,
    Blob,
    String,
    crypto: globalThis.crypto,
  }
  const window = page as typeof page & { copydesk: { search: (term: string, results: number) => void } }
  runInContext(beaconScript, createContext({ ...page, window }))
  window.copydesk.search(term, 3)
  return answers
}
const storedOf = async (term: string) =>
  (await sql<object>`select from reader_event where term = ${term}`.execute(db)).rows.length

/** The processes of PostgreSQL, its main process last. */
async function processes(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db)
  return [...rows.map(({ pid }) => pid), readPidFile(postgres.location)!.pid]
}
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      // A worker of autovacuum may have ended since.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

const outages = {
  stopped: async () => {
    await postgres.stop()
    return async () => void (postgres = await startPostgres())
  },
  'frozen with all its connections open': async () => {
    const pids = await processes()
    signal(pids, 'SIGSTOP')
    return async () => signal(pids.toReversed(), 'SIGCONT')
  },
} satisfies Record<string, () => Promise<() => Promise<void>>>

it.each(Object.entries(outages))(
  'E3 while the database is %s for 10 s, events are 503 with Retry-After, and the beacon sends them again',
  async (name, begin) => {
    const before = `before ${name}`
    openPage(before)
    await expect.poll(() => storedOf(before)).toBe(1)
    const end = await begin()
    const until = performance.now() + AWAY_MS
    const term = `while ${name}`
    const answers = openPage(term)
    try {
      const alive: Answer[] = []
      while (performance.now() < until) {
        alive.push(await ask('/healthz'))
        await pause(250)
      }
      expect(alive.every(({ status }) => status === 200)).toBe(true)
      expect(answers.length).toBeGreaterThan(0)
      for (const { status, retryAfter, ms } of answers) {
        expect(status).toBe(503)
        expect(retryAfter).toBeGreaterThan(0)
        expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
      }
    } finally {
      await end()
    }
    await expect.poll(() => answers.at(-1)?.status, { timeout: 60_000 }).toBe(202)
    expect(await storedOf(term)).toBe(1)
  },
  120_000,
)
