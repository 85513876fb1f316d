import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { createDatabase } from '../server/db/database.ts'
import { readPidFile } from '../server/db/embedded/server-process.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { connectClickHouse } from '../server/events/clickhouse/clickhouse-connection.ts'
import { ch } from '../server/events/clickhouse/clickhouse-sql.ts'
import { readEventsUrl } from '../server/events/clickhouse/events-url.ts'
import { openEventEngine } from '../server/events/event-engine.ts'
import { uncountedHours } from '../server/events/postgres/event-ledger.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { startClickHouse } from '../scripts/clickhouse/start-clickhouse.ts'
import { freePorts } from '../scripts/clickhouse/free-ports.ts'
import { DAY } from '../scripts/seed/plan.ts'
import { seedDatabase } from '../scripts/seed/seed-database.ts'
import { clientOf } from './measure.ts'

const ARTICLES = 2000
const READ_ARTICLES = 100
const admin = { email: 'ada@example.org', password: 'correct horse battery staple' }

/** A durable PostgreSQL with 2,000 articles, and one server process on it that can be killed and started again. */
export async function startEventBench({ inClickHouse }: { inClickHouse: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
  const { host, port, user, database: name } = postgres.connection
  const databaseUrl = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const database = createDatabase({
    connectionString: databaseUrl,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  const { db } = database
  await migrate(db)
  await migrateJobs(database.pool)
  const plan = {
    articles: ARTICLES,
    tags: 100,
    authors: 40,
    pictures: 50,
    albums: 5,
    categories: 40,
    users: 10,
    seed: 1,
  }
  const storage = createFolderStorage(join(folder, 'media'))
  const until = Math.floor(Date.now() / DAY) * DAY
  await seedDatabase({ ...database, storage }, { ...plan, until, readers: 0, intoExisting: false })
  const clickHouseServer = inClickHouse ? await startClickHouse() : undefined
  const address = clickHouseServer && readEventsUrl(clickHouseServer.url)
  const clickHouse = address && connectClickHouse(address)
  const engine = await openEventEngine(address)
  const store = engine.storeOn(db)
  const [httpPort] = await freePorts(1)
  const url = `http://127.0.0.1:${httpPort}`
  let server = await start()

  async function start(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(httpPort),
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'fatal',
        TRUSTED_PROXIES: '127.0.0.1',
        ...(clickHouseServer && { EVENTS_URL: clickHouseServer.url }),
      },
    })
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      if (said.includes('is ready on')) break
    }
    if (!said.includes('is ready on')) throw new Error(`The server did not start: ${said}`)
    return child
  }

  const send = clientOf(url, 1)
  let session: { token: string; left: number } | undefined
  /** A session may ask 600 times a minute. */
  async function token(): Promise<string> {
    if (!session?.left) {
      const reply = await fetch(`${url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(admin),
      })
      session = { token: ((await reply.json()) as { token: string }).token, left: 500 }
    }
    session.left--
    return session.token
  }

  const { rows } = await sql<{ id: string }>`select article_id as id from article_live limit ${READ_ARTICLES}`.execute(
    db,
  )

  return {
    url: () => url,
    articles: rows.map(({ id }) => id),
    connection: (): ClientConfig => ({ connectionString: databaseUrl }),
    list: async () => send({ path: '/api/articles?sort=-updatedAt', token: await token() }),
    /** Counts what came in. @returns all views there are */
    countedViews: async () => {
      // The server counts each minute; an hour that it is counting right now is left to it.
      do await store.rollUp()
      while ((await uncountedHours(db)).length > 0)
      const hours = await store.pageViews({ from: new Date(Date.now() - DAY), to: new Date(Date.now() + DAY) })
      return hours.reduce((sum, { views }) => sum + views, 0)
    },
    /** kill -9. */
    kill: async (victim: 'server' | 'database') => {
      if (victim === 'database') {
        process.kill(clickHouseServer?.pid ?? readPidFile(postgres.location)!.pid, 'SIGKILL')
        return
      }
      const exited = once(server, 'exit')
      server.kill('SIGKILL')
      await exited
    },
    /** Starts what was killed, and waits until events are accepted again. */
    revive: async () => {
      if (server.exitCode !== null || server.signalCode !== null) server = await start()
      await clickHouseServer?.revive?.()
      for (let tries = 0; tries < 150; tries++) {
        const ready = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (ready) return
        await pause(200)
      }
      throw new Error('The server is not ready again.')
    },
    /** Readers who sent a call each: of how many all events are stored, and of how many some. */
    readers: async (eventsPerCall: number): Promise<{ whole: number; incomplete: number }> => {
      const found = clickHouse
        ? await clickHouse.rows<{ n: string }>(ch`select count() as n from reader_event group by visitor`)
        : (await sql<{ n: number }>`select count(*) as n from reader_event group by visitor`.execute(db)).rows
      const whole = found.filter(({ n }) => Number(n) % eventsPerCall === 0).length
      return { whole, incomplete: found.length - whole }
    },
    stop: async () => {
      const exited = once(server, 'exit')
      if (server.kill('SIGTERM')) await exited
      await clickHouse?.close()
      await engine.close()
      await database.close()
      await postgres.stop()
      await clickHouseServer?.stop()
      for (const path of [folder, postgres.location]) rmSync(path, { recursive: true, force: true })
    },
  }
}
