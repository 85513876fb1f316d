import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Invitation, OpenReset } from '#contract/users.ts'
import { createTestApp, PASSWORD } from '../../testing/app.ts'
import { startSmtpServer } from '../../mail/testing/smtp-server.ts'

const test = await createTestApp({ publicUrl: 'https://desk.example.org' })
const { app, db, services, createUser, signIn, runJobs } = test
const admin = await signIn('administrator')

type Headers = Record<string, string>
let lastAddress = 0
const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers: Headers = admin.headers) =>
  app.inject({
    method,
    url,
    headers: { host: 'localhost:80', ...headers },
    remoteAddress: `10.4.0.${++lastAddress}`,
    ...(payload && { payload }),
  })
const invite = async (email: string, who: Headers = admin.headers) =>
  (await call('POST', '/api/users/invitations', { email, role: 'author' }, who)).json<{ id: string }>().id
const list = async () =>
  (await call('GET', '/api/users/invitations')).json<{ items: Invitation[]; mailFolder: string | null }>()
const stateOf = async (id: string) => (await list()).items.find((one) => one.id === id)?.state
const register = (invitation: string, email: string) =>
  call('POST', '/api/registrations', { email, name: 'Guest', password: PASSWORD, invitation }, {})
async function mailed(address: string, pattern: RegExp) {
  await runJobs()
  const folder = join(services.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return pattern.exec(texts.findLast((text) => text.includes(`To: ${address}\n`)) ?? '')?.[1] ?? ''
}
const INVITATION = /register#invitation=(\S+)/
const RESET = /forget#token=(\S+)/
const auditOf = async (id: string) =>
  db.selectFrom('auditEvent').selectAll().where('entityId', '=', id).orderBy('at').orderBy('id').execute()

describe('without a mail server', () => {
  it('administrators are told where mails are written, and everybody that none is sent', async () => {
    const folder = join(services.config.dataDir, 'outbox')
    expect(await list()).toMatchObject({ mailFolder: folder })
    const made = await call('POST', '/api/users/invitations', { email: 'told@example.com', role: 'author' })
    expect(made.json()).toMatchObject({ mailFolder: folder })
    const again = await call('POST', `/api/users/invitations/${made.json<{ id: string }>().id}/resend`)
    expect(again.json()).toMatchObject({ mailFolder: folder })
    const setup = await call('GET', '/api/setup', undefined, {})
    expect(setup.json()).toMatchObject({ sendsMail: false })
    expect(setup.body).not.toContain('outbox')
  })
})

it('with a mail server there is no folder to tell of', async () => {
  const smtp = await startSmtpServer(() => false)
  const other = await createTestApp({ smtpUrl: smtp.url })
  const { headers } = await other.signIn('administrator')
  const seen = await other.app.inject({ url: '/api/users/invitations', headers })
  expect(seen.json()).toMatchObject({ mailFolder: null })
  expect((await other.app.inject({ url: '/api/setup' })).json()).toMatchObject({ sendsMail: true })
  await smtp.close()
})

describe('the link of an invitation', () => {
  it('is handed to an administrator, leads to PUBLIC_URL, works once, and ends every link before', async () => {
    const id = await invite('first@example.com')
    const old = await mailed('first@example.com', INVITATION)
    const link = await call('POST', `/api/users/invitations/${id}/link`)
    const { url } = link.json<{ url: string }>()
    expect(url).toMatch(/^https:\/\/desk\.example\.org\/register#invitation=[\w-]{43}$/)
    const newer = (await call('POST', `/api/users/invitations/${id}/link`)).json<{ url: string }>().url
    for (const dead of [old, url.split('=')[1] ?? ''])
      expect((await register(dead, 'first@example.com')).statusCode).toBe(410)
    const token = newer.split('=')[1] ?? ''
    expect((await register(token, 'somebody-else@example.com')).statusCode).toBe(410)
    expect((await register(token, 'first@example.com')).statusCode).toBe(201)
    expect((await register(token, 'first@example.com')).statusCode).toBe(410)
    expect((await call('POST', `/api/users/invitations/${id}/link`)).statusCode).toBe(404)
  })

  it('says in its mail who invites, to which site and as what', async () => {
    await invite('told-all@example.com')
    const mail = await mailed('told-all@example.com', /^([^]*)$/)
    expect(mail).toContain(`Subject: ${admin.user.name} invites you to Copydesk\n`)
    expect(mail).toContain(`${admin.user.name} invites you to Copydesk as Author.\n`)
  })

  it('tells whoever opens it which address it is for, from whom and as what, as long as it works, and no one else', async () => {
    const read = (invitation: string) =>
      app.inject({ method: 'POST', url: '/api/registrations/invitation', payload: { invitation } })
    await invite('Reader@example.com')
    const token = await mailed('reader@example.com', INVITATION)
    expect((await read(token)).json()).toEqual({
      email: 'Reader@example.com',
      role: 'author',
      invitedBy: admin.user.name,
    })
    expect((await read(`${token}x`)).statusCode).toBe(410)
    expect((await register(token, 'reader@example.com')).statusCode).toBe(201)
    expect((await read(token)).statusCode).toBe(410)
    for (let left = 40; left > 0; left--) await read('a-guessed-secret')
    expect((await read('a-guessed-secret')).statusCode).toBe(429)
  })

  it('is not ended by a mail that was still waiting', async () => {
    const id = await invite('waiting@example.com')
    const { url } = (await call('POST', `/api/users/invitations/${id}/link`)).json<{ url: string }>()
    expect(await mailed('waiting@example.com', INVITATION)).toBe('')
    expect((await register(url.split('=')[1] ?? '', 'waiting@example.com')).statusCode).toBe(201)
  })

  it('leaves a line in the audit log, which does not hold the secret', async () => {
    const id = await invite('noted@example.com')
    const { url } = (await call('POST', `/api/users/invitations/${id}/link`)).json<{ url: string }>()
    const events = await auditOf(id)
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['invite', admin.user.id],
      ['copy_link', admin.user.id],
    ])
    const everything = JSON.stringify([
      await db.selectFrom('auditEvent').selectAll().execute(),
      await db.selectFrom('invitation').selectAll().execute(),
      await db.selectFrom('mailOutbox').selectAll().execute(),
    ])
    expect(everything).not.toContain(url.split('=')[1])
  })

  it.each(['editor', 'author', 'ad_manager', 'viewer'] as const)('is not for the role %s', async (role) => {
    const id = await invite(`not-${role.replace('_', '-')}@example.com`)
    const { headers } = await signIn(role)
    expect((await call('POST', `/api/users/invitations/${id}/link`, undefined, headers)).statusCode).toBe(403)
    expect((await call('GET', '/api/users/password-resets', undefined, headers)).statusCode).toBe(403)
    expect((await call('POST', `/api/users/password-resets/${id}/link`, undefined, headers)).statusCode).toBe(403)
  })
})

describe('an invitation ends with its sender’s right to invite', () => {
  it.each([{ role: 'editor' }, { status: 'suspended' }])('who becomes %o', async (change) => {
    const sender = await signIn('administrator')
    const email = `of-${Object.values(change)[0]}@example.com`
    const id = await invite(email, sender.headers)
    const token = await mailed(email, INVITATION)
    expect(await stateOf(id)).toBe('open')
    const url = `/api/users/${sender.user.id}`
    expect((await call('PATCH', url, { version: 1, ...change })).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('ended')
    expect((await register(token, email)).statusCode).toBe(410)
    // The right comes back, what was sent before does not.
    await call('PATCH', url, { version: 2, role: 'administrator', status: 'active' })
    expect(await stateOf(id)).toBe('ended')
    expect((await register(token, email)).statusCode).toBe(410)

    expect((await call('POST', `/api/users/invitations/${id}/resend`)).statusCode).toBe(200)
    expect(await stateOf(id)).toBe('open')
    expect((await register(await mailed(email, INVITATION), email)).statusCode).toBe(201)
  })

  it('a mail that still waits then is not sent', async () => {
    const sender = await signIn('administrator')
    await invite('late@example.com', sender.headers)
    await call('PATCH', `/api/users/${sender.user.id}`, { version: 1, role: 'viewer' })
    expect(await mailed('late@example.com', INVITATION)).toBe('')
  })

  it('a sender whose row says so by itself, or who is gone, has no open invitations either', async () => {
    const sender = await signIn('administrator')
    const id = await invite('rowwise@example.com', sender.headers)
    const token = await mailed('rowwise@example.com', INVITATION)
    await db.updateTable('userAccount').set({ role: 'viewer' }).where('id', '=', sender.user.id).execute()
    expect((await register(token, 'rowwise@example.com')).statusCode).toBe(410)
    await db.updateTable('invitation').set({ createdBy: null }).where('id', '=', id).execute()
    expect((await register(token, 'rowwise@example.com')).statusCode).toBe(410)
    expect(await stateOf(id)).toBe('ended')
  })

  it('says which have run out', async () => {
    const id = await invite('old@example.com')
    await db.updateTable('invitation').set({ expiresAt: '2020-01-01T00:00:00Z' }).where('id', '=', id).execute()
    expect(await stateOf(id)).toBe('expired')
  })
})

describe('an open password reset', () => {
  const ask = (email: string) => call('POST', '/api/password-resets', { email }, {})
  const resets = async () => (await call('GET', '/api/users/password-resets')).json<{ items: OpenReset[] }>().items
  const confirm = (token: string) =>
    call('POST', '/api/password-resets/confirm', { token, password: 'another long passphrase' }, {})

  it('is listed, and its link for 10 minutes handed over; every link before ends', async () => {
    const user = await createUser({ name: 'Forgetful Person' })
    await ask(user.email)
    const old = await mailed(user.email, RESET)
    const [open] = (await resets()).filter(({ email }) => email === user.email)
    expect(open).toEqual({
      id: expect.any(String),
      user: { id: user.id, name: 'Forgetful Person' },
      email: user.email,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    })
    const link = await call('POST', `/api/users/password-resets/${open?.id}/link`)
    const { url, expiresAt } = link.json<{ url: string; expiresAt: string }>()
    expect(url).toMatch(/^https:\/\/desk\.example\.org\/forget#token=[\w-]{43}$/)
    expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + 600_000 + 5_000)
    expect((await confirm(old)).statusCode).toBe(410)
    const token = url.split('=')[1] ?? ''
    expect((await confirm(token)).statusCode).toBe(204)
    expect((await confirm(token)).statusCode).toBe(410)
    expect((await resets()).filter(({ email }) => email === user.email)).toEqual([])
    expect((await call('POST', `/api/users/password-resets/${open?.id}/link`)).statusCode).toBe(404)
    const events = await auditOf(user.id)
    expect(events.map(({ action }) => action)).toEqual(['copy_reset_link', 'reset_password'])
    expect(JSON.stringify(events)).not.toContain(token)
  })

  it('need not be open: an administrator makes a link when it can be handed over', async () => {
    const user = await createUser({ name: 'Late Caller' })
    const link = (id: string, headers?: Headers) => call('POST', `/api/users/${id}/password-link`, undefined, headers)
    const first = (await link(user.id)).json<{ url: string }>().url.split('=')[1] ?? ''
    const again = await link(user.id)
    const { url, expiresAt } = again.json<{ url: string; expiresAt: string }>()
    expect(new Date(expiresAt).getTime()).toBeLessThanOrEqual(Date.now() + 600_000 + 5_000)
    expect((await confirm(first)).statusCode).toBe(410)
    expect((await confirm(url.split('=')[1] ?? '')).statusCode).toBe(204)
    expect((await auditOf(user.id)).map(({ action }) => action)).toEqual([
      'copy_reset_link',
      'copy_reset_link',
      'reset_password',
    ])
    const editor = await signIn('editor')
    expect((await link(user.id, editor.headers)).statusCode).toBe(403)
    // The profile asks for the password that is changed there.
    expect((await link(admin.user.id)).statusCode).toBe(403)
    await call('PATCH', `/api/users/${user.id}`, { version: 2, status: 'suspended' })
    expect((await link(user.id)).statusCode).toBe(404)
    expect((await link('00000000-0000-7000-8000-0000000000b1')).statusCode).toBe(404)
    expect((await link('1abc')).statusCode).toBe(400)
  })

  it('is not what an administrator made for someone who did not ask', async () => {
    const [asked, quiet] = [await createUser(), await createUser()]
    await ask(asked.email)
    await runJobs()
    for (const { id } of [asked, quiet]) await call('POST', `/api/users/${id}/password-link`)
    const listed = (await resets()).map(({ email }) => email)
    expect([asked, quiet].map(({ email }) => listed.includes(email))).toEqual([true, false])
    // Who asked and did not use it is not listed for ever: a link of later was not asked for.
    await db
      .updateTable('passwordReset')
      .set({ expiresAt: '2020-01-01T00:00:00Z' })
      .where('userId', '=', asked.id)
      .execute()
    await call('POST', `/api/users/${asked.id}/password-link`)
    expect((await resets()).map(({ email }) => email)).not.toContain(asked.email)
  })

  it('that ran out, or of someone suspended, gives no link', async () => {
    const [late, gone] = [await createUser(), await createUser()]
    for (const { email } of [late, gone]) await ask(email)
    await runJobs()
    const ids = (await resets()).filter(({ email }) => [late.email, gone.email].includes(email)).map(({ id }) => id)
    expect(ids).toHaveLength(2)
    await db
      .updateTable('passwordReset')
      .set({ expiresAt: '2020-01-01T00:00:00Z' })
      .where('userId', '=', late.id)
      .execute()
    await call('PATCH', `/api/users/${gone.id}`, { version: 1, status: 'suspended' })
    expect((await resets()).filter(({ id }) => ids.includes(id))).toEqual([])
    for (const id of ids) expect((await call('POST', `/api/users/password-resets/${id}/link`)).statusCode).toBe(404)
  })
})

describe('a link to set a new password that an administrator made', () => {
  const linkOf = async (id: string, who: Headers = admin.headers) => {
    const reply = await call('POST', `/api/users/${id}/password-link`, undefined, who)
    return { status: reply.statusCode, token: reply.json<{ url?: string }>().url?.split('=')[1] ?? '' }
  }
  const confirm = async (token: string) =>
    (await call('POST', '/api/password-resets/confirm', { token, password: 'another long passphrase' }, {})).statusCode

  it('works once, for an administrator too, and ends every session of the person', async () => {
    const other = await signIn(await createUser({ role: 'administrator' }))
    const { token } = await linkOf(other.user.id)
    expect((await call('GET', '/api/session', undefined, other.headers)).statusCode).toBe(200)
    expect([await confirm(token), await confirm(token)]).toEqual([204, 410])
    expect((await call('GET', '/api/session', undefined, other.headers)).statusCode).toBe(401)
    expect((await linkOf((await createUser({ status: 'pending' })).id)).status).toBe(404)
  })

  it.each([
    ['en', /Subject: (A link to set a new Copydesk password was made)\n[^]*An administrator made a link/],
    ['zh-CN', /Subject: (.+)\n[^]*管理员为您的账号生成了一个设置新密码的链接/],
  ] as const)('is told to the person, in their language (%s), without the link itself', async (locale, text) => {
    const user = await createUser()
    await db.updateTable('userAccount').set({ locale }).where('id', '=', user.id).execute()
    const { token } = await linkOf(user.id)
    expect(await mailed(user.email, text)).not.toBe('')
    const whole = await mailed(user.email, /^([^]*)$/)
    expect(whole).toContain('https://desk.example.org/login')
    expect(whole).not.toContain(token)
  })

  it('is told to who asked for one, too', async () => {
    const user = await createUser()
    await call('POST', '/api/password-resets', { email: user.email }, {})
    await runJobs()
    const { items } = (await call('GET', '/api/users/password-resets')).json<{ items: OpenReset[] }>()
    await call('POST', `/api/users/password-resets/${items.find(({ email }) => email === user.email)?.id}/link`)
    expect(await mailed(user.email, /(An administrator made a link)/)).not.toBe('')
  })

  it.each([{ role: 'editor' }, { status: 'suspended' }])('ends with that right of who made it: %o', async (change) => {
    const [maker, user] = [await signIn('administrator'), await createUser()]
    const { token } = await linkOf(user.id, maker.headers)
    const url = `/api/users/${maker.user.id}`
    expect((await call('PATCH', url, { version: 1, ...change })).statusCode).toBe(200)
    await call('PATCH', url, { version: 2, role: 'administrator', status: 'active' })
    expect(await confirm(token)).toBe(410)
  })

  it('ends with the account of who made it, and where the row of it says so by itself', async () => {
    const [removed, changed, user] = [await signIn('administrator'), await signIn('administrator'), await createUser()]
    const first = await linkOf(user.id, removed.headers)
    const removal = await call('POST', `/api/users/${removed.user.id}/remove`, { version: 1 })
    expect(removal.statusCode).toBe(200)
    expect(await confirm(first.token)).toBe(410)
    const second = await linkOf(user.id, changed.headers)
    await db.updateTable('userAccount').set({ role: 'viewer' }).where('id', '=', changed.user.id).execute()
    expect(await confirm(second.token)).toBe(410)
    expect(await confirm((await linkOf(user.id)).token)).toBe(204)
  })

  it('and one that is used in the same moment do not lock each other out', async () => {
    const user = await createUser()
    const { token } = await linkOf(user.id)
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows.length
    const account = await db.transaction().execute(async (trx) => {
      await trx.selectFrom('userAccount').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
      const made = linkOf(user.id)
      await expect.poll(waiting, { timeout: 3000 }).toBe(1)
      const used = confirm(token)
      await expect.poll(waiting, { timeout: 3000 }).toBe(2)
      return { made, used }
    })
    const newer = await account.made
    expect([newer.status, await account.used]).toEqual([200, 410])
    expect(await confirm(newer.token)).toBe(204)
  })
})
