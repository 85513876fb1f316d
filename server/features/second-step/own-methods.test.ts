import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SecondStepMethods } from '#contract/second-step.ts'
import { buildApp } from '../../app.ts'
import { PASSWORD } from '../../testing/app.ts'
import { accountLetters } from '../session/account-mail-commands.ts'
import { createSecondStepDesk } from './testing/second-step.ts'
import { createSoftPasskey, type SoftPasskey } from './testing/soft-passkey.ts'

const desk = await createSecondStepDesk()
const { db, send, passwordSignIn, isOpen, codeOf, createPersonWithApp, forgetUsedCode, createUser } = desk

type Options = { challenge: string; rpId?: string; rp: { id: string }; allowCredentials?: { id: string }[] }
type Codes = { recoveryCodes: string[] | null }
const mine = '/api/profile/second-step'
const view = async (token: string) => (await send<SecondStepMethods>(mine, undefined, { token })).body

async function addPasskey(token: string, name = 'Laptop', passkey = createSoftPasskey()) {
  const options = await send<Options>(`${mine}/passkey-options`, { password: PASSWORD }, { token })
  const response = passkey.register(options.body)
  const added = await send<Codes>(`${mine}/passkeys`, { response, name }, { token })
  return { ...added, passkey, options: options.body, response }
}
/** A person with a passkey and no app. */
async function createPersonWithPasskey() {
  const user = await createUser()
  const { token } = (await passwordSignIn(user.email)).body
  const { passkey, body } = await addPasskey(token)
  return { user, token, passkey, recoveryCodes: body.recoveryCodes ?? [] }
}

describe('the first method', () => {
  it('brings ten recovery codes and ends the other sessions; this one goes on', async () => {
    const user = await createUser()
    const [here, elsewhere] = [(await passwordSignIn(user.email)).body, (await passwordSignIn(user.email)).body]
    const before = await view(here.token)
    expect(before).toEqual({
      app: null,
      passkeys: [],
      recoveryCodesLeft: null,
      required: false,
      passkeyOrigin: 'http://localhost',
    })
    const begun = await send<{ secret: string }>(`${mine}/app`, { password: PASSWORD }, { token: here.token })
    expect(await isOpen(elsewhere.token)).toBe(true)
    const code = codeOf(begun.body.secret)
    expect(await send(`${mine}/app/confirm`, { code }, { token: elsewhere.token })).toMatchObject({ status: 400 })
    const confirmed = await send<Codes>(`${mine}/app/confirm`, { code }, { token: here.token })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect([await isOpen(here.token), await isOpen(elsewhere.token)]).toEqual([true, false])
    expect(await view(here.token)).toMatchObject({ app: { lastUsedAt: null }, recoveryCodesLeft: 10 })
    const { passkey: _, ...second } = await addPasskey(here.token)
    expect(second.body.recoveryCodes, 'the second method brings none').toBeNull()
  })

  it.each([
    ['app', {}],
    ['passkey-options', {}],
    ['app/remove', {}],
    ['recovery-codes', {}],
  ])('%s needs the password', async (path) => {
    const { token } = await createPersonWithApp()
    expect(await send(`${mine}/${path}`, { password: 'not the password' }, { token })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'password', code: 'wrong_password' }] },
    })
    expect((await send(`${mine}/${path}`, {}, { token })).status).toBe(400)
  })

  it('a wrong code sets nothing up, and guessing is slowed down', async () => {
    const user = await createUser()
    const { token } = (await passwordSignIn(user.email)).body
    await send(`${mine}/app`, { password: PASSWORD }, { token })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await send(`${mine}/app/confirm`, { code: '000000' }, { token })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await view(token)).app).toBeNull()
  })
})

describe('an authenticator app', () => {
  it('is replaced without a moment in which there is none', async () => {
    const { user, token, secret } = await createPersonWithApp()
    const begun = await send<{ secret: string }>(`${mine}/app`, { password: PASSWORD }, { token })
    await forgetUsedCode(user.id)
    const finish = async (code: string) => {
      const { pending } = (await passwordSignIn(user.email)).body
      return (await send('/api/session/second-step', { pending, code })).status
    }
    expect(await finish(codeOf(secret)), 'the old one works meanwhile').toBe(201)
    await send(`${mine}/app/confirm`, { code: codeOf(begun.body.secret) }, { token })
    await forgetUsedCode(user.id)
    expect(await finish(codeOf(begun.body.secret))).toBe(201)
    expect(await finish(codeOf(secret, 1))).toBe(400)
  })

  it('removed as the last method, takes the recovery codes with it', async () => {
    const { user, token } = await createPersonWithApp()
    const removed = await send(`${mine}/app/remove`, { password: PASSWORD }, { token })
    expect(removed.body).toMatchObject({ app: null, recoveryCodesLeft: null })
    expect((await passwordSignIn(user.email)).body).toHaveProperty('token')
    expect(await db.selectFrom('recoveryCode').where('userId', '=', user.id).selectAll().execute()).toEqual([])
    expect((await send(`${mine}/recovery-codes`, { password: PASSWORD }, { token })).status).toBe(409)
  })
})

it('a method that is added or removed is told by mail, in the language of the person', async () => {
  const { user, token } = await createPersonWithApp()
  await addPasskey(token)
  await db.updateTable('userAccount').set({ locale: 'zh-CN' }).where('id', '=', user.id).execute()
  await send(`${mine}/app/remove`, { password: PASSWORD }, { token })
  const { passkeys } = await view(token)
  await send(`${mine}/passkeys/${passkeys[0]?.id}/remove`, { password: PASSWORD }, { token })
  const mails = await db
    .selectFrom('mailOutbox')
    .where('recipient', '=', user.email)
    .orderBy('id')
    .select(['id', 'recipient', 'kind', 'payload'])
    .execute()
  expect(mails.map(({ kind, payload }) => [kind, payload['method']])).toEqual([
    ['second_step_added', 'app'],
    ['second_step_added', 'passkey'],
    ['second_step_removed', 'app'],
    ['second_step_removed', 'passkey'],
  ])
  const last = mails.at(-1)
  const letter = last && (await accountLetters.second_step_removed({ db, config: desk.services.config }, last))
  expect(letter).toMatchObject({ to: user.email, subject: '您的 Copydesk 账号已移除一个通行密钥' })
  expect(letter?.text).toContain('/jCore/profile')
})

describe('recovery codes', () => {
  it('made again, the earlier ones no longer work', async () => {
    const { user, token, recoveryCodes } = await createPersonWithApp()
    const made = await send<Codes>(`${mine}/recovery-codes`, { password: PASSWORD }, { token })
    const signInWith = async (code = '') => {
      const { pending } = (await passwordSignIn(user.email)).body
      return (await send('/api/session/second-step', { pending, code })).status
    }
    expect(await signInWith(recoveryCodes[0])).toBe(400)
    expect(await signInWith(made.body.recoveryCodes?.[0])).toBe(201)
    expect((await view(token)).recoveryCodesLeft).toBe(9)
  })
})

describe('a passkey', () => {
  const options = (pending: string) => send<Options>('/api/session/second-step/passkey-options', { pending })
  const finish = (pending: string, response: object) =>
    send<{ token: string }>('/api/session/second-step/passkey', { pending, response })

  it('is the second step of a sign-in, once for what was asked', async () => {
    const { user, passkey } = await createPersonWithPasskey()
    const { pending, methods } = (await passwordSignIn(user.email)).body
    expect(methods).toEqual({ app: false, passkey: true, recoveryCode: true })
    const asked = (await options(pending)).body
    expect(asked.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id])
    const response = passkey.authenticate(asked)
    const done = await finish(pending, response)
    expect(done.status).toBe(201)
    expect(await isOpen(done.body.token)).toBe(true)
    const again = (await passwordSignIn(user.email)).body
    expect((await finish(again.pending, response)).status, 'nothing was asked').toBe(400)
    await options(again.pending)
    expect((await finish(again.pending, response)).status, 'something else was asked').toBe(400)
  })

  it.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['for another question', { challenge: 'AAAA' }],
    ['of a copy that counts from the start', { counter: 0 }],
  ])('%s is refused', async (_, change) => {
    const { user, passkey } = await createPersonWithPasskey()
    const first = (await passwordSignIn(user.email)).body
    await finish(first.pending, passkey.authenticate((await options(first.pending)).body))
    const { pending } = (await passwordSignIn(user.email)).body
    const asked = (await options(pending)).body
    expect(await finish(pending, passkey.authenticate(asked, change))).toMatchObject({
      status: 400,
      body: { code: 'passkey_refused' },
    })
  })

  it('of someone else is refused', async () => {
    const [one, other] = [await createPersonWithPasskey(), await createPersonWithPasskey()]
    const { pending } = (await passwordSignIn(one.user.email)).body
    const asked = (await options(pending)).body
    expect((await finish(pending, other.passkey.authenticate(asked))).status).toBe(400)
    const theirs = (await passwordSignIn(other.user.email)).body
    const question = (await options(theirs.pending)).body
    expect((await finish(pending, other.passkey.authenticate(question))).status).toBe(400)
  })

  it.each([
    ['nothing', {}],
    ['garbage', { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '%%%' } }],
    ['another type', { id: 'x', rawId: 'x', type: 'password', response: {} }],
    ['a list', []],
  ])('R06 %s is 400, never an error of the server', async (_, response) => {
    const { user } = await createPersonWithPasskey()
    const { pending } = (await passwordSignIn(user.email)).body
    await options(pending)
    expect((await finish(pending, response)).status).toBe(400)
    expect((await send('/api/session/passkey', { response })).status).toBe(400)
  })

  it('is renamed and removed, by its owner only, and shows when it was used', async () => {
    const { token, user, passkey } = await createPersonWithPasskey()
    const other = await createPersonWithPasskey()
    const [one] = (await view(token)).passkeys
    expect(one).toMatchObject({ name: 'Laptop', lastUsedAt: null, synced: false })
    const path = `${mine}/passkeys/${one?.id}`
    expect((await send(path, { name: 'Mine' }, { token: other.token, method: 'PATCH' })).status).toBe(404)
    expect((await send(`${path}/remove`, { password: PASSWORD }, { token: other.token })).status).toBe(404)
    const renamed = await send<SecondStepMethods>(path, { name: ' Work  laptop ' }, { token, method: 'PATCH' })
    expect(renamed.body.passkeys[0]).toMatchObject({ name: 'Work  laptop' })
    const { pending } = (await passwordSignIn(user.email)).body
    await finish(pending, passkey.authenticate((await options(pending)).body))
    expect((await view(token)).passkeys[0]?.lastUsedAt).not.toBeNull()
    expect((await send(`${path}/remove`, { password: PASSWORD }, { token })).body).toMatchObject({ passkeys: [] })
    expect((await passwordSignIn(user.email)).body).toHaveProperty('token')
  })

  it('is added once, and at most ten', async () => {
    const { token, passkey } = await createPersonWithPasskey()
    const twice = await addPasskey(token, 'Again', passkey)
    expect(twice).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
    for (let n = 2; n <= 10; n++) expect((await addPasskey(token, `Key ${n}`)).status).toBe(200)
    const more = await send(`${mine}/passkey-options`, { password: PASSWORD }, { token })
    expect(more).toMatchObject({ status: 409, body: { reasons: ['too_many_passkeys'] } })
  })
})

describe('a passkey alone', () => {
  const ask = async () => (await send<Options>('/api/session/passkey-options', {})).body
  const signInWith = (response: object) => send<{ token: string }>('/api/session/passkey', { response })
  const answer = async (passkey: SoftPasskey, change = {}) => passkey.authenticate(await ask(), change)

  it('that checked the person signs in, once for what was asked', async () => {
    const { user, passkey } = await createPersonWithPasskey()
    const response = await answer(passkey)
    const done = await signInWith(response)
    expect(done).toMatchObject({ status: 201, body: { user: { id: user.id } } })
    expect(await isOpen(done.body.token)).toBe(true)
    expect(await signInWith(response)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
  })

  it('that did not check the person, or that no one has, does not', async () => {
    const { passkey } = await createPersonWithPasskey()
    expect((await signInWith(await answer(passkey, { verified: false }))).status).toBe(400)
    expect((await signInWith(await answer(createSoftPasskey()))).status).toBe(400)
  })

  it('of someone who is suspended says so, and opens nothing', async () => {
    const { user, passkey } = await createPersonWithPasskey()
    await db.updateTable('userAccount').set({ status: 'suspended' }).where('id', '=', user.id).execute()
    expect(await signInWith(await answer(passkey))).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
    const other = await buildApp(desk.services)
    const payload = { response: await answer(passkey) }
    await other.inject({ method: 'POST', url: '/api/session/passkey', payload })
    await other.close()
    const [line] = await db
      .selectFrom('auditEvent')
      .where('entityId', '=', user.id)
      .where('action', '=', 'sign_in_refused')
      .select(['after', 'ip'])
      .execute()
    expect(line).toEqual({ after: { reason: 'account_suspended', count: 1 }, ip: '127.0.0.1' })
  })
})

it('a removed account leaves no method behind, and its passkey opens nothing', async () => {
  const { user, passkey } = await createPersonWithPasskey()
  const { pending } = (await passwordSignIn(user.email)).body
  const { token } = await desk.signIn('administrator')
  expect((await send(`/api/users/${user.id}/remove`, { version: 1 }, { token })).status).toBe(200)
  for (const table of ['authenticatorApp', 'passkey', 'recoveryCode', 'pendingSignIn'] as const)
    expect(await db.selectFrom(table).where('userId', '=', user.id).select('createdAt').execute()).toEqual([])
  const question = (await send<Options>('/api/session/passkey-options', {})).body
  expect((await send('/api/session/passkey', { response: passkey.authenticate(question) })).status).toBe(400)
  expect((await send('/api/session/second-step/passkey-options', { pending })).status).toBe(410)
  expect(await send(`/api/users/${user.id}/second-step/reset`, {}, { token })).toMatchObject({ status: 404 })
})

describe('a reset by an administrator', () => {
  it('removes every method, ends sessions and sign-ins, is in the audit log and mailed to the person', async () => {
    const { user, token, passkey } = await createPersonWithPasskey()
    const { pending } = (await passwordSignIn(user.email)).body
    const { token: administrator } = await desk.signIn('administrator')
    const list = await send<{ items: object[] }>(`/api/users?q=${user.email}&secondStep=true`, undefined, {
      token: administrator,
    })
    expect(list.body.items).toMatchObject([{ id: user.id, secondStep: true }])
    const reset = () => send(`/api/users/${user.id}/second-step/reset`, {}, { token: administrator })
    expect((await reset()).status).toBe(204)
    expect(await isOpen(token)).toBe(false)
    expect((await send('/api/session/second-step/passkey-options', { pending })).status).toBe(410)
    const question = (await send<Options>('/api/session/passkey-options', {})).body
    expect((await send('/api/session/passkey', { response: passkey.authenticate(question) })).status).toBe(400)
    expect((await passwordSignIn(user.email)).body).toHaveProperty('token')
    expect(await reset()).toMatchObject({ status: 409 })
    const lines = await db.selectFrom('auditEvent').where('entityId', '=', user.id).select('action').execute()
    expect(lines.filter(({ action }) => action === 'reset_second_step')).toHaveLength(1)
    await desk.runJobs()
    const outbox = join(desk.services.config.dataDir, 'outbox')
    const mails = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')))
    // One that the app was added, one that an administrator removed it.
    expect(mails.filter((mail) => mail.includes(`To: ${user.email}`))).toHaveLength(2)
  })

  it('is for others only, and for administrators only', async () => {
    const own = await createPersonWithApp({ role: 'administrator' })
    expect(await send(`/api/users/${own.user.id}/second-step/reset`, {}, { token: own.token })).toMatchObject({
      status: 409,
    })
    const { user } = await createPersonWithApp()
    for (const role of ['editor', 'author', 'ad_manager', 'viewer'] as const) {
      const { token } = await desk.signIn(role)
      expect((await send(`/api/users/${user.id}/second-step/reset`, {}, { token })).status).toBe(403)
    }
  })
})
