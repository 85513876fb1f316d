import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../testing/app.ts'
import { createSecondStepDesk } from './testing/second-step.ts'

// The attacks on sign-in, reset and registration once more, on accounts with a second step that their role requires.
const desk = await createSecondStepDesk({ publicUrl: 'https://desk.example.org' })
const { app, db, send, passwordSignIn, isOpen, codeOf, createPersonWithApp, forgetUsedCode } = desk
await desk.require('administrator', 'editor', 'author', 'ad_manager', 'viewer')
await desk.createUser({ role: 'administrator' })
const NEW_PASSWORD = 'another long passphrase'
const EVIL = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', origin: 'https://evil.example' }

/** A person who set up an app while it was not required yet. */
async function createGuarded(fields: Parameters<typeof createPersonWithApp>[0] = {}) {
  await desk.require()
  const person = await createPersonWithApp(fields)
  await forgetUsedCode(person.user.id)
  await desk.require('administrator', 'editor', 'author', 'ad_manager', 'viewer')
  return person
}
const finish = (pending: string, code: string) => send<{ token: string }>('/api/session/second-step', { pending, code })
const forget = (email: unknown, headers?: Record<string, string>) =>
  send('/api/password-resets', { email }, { ...(headers && { headers }) })
async function resetTokenOf(email: string) {
  await forget(email)
  return (await desk.linkTo(email, '/forget')).hash.replace('#token=', '')
}
const confirm = (token: string, password = NEW_PASSWORD) => send('/api/password-resets/confirm', { token, password })
const withoutId = ({ status, body }: { status: number; body: object }) => ({ status, body: { ...body, requestId: '' } })

describe('R20 R21 nothing tells that an account exists, or that it has a second step', () => {
  it('at a sign-in with a wrong password, nor does it leave a pending sign-in', async () => {
    const { user } = await createGuarded()
    const [guarded, unknown] = [
      await passwordSignIn(user.email, undefined, 'not the password'),
      await passwordSignIn('no-one@example.com', undefined, 'not the password'),
    ]
    expect(withoutId(guarded)).toEqual(withoutId(unknown))
    const pending = await db.selectFrom('pendingSignIn').where('userId', '=', user.id).select('id').execute()
    expect(pending).toEqual([])
  })

  it('at a request for a new password: one line in the outbox, one answer', async () => {
    const { user } = await createGuarded()
    await db.deleteFrom('mailOutbox').execute()
    const answers = [await forget(user.email), await forget('no-one@example.com')]
    expect(withoutId(answers[0]!)).toEqual(withoutId(answers[1]!))
    const lines = await db.selectFrom('mailOutbox').select('kind').execute()
    expect(lines).toEqual([{ kind: 'password_reset' }, { kind: 'password_reset' }])
  })

  it('at a registration with the address of someone', async () => {
    const { user, secret } = await createGuarded()
    const register = (email: string) => send('/api/registrations', { email, name: 'Mallory', password: NEW_PASSWORD })
    expect(await register(user.email.toUpperCase())).toEqual(await register('new-here@example.com'))
    const { pending } = (await passwordSignIn(user.email)).body
    expect((await finish(pending, codeOf(secret))).body).toMatchObject({ user: { id: user.id, name: user.name } })
  })
})

describe('R22 codes are counted for the account', () => {
  const guess = (pending: string, n: number, url = '/api/session/second-step', more: object = {}) =>
    send(
      url,
      { pending, code: '000000', ...more },
      {
        headers: {
          'x-forwarded-for': `203.0.113.${n}`,
          'x-real-ip': `203.0.113.${n}`,
          forwarded: `for=203.0.113.${n}`,
        },
      },
    )

  it('whatever X-Forwarded-For says, in every spelling of the address and of the code', async () => {
    const { user } = await createGuarded({ email: 'Target@example.com' })
    const statuses: number[] = []
    for (const [n, email] of ['target@example.com', 'TARGET@example.com', ' Target@Example.Com '].entries()) {
      const { pending } = (await passwordSignIn(email)).body
      statuses.push((await guess(pending, n * 2)).status)
      statuses.push((await send('/api/session/second-step', { pending, code: '000 000' })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const limits = await sql<{ key: string }>`select key from rate_limit where key like 'second-step:%'`.execute(db)
    expect(limits.rows).toContainEqual({ key: `second-step:${user.id}` })
  })

  it('and another spelling of the path or one field more gets nowhere and is not a guess', async () => {
    const { user, secret } = await createGuarded()
    const { pending } = (await passwordSignIn(user.email)).body
    for (const url of [
      '//api/session/second-step',
      '/api//session/second-step',
      '/API/session/second-step',
      '/api/session/second-step/',
    ])
      expect((await guess(pending, 1, url)).status, url).toBe(404)
    for (const more of [{ attempt: 2 }, { token: 'x' }, { userId: user.id }, { method: 'app' }])
      expect((await guess(pending, 1, undefined, more)).status).toBe(400)
    expect((await finish(pending, codeOf(secret))).status, 'five tries are left').toBe(201)
  })
})

describe('a reset link of someone with a second step', () => {
  it.each([
    ['a list', (email: string) => [email, 'mallory@example.com']],
    ['two addresses', (email: string) => `${email},mallory@example.com`],
    ['a line break', (email: string) => `${email}\r\nBcc: mallory@example.com`],
    ['a letter that resembles another', (email: string) => email.replace('e', 'е')],
  ])('R23 is not asked for with %s', async (_, spoil) => {
    const { user } = await createGuarded()
    expect((await forget(spoil(user.email))).status).toBe(400)
    const asked = await db.selectFrom('mailOutbox').where('kind', '=', 'password_reset').select('recipient').execute()
    expect(asked.filter(({ recipient }) => recipient.includes(user.id.slice(-12)))).toEqual([])
  })

  it('R23 R25 is mailed to the stored address and leads to PUBLIC_URL, whatever host was asked', async () => {
    const { user } = await createGuarded({ email: 'Stored@example.com' })
    await forget('sTORED@EXAMPLE.com', EVIL)
    expect(await desk.mailsTo('sTORED@EXAMPLE.com')).toEqual([])
    expect((await desk.linkTo(user.email, '/forget')).origin).toBe('https://desk.example.org')
    expect((await forget(user.email, { host: 'evil.example' })).status).toBe(400)
  })

  it('R24 is used by exactly one of fifty at once, opens no session, and the second step is still asked for', async () => {
    const { user, token, secret } = await createGuarded()
    const { pending: before } = (await passwordSignIn(user.email)).body
    const link = await resetTokenOf(user.email)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => confirm(link, `long passphrase number ${n}`)),
    )
    const won = answers.findIndex(({ status }) => status === 204)
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49)
    expect(answers[won]?.body, 'nothing that opens anything').toEqual({})
    expect(await isOpen(token), 'the session from before').toBe(false)
    expect((await finish(before, codeOf(secret))).status, 'a sign-in from before').toBe(410)
    const next = (await passwordSignIn(user.email, undefined, `long passphrase number ${won}`)).body
    expect(next).toMatchObject({ enrol: false, methods: { app: true, recoveryCode: true } })
    expect(next).not.toHaveProperty('token')
    expect((await finish(next.pending, '000000')).status).toBe(400)
    expect((await finish(next.pending, codeOf(secret))).status).toBe(201)
  })

  it('R24 works for ten minutes', async () => {
    const { user } = await createGuarded()
    const link = await resetTokenOf(user.email)
    await sql`update password_reset set expires_at = now() where user_id = ${user.id}`.execute(db)
    expect((await confirm(link)).status).toBe(410)
  })
})

describe('R24 a pending sign-in', () => {
  it('is finished by exactly one of twenty at once, is kept as a hash and for ten minutes', async () => {
    const { user, secret } = await createGuarded()
    const { pending } = (await passwordSignIn(user.email)).body
    const { rows } = await sql<{ minutes: number; row: string }>`
      select round(extract(epoch from expires_at - created_at) / 60)::int as minutes, pending_sign_in::text as row
      from pending_sign_in where user_id = ${user.id}`.execute(db)
    expect(rows[0]?.minutes).toBe(10)
    expect(rows[0]?.row).not.toContain(pending)
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(pending, code)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const sessions = db.selectFrom('session').where('userId', '=', user.id).where('secondStep', '=', true).select('id')
    expect(await sessions.execute(), 'the one in which the app was set up, and this one').toHaveLength(2)
  })
})

describe('R25 what a passkey is asked for', () => {
  it('is of PUBLIC_URL, whatever host was asked', async () => {
    const { user } = await createGuarded()
    const { body } = await send<{ passkeyOrigin: string }>(
      '/api/session',
      { email: user.email, password: PASSWORD },
      { headers: EVIL },
    )
    expect(body.passkeyOrigin).toBe('https://desk.example.org')
    const options = await send<{ rpId: string }>('/api/session/passkey-options', {}, { headers: EVIL })
    expect(options).toMatchObject({ status: 200, body: { rpId: 'desk.example.org' } })
    const foreign = await app.inject({
      method: 'POST',
      url: '/api/session/passkey-options',
      headers: { host: 'evil.example' },
      payload: {},
    })
    expect(foreign.statusCode).toBe(400)
  })
})

describe('R27 no answer of a sign-in sends the browser elsewhere', () => {
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'not with %j',
    async (next) => {
      const { user, secret } = await createGuarded()
      const { pending } = (await passwordSignIn(user.email)).body
      const given = { pending, code: codeOf(secret) }
      expect((await send('/api/session/second-step', { ...given, next })).status, 'not a field').toBe(400)
      const url = `/api/session/second-step?next=${encodeURIComponent(next)}`
      expect((await send(url, given)).status, 'nor a part of the address').toBe(400)
      const answer = await app.inject({ method: 'POST', url: '/api/session/second-step', payload: given })
      expect(answer.statusCode).toBe(201)
      expect(answer.headers).not.toHaveProperty('location')
      expect(answer.headers).not.toHaveProperty('refresh')
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
    },
  )
})
