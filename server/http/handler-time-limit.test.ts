import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionEndpoints } from '#contract/session.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { handleErrors } from './error-handler.ts'
import { withinTime } from './handler-time-limit.ts'
import { serve } from './serve.ts'

const { db } = await createTestDatabase()
await sql`create table written (what text)`.execute(db)
const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
handleErrors(app)
app.decorateRequest('actor', null)
let work: () => Promise<unknown> = async () => undefined
let ended: Promise<unknown> = Promise.resolve()
const LIMIT_MS = 300
serve(
  app,
  sessionEndpoints.requestReset,
  async () => {
    ended = work()
    await ended
    return {}
  },
  { handlerTimeout: LIMIT_MS },
)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
afterAll(() => app.close())
beforeEach(() => sql`truncate written`.execute(db))

/** A real connection: what is injected never closes its request. */
async function post() {
  const began = performance.now()
  const reply = await fetch(`http://127.0.0.1:${port}${sessionEndpoints.requestReset.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'kim@example.com' }),
    signal: AbortSignal.timeout(10_000),
  })
  return { reply, ms: performance.now() - began }
}
const write = (on: typeof db, what: string) => sql`insert into written values (${what})`.execute(on)
const rows = async () =>
  (await sql<{ what: string }>`select what from written`.execute(db)).rows.map(({ what }) => what)

it('a POST that never ends is answered with 503 and Retry-After when its time is over', async () => {
  work = () => new Promise(() => {})
  const { reply, ms } = await post()
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('retry-after')]).toEqual([
    503,
    'application/problem+json; charset=utf-8',
    '5',
  ])
  expect(await reply.json()).toMatchObject({ code: 'busy' })
  expect(ms).toBeGreaterThan(LIMIT_MS - 50)
  expect(ms).toBeLessThan(LIMIT_MS + 5000)
})

it('what a POST in its time has written stays', async () => {
  work = () => db.transaction().execute((trx) => write(trx as never, 'in time'))
  expect((await post()).reply.status).toBe(202)
  expect(await rows()).toEqual(['in time'])
})

it('an answer of 503 is not followed by a commit: the transaction is rolled back, and no new one begins', async () => {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  work = async () => {
    await db.transaction().execute(async (trx) => {
      await write(trx as never, 'half')
      await until
      await write(trx as never, 'other half')
    })
  }
  expect((await post()).reply.status).toBe(503)
  release()
  await expect(ended).rejects.toThrow()
  work = async () => {
    await new Promise((resolve) => setTimeout(resolve, LIMIT_MS + 200))
    await write(db, 'too late')
  }
  expect((await post()).reply.status).toBe(503)
  await expect(ended).rejects.toThrow(/too long/)
  expect(await rows()).toEqual([])
})

it('a statement that runs is ended in PostgreSQL', async () => {
  const mark = randomUUID()
  work = () => sql`select pg_sleep(30), ${sql.lit(mark)}`.execute(db)
  expect((await post()).reply.status).toBe(503)
  await expect
    .poll(async () => {
      const { rows: found } = await sql`select from pg_stat_activity
        where state = 'active' and query like ${`%pg_sleep(30), '${mark}%`} and pid <> pg_backend_pid()`.execute(db)
      return found.length
    })
    .toBe(0)
})

it('work that throws at once leaves no timer behind, which would end the process when it fires', async () => {
  vi.useFakeTimers()
  try {
    const failing = withinTime(LIMIT_MS, () => {
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
