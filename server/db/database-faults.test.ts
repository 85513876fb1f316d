import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createTestApp } from '../testing/app.ts'
import { createDatabase } from './database.ts'
import { startDatabaseProxy } from './testing/database-proxy.ts'

const { databaseUrl, services, signIn } = await createTestApp()
const proxy = await startDatabaseProxy(databaseUrl)
const { db, pool, close } = createDatabase({ connectionString: proxy.url })
const app = await buildApp({ ...services, db, pool })
afterAll(async () => {
  proxy.close()
  await app.close()
  await close()
})
const { headers } = await signIn('author')

/** Status and milliseconds of one call. */
async function timed(url: string) {
  const began = performance.now()
  const { statusCode } = await app.inject({ url, headers })
  return { status: statusCode, ms: performance.now() - began }
}
const many = () => Promise.all(Array.from({ length: 30 }, () => timed('/api/session')))
const longest = (answers: { ms: number }[]) => Math.max(...answers.map(({ ms }) => ms))
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

const ms = Math.round
const figures: Record<string, string | number>[] = []
afterAll(() => console.table(figures))

/** A silent database is answered for within this time. */
const LIMIT_MS = 6000
/** And used again within this time of its return. */
const BACK_MS = 5000
/** How long that is waited for on a busy machine. */
const PATIENCE = 12_000

/** What the work brings, and the milliseconds for which the machine did not let this process run meanwhile. */
async function withLostTime<T>(work: Promise<T>): Promise<{ done: T; lost: number }> {
  const EVERY = 10
  let [last, lost] = [performance.now(), 0]
  const ticking = setInterval(() => {
    const now = performance.now()
    lost += Math.max(0, now - last - 2 * EVERY)
    last = now
  }, EVERY)
  const done = await work.finally(() => clearInterval(ticking))
  return { done, lost }
}

it('a database that swallows everything makes 503, the process stays alive, and one that is stopped makes it sooner', async () => {
  expect(statuses(await many())).toEqual([200])
  proxy.swallow()
  let waiting = true
  const answers = withLostTime(many().finally(() => (waiting = false)))
  expect(await timed('/healthz')).toMatchObject({ status: 200 })
  expect(waiting).toBe(true)
  const { done: swallowed, lost } = await answers
  expect(statuses(swallowed)).toEqual([503])
  expect(longest(swallowed) - lost).toBeLessThan(LIMIT_MS)
  proxy.heal()
  expect(statuses(await many())).toEqual([200])

  await proxy.stop()
  const refused = await many()
  expect(statuses(refused)).toEqual([503])
  expect(longest(refused)).toBeLessThan(longest(swallowed))
  expect((await app.inject({ url: '/api/session', headers })).json()).toMatchObject({ reasons: ['database_away'] })
  await proxy.start()
  expect(statuses(await many())).toEqual([200])
})

it('a database that goes dark after an idle time makes 503 within 6 s, and 2xx again within 5 s of its return', async () => {
  expect(statuses(await many())).toEqual([200])
  expect(pool.totalCount).toBe(10)
  // Longer than the silence after which a connection that waits for an answer is given up.
  await pause(5500)
  for (const round of ['idle, then dark', 'still dark']) {
    proxy.swallow()
    const answers = withLostTime(many())
    const health = await timed('/healthz')
    expect(health.status).toBe(200)
    const { done: dark, lost } = await answers
    expect(statuses(dark)).toEqual([503])
    expect(longest(dark) - lost).toBeLessThan(LIMIT_MS)
    figures.push({ case: round, answer: '503', 'longest ms': ms(longest(dark)), '/healthz ms': ms(health.ms) })
  }
  proxy.letThrough()
  const back = performance.now()
  const isBack = async () => (await timed('/api/session')).status
  const { lost } = await withLostTime(
    Promise.resolve(expect.poll(isBack, { timeout: PATIENCE, interval: 50 }).toBe(200)),
  )
  expect(performance.now() - back - lost).toBeLessThan(BACK_MS)
  figures.push({ case: 'back again', answer: '200', 'longest ms': ms(performance.now() - back) })
  expect(statuses(await many())).toEqual([200])
}, 90_000)

it('300 ms more on the way are no outage, also for connections that are still to be opened; going dark then makes 503 within 6 s', async () => {
  proxy.slowDown(300)
  proxy.reset()
  await expect.poll(() => pool.totalCount).toBe(0)
  try {
    const answers = await many()
    figures.push({ case: '300 ms more', answer: statuses(answers).join(), 'longest ms': ms(longest(answers)) })
    expect(statuses(answers)).toEqual([200])
    proxy.swallow()
    const { done: dark, lost } = await withLostTime(many())
    figures.push({ case: '300 ms more, then dark', answer: '503', 'longest ms': ms(longest(dark)) })
    expect(statuses(dark)).toEqual([503])
    expect(longest(dark) - lost).toBeLessThan(LIMIT_MS)
    proxy.heal()
  } finally {
    proxy.slowDown(0)
  }
  expect(statuses(await many())).toEqual([200])
})

it('connections that are reset under load make 503 or 200, never anything else', async () => {
  const answers = many()
  proxy.reset()
  for (const status of statuses(await answers)) expect([200, 503]).toContain(status)
  expect(statuses(await many())).toEqual([200])
})

it('a read whose connection breaks is tried once more and answered; a write is not', async () => {
  expect(statuses(await many())).toEqual([200])
  proxy.slowDown(400)
  try {
    // Ten are on their way, the others wait for a connection.
    const reads = many()
    const payload = { title: 'Never sent twice', body: '<p>Words.</p>' }
    await expect.poll(() => pool.waitingCount).toBeGreaterThan(0)
    proxy.reset()
    expect(statuses(await reads)).toEqual([200])

    const writing = app.inject({ method: 'POST', url: '/api/articles', headers, payload })
    const isWriting = async () =>
      (
        await sql`select from pg_stat_activity where query like '%insert into "article"%' and pid <> pg_backend_pid()`.execute(
          services.db,
        )
      ).rows.length > 0
    await expect.poll(isWriting, { timeout: PATIENCE, interval: 5 }).toBe(true)
    proxy.reset()
    expect((await writing).statusCode).toBe(503)
  } finally {
    proxy.slowDown(0)
  }
  const written = await services.db.selectFrom('article').select('id').where('title', '=', 'Never sent twice').execute()
  expect(written.length).toBeLessThan(2)
}, 60_000)

it('a database stopped for four seconds under write load: 503 meanwhile, written again by itself, nothing answered is lost', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, () => signIn('author')))
  const answers: { at: number; status: number; id: string }[] = []
  const written = () => answers.filter(({ status }) => status === 201)
  let over = false
  const write = async (who: (typeof writers)[number]) => {
    while (!over) {
      const payload = { title: 'Under load', body: '<p>Words.</p>' }
      const reply = await app.inject({ method: 'POST', url: '/api/articles', headers: who.headers, payload })
      answers.push({ at: performance.now(), status: reply.statusCode, id: reply.json<{ id: string }>().id })
      await pause(20)
    }
  }
  const load = Promise.all(writers.map(write))
  await expect.poll(() => written().length, { timeout: 20_000 }).toBeGreaterThan(20)

  await proxy.stop()
  const stopped = performance.now()
  await pause(4000)
  const meanwhile = answers.filter(({ at }) => at > stopped + 500)
  expect(meanwhile.length).toBeGreaterThan(20)
  expect(statuses(meanwhile)).toEqual([503])
  await proxy.start()
  const back = performance.now()
  await expect.poll(() => written().some(({ at }) => at > back), { timeout: PATIENCE, interval: 20 }).toBe(true)
  over = true
  await load

  expect(statuses(answers).toSorted((a, b) => a - b)).toEqual([201, 503])
  const kept = await services.db.selectFrom('article').select('id').where('title', '=', 'Under load').execute()
  const ids = new Set(kept.map(({ id }) => id))
  expect(written().filter(({ id }) => !ids.has(id))).toEqual([])
})

it('a statement may be silent for as long as its pool lets it run', async () => {
  const long = createDatabase({ connectionString: databaseUrl, statement_timeout: 20_000 })
  await expect(sql`select pg_sleep(5.5)`.execute(long.db)).resolves.toBeDefined()
  await long.close()
})
