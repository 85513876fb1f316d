import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, PASSWORD } from '../../testing/app.ts'
import { hashToken } from '../../http/session-token.ts'
import * as passwordHash from './password-hash.ts'
import { prepareSetup, setupCode } from './setup-commands.ts'

// Test files share their modules: without this one, the routes would keep the module that another file loaded.
vi.hoisted(() => vi.resetModules())
vi.mock(import('./password-hash.ts'), { spy: true })

const { app, db, services, createUser, runJobs } = await createTestApp()

let lastAddress = 0
const register = (fields: object, remoteAddress = `10.1.${++lastAddress}.1`, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/registrations',
    payload: { email: `new-${lastAddress}@example.com`, name: 'New Person', password: PASSWORD, ...fields },
    remoteAddress,
    headers,
  })
const code = (response: Awaited<ReturnType<typeof register>>) => response.json<{ code: string }>().code
const users = () => db.selectFrom('userAccount').selectAll().execute()
const mails = () => db.selectFrom('mailOutbox').selectAll().orderBy('createdAt').orderBy('id').execute()

beforeEach(async () => {
  for (const table of ['mailOutbox', 'setting', 'invitation', 'userAccount'] as const)
    await db.deleteFrom(table).execute()
})

describe('the very first account', () => {
  it('needs the setup code, which stays the same until it is used', async () => {
    const first = await prepareSetup(services)
    expect(first).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
    expect(await prepareSetup(services)).toBe(first)

    for (const setupCode of [undefined, 'WRONG-CODE', ''])
      expect((await register({ setupCode })).statusCode).toBeGreaterThan(399)
    expect(await users()).toEqual([])

    const made = await register({ setupCode: first?.toLowerCase() })
    expect(made.statusCode).toBe(201)
    expect(made.json()).toEqual({ status: 'active' })
    expect(await users()).toMatchObject([{ role: 'administrator', status: 'active' }])
    expect(await setupCode(db)).toBeUndefined()
    expect(await prepareSetup(services)).toBeUndefined()
    expect(code(await register({ setupCode: first }))).toBe('wrong_setup_code')
  })

  it('R58 goes to exactly one of fifty who ask at once', async () => {
    const setupCode = await prepareSetup(services)
    const asked = Array.from({ length: 50 }, (_, n) => register({ setupCode, email: `racer-${n}@example.com` }))
    const answers = (await Promise.all(asked)).map((response) => response.statusCode)
    expect(answers.filter((status) => status === 201)).toHaveLength(1)
    expect(answers.filter((status) => status === 403)).toHaveLength(49)
    expect(await users()).toHaveLength(1)
  })

  it('comes from the environment where it is set, once, from however many processes', async () => {
    const admin = { email: 'Boss@example.com', password: 'a very good phrase indeed' }
    const configured = { db, config: { ...services.config, admin } }
    await Promise.all(Array.from({ length: 10 }, () => prepareSetup(configured)))
    expect(await users()).toMatchObject([{ email: 'Boss@example.com', role: 'administrator', status: 'active' }])
    const signedIn = await app.inject({ method: 'POST', url: '/api/session', payload: admin })
    expect(signedIn.statusCode).toBe(201)
  })

  it('is not made with a placeholder for a password', async () => {
    const admin = { email: 'boss@example.com', password: 'changemechangeme' }
    await expect(prepareSetup({ db, config: { ...services.config, admin } })).rejects.toThrow(
      /^ADMIN_PASSWORD is wrong/,
    )
    expect(await users()).toEqual([])
  })
})

describe('a later account', () => {
  beforeEach(async () => {
    await createUser({ role: 'administrator' })
  })

  it('waits for approval, as the lowest role, and its owner is told', async () => {
    const response = await register({ email: 'Bo@example.com' }, undefined, { 'accept-language': 'zh-CN,zh;q=0.9' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({ status: 'pending' })
    const bo = (await users()).find(({ emailKey }) => emailKey === 'bo@example.com')
    expect(bo).toMatchObject({ email: 'Bo@example.com', role: 'viewer', status: 'pending', locale: 'zh-CN' })
    await runJobs()
    expect(await mails()).toMatchObject([{ kind: 'registration', recipient: 'bo@example.com', status: 'sent' }])
  })

  it('has the language and the time zone of the browser it was made in, by every way in', async () => {
    const browser = { locale: 'zh-CN', timeZone: 'Asia/Shanghai' }
    await register({ email: 'asked@example.com', ...browser })
    const sender = (await users()).find(({ role }) => role === 'administrator')
    await db
      .insertInto('invitation')
      .values({
        id: '00000000-0000-7000-8000-000000000001',
        email: 'invited@example.com',
        role: 'editor',
        tokenHash: hashToken('the-secret'),
        createdBy: sender?.id ?? null,
        expiresAt: '2999-01-01T00:00:00Z',
      })
      .execute()
    await register({ email: 'invited@example.com', invitation: 'the-secret', ...browser })
    const made = await users()
    for (const address of ['asked@example.com', 'invited@example.com'])
      expect(made.find(({ emailKey }) => emailKey === address)).toMatchObject(browser)
    await db.deleteFrom('invitation').execute()
    await db.deleteFrom('userAccount').execute()
    await register({ email: 'first@example.com', setupCode: await prepareSetup(services), ...browser })
    expect(await users()).toMatchObject([{ role: 'administrator', ...browser }])
  })

  it('is not made with a time zone that does not exist', async () => {
    const response = await register({ timeZone: 'Moon/Tranquility' })
    expect(response.json()).toMatchObject({ code: 'invalid_input', fields: [{ path: 'timeZone' }] })
  })

  it('R20 R21 gets the same answer and costs the same for an address that has one already', async () => {
    await createUser({ email: 'known@example.com', name: 'Real Owner' })
    const hash = vi.mocked(passwordHash.hashPassword)
    hash.mockClear()
    const [fresh, known] = [
      await register({ email: 'fresh@example.com' }),
      await register({ email: 'KNOWN@example.com' }),
    ]
    expect([known.statusCode, known.json()]).toEqual([fresh.statusCode, fresh.json()])
    expect(hash).toHaveBeenCalledTimes(2)
    expect(await mails()).toHaveLength(2)
    expect((await users()).find(({ emailKey }) => emailKey === 'known@example.com')).toMatchObject({
      name: 'Real Owner',
      status: 'active',
    })
  })

  it('is refused while registration is closed or by invitation', async () => {
    for (const mode of ['closed', 'invitation']) {
      await db.deleteFrom('setting').execute()
      await db
        .insertInto('setting')
        .values({ key: 'registration', value: JSON.stringify({ mode }), updatedBy: null })
        .execute()
      const response = await register({})
      expect(response.statusCode).toBe(403)
      expect(code(response)).toBe('registration_closed')
    }
  })

  it.each(['role', 'status', 'id', 'isAdmin', 'version', 'passwordHash'])(
    'R02 cannot be given a %s of its own choice',
    async (field) => {
      const response = await register({ [field]: 'administrator' })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ fields: [{ path: field }] })
      expect(await users()).toHaveLength(1)
    },
  )

  it.each([
    ['too short', 'fourteen chars'],
    ['too long', 'x'.repeat(257)],
    ['what attackers try first', 'qwertyuiopasdfghjkl'],
    ['what attackers try first, in capitals', 'PasswordPassword'],
    ['a row of digits', '123456789012345'],
    ['the same over and over', 'abcabcabcabcabcabc'],
    ['the address itself', 'chosen-name@example.com!1'],
    ['the name and a year', 'Chosen Person 2026!!'],
    ['the product', 'Copydesk-Copydesk-1'],
  ])('is refused a password that is %s', async (_, password) => {
    const response = await register({ email: 'chosen-name@example.com', name: 'Chosen Person', password })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ fields: [{ path: 'password' }] })
  })

  it('is told how long a password must be', async () => {
    const response = await register({ password: 'fourteen chars' })
    expect(response.json()).toMatchObject({
      fields: [{ path: 'password', code: 'too_small', rule: 'text_min', limit: 15 }],
    })
  })

  it.each([
    'blue kettle under seven stairs',
    '长长的句子里有一只安静的猫和一把椅子',
    ' 🍎🍐🍊🍋🍌🍉🍇🍓🍈🍒🍑🥭🍍🥥 ',
    '!~*^#_=+?;:,.<>|/',
  ])('may have the password %s', async (password) => {
    expect((await register({ password })).statusCode).toBe(201)
  })

  it('can be asked for five times an hour from one network', async () => {
    for (let n = 0; n < 5; n++)
      expect((await register({ email: `n${n}@example.com` }, '10.2.2.2')).statusCode).toBe(201)
    expect((await register({ email: 'n6@example.com' }, '10.2.2.2')).statusCode).toBe(429)
  })
})
