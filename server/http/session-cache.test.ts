import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createTestApp } from '../testing/app.ts'

const { app, db, pool, services, signIn, createUser } = await createTestApp()
/** Another process on the same database. */
const other = await buildApp(services)
afterAll(() => other.close())
const live = () =>
  Promise.all([app, other].map((one) => vi.waitFor(() => expect(one.notices.isLive()).toBe(true), 10_000)))

beforeAll(async () => {
  app.notices.start(pool)
  other.notices.start(pool)
})
beforeEach(async () => void (await live()))

type Headers = { authorization: string }
const status = async (on: typeof app, headers: Headers, url = '/api/tags') =>
  (await on.inject({ url, headers })).statusCode

/** Without a notice, as if it had not arrived yet. */
async function silently(change: () => Promise<unknown>) {
  await sql`alter table session disable trigger session_ended`.execute(db)
  await change()
  await sql`alter table session enable trigger session_ended`.execute(db)
}

it('a session is kept for some seconds: the next call does not ask for it', async () => {
  const { headers, sessionId } = await signIn('editor')
  expect(await status(app, headers)).toBe(200)
  await silently(() => db.deleteFrom('session').where('id', '=', sessionId).execute())
  expect(await status(app, headers)).toBe(200)
  expect(await status(other, headers)).toBe(401)
})

describe('a session that ends', () => {
  it('is refused by the process that ended it at once, and by others within a second', async () => {
    const { headers } = await signIn('editor')
    expect([await status(app, headers), await status(other, headers)]).toEqual([200, 200])
    expect((await app.inject({ method: 'DELETE', url: '/api/session', headers })).statusCode).toBe(204)
    expect(await status(app, headers)).toBe(401)
    await vi.waitFor(async () => expect(await status(other, headers)).toBe(401), 1000)
  })

  it('is refused at once where notices do not arrive any more', async () => {
    const { headers, sessionId } = await signIn('editor')
    expect(await status(app, headers)).toBe(200)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'copydesk notices' and datname = current_database()`.execute(db)
    await vi.waitFor(() => expect(app.notices.isLive()).toBe(false))
    await silently(() => db.deleteFrom('session').where('id', '=', sessionId).execute())
    expect(await status(app, headers)).toBe(401)
    // It listens again by itself.
    await live()
  })

  it('is not kept beyond its own end', async () => {
    const { headers, sessionId } = await signIn('editor')
    const soon = sql<string>`now() + interval '300 milliseconds'`
    await db.updateTable('session').set({ expiresAt: soon }).where('id', '=', sessionId).execute()
    await vi.waitFor(async () => expect(await status(app, headers)).toBe(401), 3000)
  })
})

it('another role holds at once, in every process', async () => {
  const administrator = await signIn('administrator')
  const person = await createUser({ role: 'administrator' })
  const { headers } = await signIn(person as Parameters<typeof signIn>[0])
  expect([await status(app, headers, '/api/users'), await status(other, headers, '/api/users')]).toEqual([200, 200])
  const changed = await app.inject({
    method: 'PATCH',
    url: `/api/users/${person.id}`,
    headers: administrator.headers,
    payload: { version: 1, role: 'viewer' },
  })
  expect(changed.statusCode).toBe(200)
  expect(await status(app, headers, '/api/users')).toBeGreaterThan(400)
  await vi.waitFor(async () => expect(await status(other, headers, '/api/users')).toBeGreaterThan(400), 1000)
})

it('a role that needs a second step ends sessions of a password alone', async () => {
  const { headers } = await signIn('ad_manager')
  expect(await status(other, headers)).toBe(200)
  await db
    .insertInto('setting')
    .values({ key: 'secondStep', value: JSON.stringify({ roles: ['ad_manager'] }) })
    .execute()
  await vi.waitFor(async () => expect(await status(other, headers)).toBe(401), 1000)
  await db.deleteFrom('setting').execute()
})
