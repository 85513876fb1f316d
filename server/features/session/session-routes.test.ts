import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { createTestApp, PASSWORD } from '../../testing/app.ts'
import { sweepSessions } from './session-commands.ts'
import * as passwordHash from './password-hash.ts'

// Test files share their modules: without this one, the routes would keep the module that another file loaded.
vi.hoisted(() => vi.resetModules())
vi.mock(import('./password-hash.ts'), { spy: true })

const { app, db, createUser, signIn } = await createTestApp()

let lastAddress = 0
/** Someone on a network of their own, so that one test does not use up the limit of another. */
const stranger = () => `10.0.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`

const trySignIn = (email: unknown, password: unknown = PASSWORD, remoteAddress = stranger(), more: object = {}) =>
  app.inject({ method: 'POST', url: '/api/session', payload: { email, password, ...more }, remoteAddress })
const view = (headers: Record<string, string>, url = '/api/session') => app.inject({ url, headers })
const bearer = (token: string) => ({ authorization: `bearer ${token}` })
/** What the caller can tell answers apart by. */
const answer = (response: Awaited<ReturnType<typeof trySignIn>>) => {
  const { requestId: _, ...body } = response.json<Record<string, unknown>>()
  const { date: __, ...headers } = response.headers
  return { status: response.statusCode, body, headers }
}

describe('signing in', () => {
  it('answers a token that opens the session, whatever the case of the address', async () => {
    const user = await createUser({ email: 'Ada@Example.com', name: 'Ada' })
    const response = await trySignIn('aDA@example.COM')
    expect(response.statusCode).toBe(201)
    const { token, user: me } = response.json<{ token: string; user: object }>()
    expect(me).toEqual({
      id: user.id,
      version: 1,
      byline: null,
      email: 'Ada@Example.com',
      name: 'Ada',
      role: 'author',
      locale: 'en',
      timeZone: 'UTC',
      ownTimeZone: false,
    })
    expect((await view(bearer(token))).json()).toMatchObject({ user: { id: user.id } })
  })

  it('takes a password typed in another Unicode form', async () => {
    const wide = PASSWORD.replaceAll('a', '\uff41')
    const { email } = await createUser()
    expect((await trySignIn(email, wide)).statusCode).toBe(201)
  })

  it('keeps only the hash of the token', async () => {
    const { token, sessionId } = await signIn('author')
    const row = await db.selectFrom('session').where('id', '=', sessionId).selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row.tokenHash).toHaveLength(32)
  })

  it('R20 R21 answers an unknown address like a wrong password, after the same work', async () => {
    const { email } = await createUser()
    const verify = vi.mocked(passwordHash.passwordMatches)
    verify.mockClear()
    const [known, unknown] = [await trySignIn(email, 'not my password'), await trySignIn('nobody@example.com')]
    expect(known.statusCode).toBe(401)
    expect(answer(unknown)).toEqual(answer(known))
    expect(verify).toHaveBeenCalledTimes(2)
    expect(await passwordHash.passwordMatches(undefined, 'anything')).toBe(false)
  })

  it('tells about approval and suspension only to who knows the password', async () => {
    for (const status of ['pending', 'suspended'] as const) {
      const { email } = await createUser({ status })
      expect((await trySignIn(email, 'not my password')).json()).toMatchObject({ code: 'wrong_credentials' })
      const right = await trySignIn(email)
      expect(right.statusCode).toBe(403)
      expect(right.json()).toMatchObject({ code: `account_${status}` })
    }
  })

  it.each([
    ['a list', ['a@example.com']],
    ['an object', { $ne: 1 }],
    ['a number', 1],
    ['two addresses', 'a@example.com,b@example.com'],
    ['a line break', 'a@example.com\r\nBcc: b@example.com'],
  ])('R06 refuses %s as an address', async (_, email) => {
    const response = await trySignIn(email)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', fields: [{ path: 'email' }] })
  })
})

describe('guessing', () => {
  it('is slowed down after ten tries, in every spelling of the address and from everywhere', async () => {
    const { email } = await createUser({ email: 'target@example.com' })
    for (let n = 0; n < 10; n++) expect((await trySignIn(email, 'wrong guess')).statusCode).toBe(401)
    for (const spelling of ['target@example.com', 'TARGET@example.com', ' Target@Example.Com ']) {
      const response = await trySignIn(spelling)
      expect(response.statusCode).toBe(429)
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('slows down an unknown address in the same way', async () => {
    for (let n = 0; n < 10; n++) expect((await trySignIn('ghost@example.com', 'wrong guess')).statusCode).toBe(401)
    expect((await trySignIn('ghost@example.com')).statusCode).toBe(429)
  })

  it('waits longer after each try, and lets the right password in after the wait', async () => {
    const { email } = await createUser()
    const rest = (seconds: number) =>
      sql`update rate_limit set window_started_at = now() - make_interval(secs => ${seconds}) where key = ${`sign-in:${email}`}`.execute(
        db,
      )
    for (let n = 0; n < 10; n++) await trySignIn(email, 'wrong guess')
    await rest(9)
    expect((await trySignIn(email, 'wrong guess')).statusCode).toBe(401)
    await rest(9)
    expect((await trySignIn(email)).statusCode).toBe(429)
    await rest(17)
    expect((await trySignIn(email)).statusCode).toBe(201)
  })

  it('does not lock out the real person where they have been before', async () => {
    const { email } = await createUser()
    const desk = stranger()
    expect((await trySignIn(email, PASSWORD, desk)).statusCode).toBe(201)
    for (let n = 0; n < 11; n++) await trySignIn(email, 'wrong guess')
    expect((await trySignIn(email)).statusCode).toBe(429)
    expect((await trySignIn(email, PASSWORD, desk)).statusCode).toBe(201)
  })

  it('of others at the same address does not lock out who has signed in from there, and tells no one who that is', async () => {
    const [regular, visitor] = [await createUser(), await createUser()]
    const office = stranger()
    expect((await trySignIn(regular.email, PASSWORD, office)).statusCode).toBe(201)
    for (let n = 0; n < 30; n++) await trySignIn(`guess-${n}@example.com`, 'wrong guess', office)
    expect((await trySignIn(regular.email, PASSWORD, office)).statusCode).toBe(201)
    const [known, other, unknown] = [
      await trySignIn(regular.email, 'wrong guess', office),
      await trySignIn(visitor.email, PASSWORD, office),
      await trySignIn('no-such-person@example.com', 'wrong guess', office),
    ]
    expect([known, other, unknown].map(({ statusCode }) => statusCode)).toEqual([429, 429, 429])
    for (const reply of [known, other])
      expect(reply.json()).toMatchObject({ code: unknown.json<{ code: string }>().code })
    expect((await trySignIn(regular.email, PASSWORD, office)).statusCode).toBe(201)
  })

  it('remembers a network for thirty days, and not by the audit log', async () => {
    const { email, id } = await createUser()
    const desk = stranger()
    expect((await trySignIn(email, PASSWORD, desk)).statusCode).toBe(201)
    expect((await trySignIn(email, PASSWORD, desk)).statusCode).toBe(201)
    const networks = () => db.selectFrom('knownNetwork').where('userId', '=', id).select('network').execute()
    expect(await networks()).toEqual([{ network: desk }])
    await sql`update known_network set last_used_at = now() - interval '31 days' where user_id = ${id}`.execute(db)
    await sweepSessions(db)
    expect(await networks()).toEqual([])
    // The audit log still has the sign-in; the address is a stranger's all the same.
    for (let n = 0; n < 11; n++) await trySignIn(email, 'wrong guess')
    expect((await trySignIn(email, PASSWORD, desk)).statusCode).toBe(429)
  })

  it('is checked without the audit log, however long that is', async () => {
    const { email } = await createUser()
    await db.transaction().execute(async (trx) => {
      await sql`lock table audit_event in access exclusive mode`.execute(trx)
      expect((await trySignIn(email, 'wrong guess')).statusCode).toBe(401)
    })
  })

  it('from one network ends after thirty tries, IPv6 neighbours included', async () => {
    for (let n = 0; n < 30; n++) {
      const response = await trySignIn(`someone-${n}@example.com`, 'wrong guess', `2001:db8:1:2::${n.toString(16)}`)
      expect(response.statusCode).toBe(401)
    }
    expect((await trySignIn('someone-31@example.com', 'wrong guess', '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await trySignIn('someone-31@example.com', 'wrong guess', '2001:db8:1:3::1')).statusCode).toBe(401)
  })

  it('R22 is counted by the real address, whatever X-Forwarded-For says', async () => {
    const codes: number[] = []
    for (let n = 0; n < 31; n++) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/session',
        payload: { email: `forwarded-${n}@example.com`, password: 'wrong guess' },
        headers: {
          'x-forwarded-for': `203.0.113.${n}`,
          forwarded: `for=203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
        },
        remoteAddress: '10.9.9.9',
      })
      codes.push(response.statusCode)
    }
    expect(codes.at(29)).toBe(401)
    expect(codes.at(30)).toBe(429)
  })

  it('R22 gets nowhere with extra fields or another spelling of the path', async () => {
    expect((await trySignIn('x@example.com', 'wrong guess', stranger(), { attempt: 2 })).statusCode).toBe(400)
    const post = (url: string) =>
      app.inject({ method: 'POST', url, payload: { email: 'x@example.com', password: 'x' } })
    for (const url of ['//api/session', '/api//session', '/API/session', '/api/session/'])
      expect((await post(url)).statusCode).toBe(404)
  })
})

describe('a session', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is opened by the word %s', async (word) => {
    const { token } = await signIn('viewer')
    expect((await view({ authorization: `${word} ${token}` })).statusCode).toBe(200)
  })

  it.each([
    ['nothing', {}],
    ['the word null', bearer('null')],
    ['undefined', bearer('undefined')],
    ['an empty token', { authorization: 'bearer ' }],
    ['garbage', bearer('%00\u00ff%27; drop table session')],
    ['a token that never was', bearer('A'.repeat(43))],
    ['something huge', bearer('A'.repeat(8000))],
    ['another scheme', { authorization: 'Basic YTpi' }],
  ])('R05 is not opened by %s', async (_, headers) => {
    const response = await view(headers)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'not_signed_in' })
  })

  it('asks the database nothing for `bearer null`', async () => {
    const query = vi.spyOn(db, 'selectFrom')
    await view(bearer('null'))
    expect(query).not.toHaveBeenCalled()
    query.mockRestore()
  })

  it('R57 is not opened by a cookie or by the address', async () => {
    const { token } = await signIn('administrator')
    for (const cookie of [`token=${token}`, `XSRF-TOKEN=${token}`, `authorization=bearer ${token}`])
      expect((await view({ cookie, 'x-xsrf-token': token })).statusCode).toBe(401)
    for (const name of ['token', 'access_token', 'authorization'])
      expect((await view({}, `/api/session?${name}=${token}`)).statusCode).toBe(401)
  })

  it.each([
    ['an hour without a call', { lastSeenAt: sql<string>`now() - interval '61 minutes'` }],
    ['twelve hours', { expiresAt: sql<string>`now() - interval '1 second'` }],
  ])('R05 ends after %s', async (_, change) => {
    const { headers, sessionId } = await signIn('author')
    await db.updateTable('session').set(change).where('id', '=', sessionId).execute()
    expect((await view(headers)).statusCode).toBe(401)
  })

  it('lives on while it is used', async () => {
    const { headers, sessionId } = await signIn('author')
    await db
      .updateTable('session')
      .set({ lastSeenAt: sql<string>`now() - interval '50 minutes'` })
      .where('id', '=', sessionId)
      .execute()
    expect((await view(headers)).statusCode).toBe(200)
    // Noted with the next flush, which several calls share.
    const isFresh = async () =>
      (
        await sql<{ fresh: boolean }>`select last_seen_at > now() - interval '1 minute' as fresh
          from session where id = ${sessionId}`.execute(db)
      ).rows
    await expect.poll(isFresh).toEqual([{ fresh: true }])
  })

  it('lasts twelve hours by the clock of the database', async () => {
    const { sessionId } = await signIn('author')
    const { rows } = await sql<{ hours: string }>`
      select (extract(epoch from expires_at - created_at) / 3600)::numeric(6, 3)::text as hours from session where id = ${sessionId}`.execute(
      db,
    )
    expect(rows).toEqual([{ hours: '12.000' }])
  })

  it('R10 is dead after signing out', async () => {
    const { headers } = await signIn('author')
    expect((await app.inject({ method: 'DELETE', url: '/api/session', headers })).statusCode).toBe(204)
    expect((await view(headers)).statusCode).toBe(401)
  })

  it('of someone who was suspended is dead at once', async () => {
    const { headers, user } = await signIn('author')
    await db.updateTable('userAccount').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect((await view(headers)).statusCode).toBe(401)
  })

  it('makes 600 calls a minute and no more', async () => {
    const { headers } = await signIn('author')
    const statuses = new Set<number>()
    for (let n = 0; n < 600; n++) statuses.add((await view(headers)).statusCode)
    expect([...statuses]).toEqual([200])
    const refused = await view(headers)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  })
})

it('three people have their passwords checked at once, a hundred wait, the others are asked to come back', async () => {
  const all = Array.from({ length: 110 }, () => passwordHash.passwordMatches(undefined, 'anything'))
  const outcomes = await Promise.allSettled(all)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(7)
  expect(refused[0]?.reason).toMatchObject({ code: 'busy', details: { retryAfter: 5 } })
})
