import { describe, expect, it } from 'vitest'
import type { SessionInfo } from '#contract/session.ts'
import type { User } from '#contract/users.ts'
import { createTestApp, PASSWORD } from '../../testing/app.ts'

const { app, db, createUser, signIn } = await createTestApp()
const administrator = await signIn('administrator')
const call = (method: 'GET' | 'DELETE', url: string, { headers } = administrator) =>
  app.inject({ method, url, headers })
const sessions = async (id: string) =>
  (await call('GET', `/api/users/${id}/sessions`)).json<{ items: SessionInfo[] }>().items
const isAlive = async ({ headers }: { headers: Record<string, string> }) =>
  (await app.inject({ url: '/api/session', headers })).statusCode === 200

describe('the sessions of someone else', () => {
  it('are listed without their secrets, and one is ended: its next call is refused', async () => {
    const person = await createUser()
    const [one, other] = [await signIn(person), await signIn(person)]
    const listed = await sessions(person.id)
    expect(listed.map(({ id }) => id).toSorted()).toEqual([one.sessionId, other.sessionId].toSorted())
    expect(JSON.stringify(listed)).not.toMatch(/token/i)
    expect((await call('DELETE', `/api/users/${person.id}/sessions/${one.sessionId}`)).statusCode).toBe(204)
    expect([await isAlive(one), await isAlive(other)]).toEqual([false, true])
    expect((await call('DELETE', `/api/users/${person.id}/sessions/${one.sessionId}`)).statusCode).toBe(404)
  })

  it('R01 are ended under their own person only', async () => {
    const [person, stranger] = [await createUser(), await createUser()]
    const session = await signIn(person)
    expect((await call('DELETE', `/api/users/${stranger.id}/sessions/${session.sessionId}`)).statusCode).toBe(404)
    expect(await isAlive(session)).toBe(true)
  })

  it('are all ended at once, with one line in the audit log', async () => {
    const person = await createUser({ name: 'Sam Session' })
    const [one, other] = [await signIn(person), await signIn(person)]
    expect((await call('DELETE', `/api/users/${person.id}/sessions`)).statusCode).toBe(204)
    expect([await isAlive(one), await isAlive(other)]).toEqual([false, false])
    expect(await sessions(person.id)).toEqual([])
    // Nothing is left to end, and nothing is recorded.
    expect((await call('DELETE', `/api/users/${person.id}/sessions`)).statusCode).toBe(204)
    const lines = await db
      .selectFrom('auditEvent')
      .select(['actorId', 'entityTitle', 'after'])
      .where('action', '=', 'end_user_sessions')
      .where('entityId', '=', person.id)
      .execute()
    expect(lines).toEqual([{ actorId: administrator.user.id, entityTitle: 'Sam Session', after: { sessions: 2 } }])
  })

  it('of one’s own end but for the one that is used', async () => {
    const other = await signIn(administrator.user)
    expect((await call('DELETE', `/api/users/${administrator.user.id}/sessions`)).statusCode).toBe(204)
    expect([await isAlive(other), await isAlive(administrator)]).toEqual([false, true])
  })

  it('are for administrators only', async () => {
    const person = await createUser()
    const { sessionId } = await signIn(person)
    const editor = await signIn('editor')
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['DELETE', `/${sessionId}`],
    ] as const)
      expect((await call(method, `/api/users/${person.id}/sessions${path}`, editor)).statusCode).toBe(403)
  })
})

describe('the last sign-in', () => {
  const list = async (query: string) => (await call('GET', `/api/users?${query}`)).json<{ items: User[] }>().items

  it('is when the password was given, and the list is sorted and filtered by it', async () => {
    const [never, long, lately] = [
      await createUser({ name: 'Zed Never' }),
      await createUser({ name: 'Zed Long Ago' }),
      await createUser({ name: 'Zed Lately' }),
    ]
    const credentials = { email: lately.email, password: PASSWORD }
    expect((await app.inject({ method: 'POST', url: '/api/session', payload: credentials })).statusCode).toBe(201)
    const past = new Date(Date.now() - 100 * 86_400_000).toISOString()
    await db.updateTable('userAccount').set({ lastSignInAt: past }).where('id', '=', long.id).execute()

    const newest = await list('q=Zed&sort=-lastSignInAt')
    expect(newest.map(({ id }) => id)).toEqual([lately.id, long.id, never.id])
    expect(Date.now() - Date.parse(newest[0]?.lastSignInAt ?? '')).toBeLessThan(60_000)
    expect(newest.slice(1).map(({ lastSignInAt }) => lastSignInAt)).toEqual([past, null])
    expect((await list('q=Zed&sort=lastSignInAt&pageSize=1&page=2')).map(({ id }) => id)).toEqual([long.id])
    expect((await list('q=Zed&sort=name&awayFor=3m')).map(({ id }) => id)).toEqual([long.id, never.id])
    expect((await list('q=Zed&sort=name&awayFor=1y')).map(({ id }) => id)).toEqual([never.id])
    expect((await call('GET', '/api/users?awayFor=soon')).statusCode).toBe(400)
  })
})
