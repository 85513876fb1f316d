import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CODES_PER_SIGN_IN } from '#contract/second-step.ts'
import { buildApp } from '../../app.ts'
import { createSecondStepDesk } from './testing/second-step.ts'

const desk = await createSecondStepDesk()
const { db, createUser, send, passwordSignIn, isOpen, codeOf, createPersonWithApp, forgetUsedCode } = desk

const finish = (pending: string, code: string, from?: string) =>
  send<{ token: string }>('/api/session/second-step', { pending, code }, { ...(from && { from }) })

describe('with an authenticator app', () => {
  it('the password gives no session, but a pending sign-in that a code finishes once', async () => {
    const { user, secret } = await createPersonWithApp()
    const { status, body } = await passwordSignIn(user.email)
    expect(status).toBe(201)
    expect(body).toEqual({
      pending: expect.any(String),
      expiresAt: expect.any(String),
      enrol: false,
      methods: { app: true, passkey: false, recoveryCode: true },
      passkeyOrigin: 'http://localhost',
    })
    expect(await isOpen(body.pending)).toBe(false)
    const done = await finish(body.pending, codeOf(secret))
    expect(done).toMatchObject({ status: 201, body: { user: { id: user.id } } })
    expect(await isOpen(done.body.token)).toBe(true)
    await forgetUsedCode(user.id)
    expect(await finish(body.pending, codeOf(secret))).toMatchObject({ status: 410, body: { code: 'sign_in_expired' } })
  })

  it('a code works once, also for two who send it at the same time', async () => {
    const { user, secret } = await createPersonWithApp()
    const pending = await Promise.all(
      Array.from({ length: 4 }, async () => (await passwordSignIn(user.email)).body.pending),
    )
    const code = codeOf(secret)
    const answers = await Promise.all(pending.map((one) => finish(one, code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400])
    const { pending: again } = (await passwordSignIn(user.email)).body
    expect(await finish(again, code)).toMatchObject({ status: 400, body: { fields: [{ path: 'code' }] } })
    expect(await finish(again, codeOf(secret, -1)), 'nor does an earlier one').toMatchObject({ status: 400 })
    expect(await finish(again, codeOf(secret, 1))).toMatchObject({ status: 201 })
  })

  it('a clock may be one step off, and spaces do not count', async () => {
    const { user, secret } = await createPersonWithApp()
    const { pending } = (await passwordSignIn(user.email)).body
    for (const steps of [-3, 3]) {
      await forgetUsedCode(user.id)
      expect((await finish(pending, codeOf(secret, steps))).status).toBe(400)
    }
    // Where 30 seconds end before it arrives a code is two steps late, and the next one is tried.
    const sendLate = async () => {
      const late = codeOf(secret, -1)
      return (await finish((await passwordSignIn(user.email)).body.pending, ` ${late.slice(0, 3)} ${late.slice(3)} `))
        .status
    }
    await expect.poll(sendLate, { timeout: 30_000 }).toBe(201)
  })

  it('five wrong codes end the sign-in, exactly, also all at once', async () => {
    const { user, secret } = await createPersonWithApp()
    // Known networks have a count of their own; the sign-in has one.
    const home = desk.stranger()
    await finish((await passwordSignIn(user.email, home)).body.pending, codeOf(secret), home)
    const { pending } = (await passwordSignIn(user.email)).body
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => finish(pending, '000000', n % 2 ? home : undefined)),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(CODES_PER_SIGN_IN)
    expect(answers.every(({ status }) => [400, 410, 429].includes(status))).toBe(true)
    expect(await finish(pending, codeOf(secret))).toMatchObject({ status: 410, body: { code: 'sign_in_expired' } })
  })

  it('guessing is slowed down over many sign-ins, and does not lock out the person where they have been', async () => {
    const { user, secret } = await createPersonWithApp()
    const home = desk.stranger()
    const first = await passwordSignIn(user.email, home)
    expect((await finish(first.body.pending, codeOf(secret), home)).status).toBe(201)
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const { pending } = (await passwordSignIn(user.email)).body
      statuses.push((await finish(pending, '000000')).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    await forgetUsedCode(user.id)
    const { pending } = (await passwordSignIn(user.email, home)).body
    expect((await finish(pending, codeOf(secret), home)).status).toBe(201)
  })

  it('a sign-in waits ten minutes', async () => {
    const { user, secret } = await createPersonWithApp()
    const { pending } = (await passwordSignIn(user.email)).body
    await sql`update pending_sign_in set expires_at = now() where user_id = ${user.id}`.execute(db)
    expect(await finish(pending, codeOf(secret))).toMatchObject({ status: 410 })
  })

  it('wrong codes and the sign-in are in the audit log, and no code or token is', async () => {
    const { user, secret } = await createPersonWithApp({ name: 'Audited' })
    const { pending } = (await passwordSignIn(user.email)).body
    // Refusals are written by the minute, and when a server closes.
    const other = await buildApp(desk.services)
    await other.inject({ method: 'POST', url: '/api/session/second-step', payload: { pending, code: '000000' } })
    await other.close()
    const { body } = await finish(pending, codeOf(secret))
    const lines = await db.selectFrom('auditEvent').where('entityId', '=', user.id).selectAll().orderBy('at').execute()
    const { action, actorId } = lines.at(-2) ?? {}
    expect([action, actorId], 'who typed it is not known').toEqual(['second_step_failed', null])
    expect(lines.at(-1)).toMatchObject({ action: 'sign_in', after: { secondStep: 'app' } })
    for (const text of [pending, body.token, secret]) expect(JSON.stringify(lines)).not.toContain(text)
  })

  it('someone stopped at the second step is in the audit log: suspended meanwhile, or after too many codes', async () => {
    const other = await buildApp(desk.services)
    const answer = (pending: string) =>
      other.inject({ method: 'POST', url: '/api/session/second-step', payload: { pending, code: '000000' } })
    const boss = await createUser({ role: 'administrator' })
    const { token } = (await passwordSignIn(boss.email)).body
    const { user: suspended } = await createPersonWithApp({ name: 'Suspended meanwhile' })
    const { pending } = (await passwordSignIn(suspended.email)).body
    await send(`/api/users/${suspended.id}`, { version: 1, status: 'suspended' }, { token, method: 'PATCH' })
    expect((await answer(pending)).json()).toMatchObject({ code: 'sign_in_expired' })
    const { user: guesser } = await createPersonWithApp({ name: 'Guessed' })
    const { pending: guessed } = (await passwordSignIn(guesser.email)).body
    for (let n = 0; n < 6; n++) await answer(guessed)
    await other.close()
    const refusals = await db
      .selectFrom('auditEvent')
      .where('action', '=', 'sign_in_refused')
      .where('entityId', 'in', [suspended.id, guesser.id])
      .select(['entityTitle', 'actorId', 'ip', 'after'])
      .orderBy('entityTitle')
      .execute()
    expect(refusals).toMatchObject([
      { entityTitle: 'Guessed', after: { reason: 'too_many_requests', count: 1 } },
      { entityTitle: 'Suspended meanwhile', actorId: null, ip: '127.0.0.1', after: { reason: 'account_suspended' } },
    ])
  })

  it('the secret is encrypted in the database, and bound to its person', async () => {
    const { user, secret } = await createPersonWithApp()
    const row = await db
      .selectFrom('authenticatorApp')
      .where('userId', '=', user.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const raw = Buffer.from(row.secret).toString('latin1')
    expect(raw).not.toContain(secret)
    const other = await createPersonWithApp()
    await db.updateTable('authenticatorApp').set({ secret: row.secret }).where('userId', '=', other.user.id).execute()
    await forgetUsedCode(other.user.id)
    const { pending } = (await passwordSignIn(other.user.email)).body
    expect((await finish(pending, codeOf(secret))).status, 'the secret of another does not open').toBe(500)
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed, and is stored as a hash', async () => {
    const { user, recoveryCodes } = await createPersonWithApp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const signInWith = async (code: string) => finish((await passwordSignIn(user.email)).body.pending, code)
    expect((await signInWith(first.toLowerCase().replaceAll('-', ' '))).status).toBe(201)
    expect((await signInWith(first)).status).toBe(400)
    const rows = await db.selectFrom('recoveryCode').where('userId', '=', user.id).selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second)
    const pending = await Promise.all([0, 1, 2].map(async () => (await passwordSignIn(user.email)).body.pending))
    const race = await Promise.all(pending.map((one) => finish(one, second)))
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
  })

  it('of someone else does not work', async () => {
    const [one, other] = [await createPersonWithApp(), await createPersonWithApp()]
    const { pending } = (await passwordSignIn(one.user.email)).body
    expect((await finish(pending, other.recoveryCodes[0]!)).status).toBe(400)
  })
})

describe('R10 a pending sign-in is dead', () => {
  it('after a password change, a reset and a suspension', async () => {
    for (const end of ['password', 'suspended', 'role'] as const) {
      const { user, secret } = await createPersonWithApp()
      const { pending } = (await passwordSignIn(user.email)).body
      if (end === 'password')
        await db.updateTable('userAccount').set({ passwordHash: 'another' }).where('id', '=', user.id).execute()
      else {
        const { token } = await desk.signIn('administrator')
        const change = end === 'role' ? { role: 'viewer' } : { status: 'suspended' }
        const edited = await send(`/api/users/${user.id}`, { version: 1, ...change }, { token, method: 'PATCH' })
        expect(edited.status).toBe(200)
      }
      expect(await finish(pending, codeOf(secret)), end).toMatchObject({ status: 410 })
    }
  })
})

it('a person without a second step signs in with the password alone', async () => {
  const { email } = await createUser()
  expect((await passwordSignIn(email)).body).toMatchObject({ token: expect.any(String) })
})

it('R20 R21 a wrong password is answered in the same way with and without a second step', async () => {
  const [plain, guarded] = [await createUser(), (await createPersonWithApp()).user]
  const answers = await Promise.all(
    [plain.email, guarded.email, 'no-one@example.com'].map((email) =>
      passwordSignIn(email, undefined, 'not the password'),
    ),
  )
  const seen = answers.map(({ status, body }) => ({ status, code: body.code, keys: Object.keys(body) }))
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
})

it.each([
  ['a list', ['x']],
  ['an object', { $ne: 1 }],
  ['nothing', ''],
  ['a number', 123_456],
  ['too much', '1'.repeat(61)],
])('R06 %s as a code is 400', async (_, code) => {
  const { user } = await createPersonWithApp()
  const { pending } = (await passwordSignIn(user.email)).body
  expect(await send('/api/session/second-step', { pending, code })).toMatchObject({ status: 400 })
})
