import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { roleOfSession } from '../../http/session.ts'
import { PASSWORD } from '../../testing/app.ts'
import { createSecondStepDesk } from './testing/second-step.ts'

const desk = await createSecondStepDesk()
const { app, db, createUser, send, passwordSignIn, isOpen, codeOf, createPersonWithApp, forgetUsedCode } = desk
afterEach(() => desk.require())

type Begun = { secret: string }
type Enrolled = { token: string; recoveryCodes: string[] }
const enrol = async (pending: string) => {
  const { secret } = (await send<Begun>('/api/session/enrolment/app', { pending })).body
  const done = await send<Enrolled>('/api/session/enrolment/app/confirm', { pending, code: codeOf(secret) })
  return { ...done, secret }
}

describe('where the role requires a second step', () => {
  it('a person without one sets it up after the password, and only then is signed in', async () => {
    const user = await createUser({ role: 'editor' })
    await desk.require('editor')
    const { body } = await passwordSignIn(user.email)
    expect(body).toMatchObject({ enrol: true, methods: { app: false, passkey: false } })
    expect(body).not.toHaveProperty('token')
    expect((await send('/api/session/second-step', { pending: body.pending, code: '000000' })).status).toBe(410)
    const done = await enrol(body.pending)
    expect(done).toMatchObject({ status: 201, body: { user: { id: user.id } } })
    expect(done.body.recoveryCodes).toHaveLength(10)
    expect(await isOpen(done.body.token)).toBe(true)
    const again = (await passwordSignIn(user.email)).body
    expect(again).toMatchObject({ enrol: false, methods: { app: true, recoveryCode: true } })
  })

  it('others are not asked', async () => {
    await desk.require('administrator')
    const { email } = await createUser({ role: 'author' })
    expect((await passwordSignIn(email)).body).toHaveProperty('token')
  })

  it('F3 sessions that a password opened end with the setting, and those with a second step go on', async () => {
    const { email } = await createUser({ role: 'editor' })
    const { token } = (await passwordSignIn(email)).body
    const guarded = await createPersonWithApp({ role: 'editor' })
    const live = await desk.signIn('editor')
    expect([await isOpen(token), await isOpen(guarded.token)]).toEqual([true, true])
    expect(await roleOfSession(db, live.sessionId)).toBe('editor')
    await desk.require('editor')
    expect([await isOpen(token), await isOpen(guarded.token)]).toEqual([false, true])
    expect(await roleOfSession(db, live.sessionId), 'a live channel ends, too').toBeUndefined()
  })

  it('F3 a new password, by reset or by change, is not a second step', async () => {
    const { user, token } = await createPersonWithApp()
    const changed = await send<{ token: string }>(
      '/api/profile/password',
      { current: PASSWORD, password: `${PASSWORD} new` },
      { token },
    )
    expect(await isOpen(changed.body.token), 'the session had its second step').toBe(true)
    expect((await passwordSignIn(user.email, undefined, `${PASSWORD} new`)).body).not.toHaveProperty('token')

    await send('/api/password-resets', { email: user.email })
    await desk.runJobs()
    const administrator = await desk.signIn('administrator')
    const { id } = await db.selectFrom('passwordReset').select('id').executeTakeFirstOrThrow()
    const link = await send<{ url: string }>(`/api/users/password-resets/${id}/link`, {}, administrator)
    const resetToken = link.body.url.split('=').at(-1)
    const reset = await send('/api/password-resets/confirm', { token: resetToken, password: `${PASSWORD} newer` })
    expect([reset.status, reset.body]).toEqual([204, {}])
    expect((await passwordSignIn(user.email, undefined, `${PASSWORD} newer`)).body).not.toHaveProperty('token')
  })

  it('F3 an invitation and an approval end in an enrolment', async () => {
    await desk.require('administrator', 'editor', 'author', 'ad_manager', 'viewer')
    const registered = await send('/api/registrations', { email: 'ask@example.com', name: 'Ask', password: PASSWORD })
    expect(registered).toEqual({ status: 201, body: { status: 'pending' } })
    await db.updateTable('userAccount').set({ status: 'active' }).where('email', '=', 'ask@example.com').execute()
    expect((await passwordSignIn('ask@example.com')).body).toMatchObject({ enrol: true })
  })

  it('F3 a password does not add a method to an account that has one', async () => {
    const user = await createUser({ role: 'editor' })
    await desk.require('editor')
    const [one, other] = [(await passwordSignIn(user.email)).body, (await passwordSignIn(user.email)).body]
    const begun = await send<Begun>('/api/session/enrolment/app', { pending: other.pending })
    const first = await enrol(one.pending)
    expect(first.status).toBe(201)
    const code = codeOf(begun.body.secret)
    expect(await send('/api/session/enrolment/app/confirm', { pending: other.pending, code })).toMatchObject({
      status: 410,
    })
    const third = (await passwordSignIn(user.email)).body
    for (const url of ['app', 'passkey-options'])
      expect((await send(`/api/session/enrolment/${url}`, { pending: third.pending })).status).toBe(410)
    await forgetUsedCode(user.id)
    const finished = await send('/api/session/second-step', { pending: third.pending, code: codeOf(first.secret) })
    expect(finished.status, 'the first app is the one that counts').toBe(201)
  })

  it('F3 of several enrolments at once one wins', async () => {
    const user = await createUser({ role: 'editor' })
    await desk.require('editor')
    const begun = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { pending } = (await passwordSignIn(user.email)).body
        return { pending, ...(await send<Begun>('/api/session/enrolment/app', { pending })).body }
      }),
    )
    const answers = await Promise.all(
      begun.map(({ pending, secret }) =>
        send<Enrolled>('/api/session/enrolment/app/confirm', { pending, code: codeOf(secret) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410, 410])
  })

  it('the last method cannot be removed, but replaced', async () => {
    const { token } = await createPersonWithApp({ role: 'editor' })
    await desk.require('editor')
    const remove = () => send('/api/profile/second-step/app/remove', { password: PASSWORD }, { token })
    expect(await remove()).toMatchObject({ status: 409, body: { reasons: ['second_step_required'] } })
    await desk.require()
    expect(await remove()).toMatchObject({ status: 200, body: { app: null, recoveryCodesLeft: null } })
  })
})

describe('the setting', () => {
  it('can be made by an administrator who has a second step, when it is about administrators', async () => {
    const plain = await desk.signIn('administrator')
    const set = (roles: string[], token: string) =>
      send('/api/settings', { secondStep: { roles } }, { token, method: 'PATCH' })
    expect(await set(['administrator'], plain.token)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'secondStep.roles', code: 'own_second_step' }] },
    })
    expect((await set(['editor'], plain.token)).status).toBe(200)
    const guarded = await createPersonWithApp({ role: 'administrator' })
    expect((await set(['administrator', 'editor'], guarded.token)).body).toMatchObject({
      secondStep: { roles: ['administrator', 'editor'] },
    })
    const line = await db
      .selectFrom('auditEvent')
      .where('entityTitle', '=', 'secondStep')
      .selectAll()
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ before: { roles: ['editor'] }, after: { roles: ['administrator', 'editor'] } })
  })

  it('is not overwritten by someone who saw an older version', async () => {
    const { token } = await desk.signIn('administrator')
    type Saved = { secondStep: { roles: string[] }; saved: { secondStep: { version: number } } }
    const before = (await send<Saved>('/api/settings', undefined, { token })).body.saved.secondStep.version
    const set = (roles: string[], version: number) =>
      send('/api/settings', { secondStep: { roles }, versions: { secondStep: version } }, { token, method: 'PATCH' })
    expect(await set(['author'], before)).toMatchObject({
      status: 200,
      body: { saved: { secondStep: { version: before + 1 } } },
    })
    expect(await set(['viewer'], before)).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { id: 'secondStep', roles: ['author'], version: before + 1 } },
    })
    expect((await set([], before + 1)).status).toBe(200)
  })
})

/** What a caller without a session may reach; everything else needs one. */
const OPEN_TO_ANYONE = [
  'session.setup',
  'session.signIn',
  'session.register',
  'session.invitation',
  'session.requestReset',
  'session.confirmReset',
  'previewLinks.open',
]
const OF_THE_SECOND_STEP = /^secondStep\./
/** What readers of the site reach, too. */
const OF_THE_SITE = /^(delivery|readerSearch|events|adDelivery)\./

describe('F3 no route', () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const walked = Object.entries(allEndpoints).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, e]) => ({ key: `${group}.${name}`, ...e })),
  )

  it('but the named ones takes a pending sign-in, whose person has a second step or has to set one up', async () => {
    const { user } = await createPersonWithApp({ role: 'administrator' })
    const enrolling = await createUser({ role: 'administrator' })
    const tokens = [(await passwordSignIn(user.email)).body.pending]
    await desk.require('administrator')
    tokens.push((await passwordSignIn(enrolling.email)).body.pending)
    const wrong: string[] = []
    const open: string[] = []
    for (const { key, method, path, access } of walked) {
      if (access === 'public') {
        open.push(key)
        continue
      }
      for (const token of tokens) {
        const url = path.replaceAll(/:\w+/g, id)
        const headers = { authorization: `bearer ${token}` }
        const { statusCode } = await app.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })
        if (![401, 403].includes(statusCode)) wrong.push(`${key}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    expect(walked.length - open.length).toBeGreaterThan(150)
    expect(open.filter((key) => !OF_THE_SECOND_STEP.test(key) && !OF_THE_SITE.test(key))).toEqual(OPEN_TO_ANYONE)
  })

  it('takes it in another way: as a cookie, in the address, as a token of a link', async () => {
    const { user } = await createPersonWithApp({ role: 'administrator' })
    const { pending } = (await passwordSignIn(user.email)).body
    for (const cookie of [`token=${pending}`, `authorization=bearer ${pending}`])
      expect((await app.inject({ url: '/api/session', headers: { cookie } })).statusCode).toBe(401)
    for (const name of ['token', 'pending', 'access_token'])
      expect((await app.inject({ url: `/api/session?${name}=${pending}` })).statusCode).toBe(401)
    const confirm = await send('/api/password-resets/confirm', { token: pending, password: `${PASSWORD} other` })
    expect(confirm.status).toBe(410)
    expect((await send('/api/preview-links/open', { token: pending })).status).toBeGreaterThanOrEqual(400)
  })

  it('that is outside the contract answers a person either', async () => {
    const { user } = await createPersonWithApp({ role: 'administrator' })
    const { pending } = (await passwordSignIn(user.email)).body
    const headers = { authorization: `bearer ${pending}` }
    const known = new Set(walked.map(({ method, path }) => `${method} ${path}`))
    const others = routesOf(app).filter((route) => !known.has(`${route.method} ${route.url}`))
    expect(others.map(({ url }) => url)).toEqual(expect.arrayContaining(['/healthz', '/metrics', '/media/:id/:file']))
    for (const { method, url } of others) {
      const path = url.replaceAll(/:\w+/g, id).replaceAll('*', 'x')
      const [withPending, without] = [
        await app.inject({ method, url: path, headers }),
        await app.inject({ method, url: path }),
      ]
      expect(withPending.statusCode, `${method} ${url}`).toBe(without.statusCode)
    }
  })
})

/** The routes that are mounted, from the tree that fastify prints. */
function routesOf(server: FastifyInstance): { method: 'GET'; url: string }[] {
  const lines = server.printRoutes({ commonPrefix: false }).split('\n')
  const path: string[] = []
  return lines.flatMap((line) => {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) return []
    const [, indent = '', part = '', methods = ''] = match
    path.length = indent.length / 4
    path.push(part)
    return methods.split(', ').includes('GET') ? [{ method: 'GET' as const, url: path.join('') }] : []
  })
}
