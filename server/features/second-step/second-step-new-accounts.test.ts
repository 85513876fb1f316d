import { describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { PASSWORD } from '../../testing/app.ts'
import { resetSecondStep } from './second-step-reset-commands.ts'
import { createSecondStepDesk } from './testing/second-step.ts'

const desk = await createSecondStepDesk({ publicUrl: 'https://desk.example.org' })
const { app, db, send, passwordSignIn, isOpen, codeOf, createPersonWithApp, forgetUsedCode } = desk
const NEW_PASSWORD = 'another long passphrase'
/** The administrator who acts, with a second step of their own. */
const admin = await createPersonWithApp({ role: 'administrator' })
const EVERYONE = ['administrator', 'editor', 'author', 'ad_manager', 'viewer']
await send('/api/settings', { secondStep: { roles: EVERYONE } }, { token: admin.token, method: 'PATCH' })

const secretIn = ({ hash }: URL) => hash.replace(/^#\w+=/, '')
type Enrolled = { token: string; recoveryCodes: string[] }
async function enrol(pending: string) {
  const { secret } = (await send<{ secret: string }>('/api/session/enrolment/app', { pending })).body
  const done = await send<Enrolled>('/api/session/enrolment/app/confirm', { pending, code: codeOf(secret) })
  return { ...done, secret }
}

const ID = '01890000-0000-7000-8000-000000000000'
/** Every endpoint that is not open to anyone: each answer to this token that is not a refusal. */
async function opensWith(token: string): Promise<string[]> {
  const open: string[] = []
  for (const { method, path, access } of Object.values(allEndpoints).flatMap((group) => Object.values(group))) {
    if (access === 'public') continue
    const { statusCode, body } = await app.inject({
      method,
      url: path.replaceAll(/:\w+/g, ID),
      headers: { authorization: `bearer ${token}` },
      ...(method !== 'GET' && { payload: {} }),
    })
    if (statusCode !== 401 || !body.includes('"code":"not_signed_in"')) open.push(`${method} ${path}: ${statusCode}`)
  }
  return open
}

/** After the password: a person whose only way on is to set up a second step, and then they are in. */
async function expectEnrolmentFirst(email: string, password = PASSWORD) {
  const { status, body } = await passwordSignIn(email, undefined, password)
  expect([status, body]).toMatchObject([201, { enrol: true, methods: { app: false, passkey: false } }])
  expect(body).not.toHaveProperty('token')
  expect(await opensWith(body.pending)).toEqual([])
  const done = await enrol(body.pending)
  expect(done.status).toBe(201)
  expect(await isOpen(done.body.token)).toBe(true)
  return done
}

describe('where every role needs a second step, it is set up before anything else', () => {
  it('by an invited person', async () => {
    const email = 'invited@example.com'
    const made = await send('/api/users/invitations', { email, role: 'editor' }, { token: admin.token })
    expect(made.status).toBe(201)
    const invitation = secretIn(await desk.linkTo(email, '/register'))
    const registered = await send('/api/registrations', { email, name: 'Guest', password: PASSWORD, invitation })
    expect(registered, 'the link itself opens nothing').toEqual({ status: 201, body: { status: 'active' } })
    const { body } = await expectEnrolmentFirst(email)
    expect(body).toMatchObject({ user: { email, role: 'editor' } })
  })

  it('by a person whom an administrator approved', async () => {
    const email = 'asked@example.com'
    await send('/api/registrations', { email, name: 'Asked', password: PASSWORD })
    expect(await passwordSignIn(email), 'not before').toMatchObject({ status: 403, body: { code: 'account_pending' } })
    const { id } = await db.selectFrom('userAccount').where('email', '=', email).select('id').executeTakeFirstOrThrow()
    const change = { version: 1, status: 'active', role: 'author' }
    const approved = await send(`/api/users/${id}`, change, { token: admin.token, method: 'PATCH' })
    expect(approved.status).toBe(200)
    await expectEnrolmentFirst(email)
  })

  it('by a person without one who set a new password by a mailed link', async () => {
    const { email } = await desk.createUser({ role: 'author' })
    await send('/api/password-resets', { email })
    const token = secretIn(await desk.linkTo(email, '/forget'))
    const reset = await send('/api/password-resets/confirm', { token, password: NEW_PASSWORD })
    expect([reset.status, reset.body], 'the link itself opens nothing').toEqual([204, {}])
    await expectEnrolmentFirst(email, NEW_PASSWORD)
  })
})

describe('a session that a password alone opened, when the setting comes', () => {
  const set = (roles: string[]) =>
    send('/api/settings', { secondStep: { roles } }, { token: admin.token, method: 'PATCH' })

  it('is refused with the reason at every call, and the person signs in again and sets one up', async () => {
    await set([])
    const { email } = await desk.createUser({ role: 'editor' })
    const { token } = (await passwordSignIn(email)).body
    expect(await isOpen(token)).toBe(true)
    expect((await set(['editor'])).status).toBe(200)
    for (const url of ['/api/session', '/api/articles', '/api/profile/second-step'])
      expect(await send(url, undefined, { token })).toMatchObject({
        status: 401,
        body: { code: 'not_signed_in', reasons: ['second_step_required'] },
      })
    expect(await opensWith(token)).toEqual([])
    await expectEnrolmentFirst(email)
    expect(await isOpen(token), 'nor does the enrolment open the old one').toBe(false)
  })

  it('is told to no one who has another token, or a session that ended otherwise', async () => {
    await set([])
    const { email, id } = await desk.createUser({ role: 'editor' })
    const { token } = (await passwordSignIn(email)).body
    await set(['editor'])
    await db.updateTable('userAccount').set({ status: 'suspended' }).where('id', '=', id).execute()
    for (const other of [token, 'A'.repeat(43), 'null']) {
      const refused = await send('/api/session', undefined, { token: other })
      expect(refused).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
      expect(refused.body).not.toHaveProperty('reasons')
    }
  })

  it('goes on when the setting is taken off before it ends', async () => {
    await set([])
    const { token } = await desk.signIn('author')
    await set(['author'])
    expect(await isOpen(token)).toBe(false)
    await set([])
    expect(await isOpen(token)).toBe(true)
  })
})

describe('the only administrator', () => {
  const alone = async () => {
    await desk.require()
    const person = await createPersonWithApp({ role: 'administrator' })
    await db
      .updateTable('userAccount')
      .set({ role: 'viewer' })
      .where('role', '=', 'administrator')
      .where('id', '!=', person.user.id)
      .execute()
    const saved = await send(
      '/api/settings',
      { secondStep: { roles: EVERYONE } },
      { token: person.token, method: 'PATCH' },
    )
    expect(saved.status).toBe(200)
    return person
  }

  it('cannot take their own second step off, and comes in without the app by a recovery code', async () => {
    const { user, token, recoveryCodes } = await alone()
    const remove = await send('/api/profile/second-step/app/remove', { password: PASSWORD }, { token })
    expect(remove).toMatchObject({ status: 409, body: { reasons: ['second_step_required'] } })
    const own = await send(`/api/users/${user.id}/second-step/reset`, {}, { token })
    expect(own).toMatchObject({ status: 409, body: { reasons: ['own_account'] } })
    const { pending } = (await passwordSignIn(user.email)).body
    const done = await send<{ token: string }>('/api/session/second-step', { pending, code: recoveryCodes[0] })
    expect(await isOpen(done.body.token)).toBe(true)
  })

  it('who lost app and codes gets in by the command on the server, and sets up another second step', async () => {
    const { user, token } = await alone()
    await resetSecondStep(db, null, user.id)
    expect(await isOpen(token)).toBe(false)
    const { body, secret } = await expectEnrolmentFirst(user.email)
    const settings = await send<{ secondStep: object }>('/api/settings', undefined, { token: body.token })
    expect(settings.body.secondStep, 'nothing was switched off for it').toMatchObject({ roles: EVERYONE })
    await forgetUsedCode(user.id)
    const { pending } = (await passwordSignIn(user.email)).body
    expect((await send('/api/session/second-step', { pending, code: codeOf(secret) })).status).toBe(201)
  })
})
