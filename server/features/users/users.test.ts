import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import type { Invitation, User } from '#contract/users.ts'
import { createTestApp, PASSWORD } from '../../testing/app.ts'

const { app, db, services, createUser, signIn, runJobs } = await createTestApp()
const admin = await signIn('administrator')

type Headers = Record<string, string>
const list = (query = '', headers: Headers = admin.headers) => app.inject({ url: `/api/users${query}`, headers })
const edit = (id: string, payload: object, headers: Headers = admin.headers) =>
  app.inject({ method: 'PATCH', url: `/api/users/${id}`, headers, payload })
const invite = (email: string, role: Role = 'editor', headers: Headers = admin.headers) =>
  app.inject({ method: 'POST', url: '/api/users/invitations', headers, payload: { email, role } })
const alive = async (headers: Headers) => (await app.inject({ url: '/api/session', headers })).statusCode === 200

describe('accounts', () => {
  it('are for administrators only', async () => {
    for (const role of ['editor', 'author', 'ad_manager', 'viewer'] as const) {
      const { headers, user } = await signIn(role)
      expect((await list('', headers)).statusCode).toBe(403)
      expect((await edit(user.id, { version: 1, role: 'administrator' }, headers)).statusCode).toBe(403)
      expect((await invite('x@example.com', 'administrator', headers)).statusCode).toBe(403)
    }
    expect((await list('', {})).statusCode).toBe(401)
  })

  it('are listed with search, filters, order and pages, and without any secret', async () => {
    await createUser({ name: 'Zoe_100%', email: 'zoe@papers.example', role: 'viewer', status: 'suspended' })
    await createUser({ name: 'Zoe 1000', email: 'zoe2@papers.example', role: 'viewer' })
    const found = async (query: string) => (await list(query)).json<{ items: User[]; total: number }>()
    expect((await found('?q=papers&sort=-name')).items.map(({ name }) => name)).toEqual(['Zoe_100%', 'Zoe 1000'])
    expect((await found('?q=_100%25')).items.map(({ name }) => name)).toEqual(['Zoe_100%'])
    expect((await found('?q=papers&status=suspended')).total).toBe(1)
    expect((await found('?q=papers&role=editor')).total).toBe(0)
    expect(await found('?q=papers&sort=name&page=2&pageSize=1')).toMatchObject({
      items: [{ name: 'Zoe_100%' }],
      total: 2,
    })
    expect((await list()).body).not.toMatch(/argon2|passwordHash|emailKey/)
  })

  it('are read one by one, without any secret; not by others, not when there is none', async () => {
    const { id } = await createUser({ name: 'One Alone', email: 'alone@papers.example', role: 'viewer' })
    const readOne = (one: string, headers: Headers = admin.headers) => app.inject({ url: `/api/users/${one}`, headers })
    const reply = await readOne(id)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ id, name: 'One Alone', email: 'alone@papers.example', role: 'viewer' })
    expect(reply.body).not.toMatch(/argon2|passwordHash|emailKey/)
    expect((await readOne('00000000-0000-7000-8000-000000000000')).statusCode).toBe(404)
    expect((await readOne('1abc')).statusCode).toBe(400)
    expect((await readOne(id, (await signIn('editor')).headers)).statusCode).toBe(403)
  })

  it('get another address from an administrator; the old one is told, and their sessions stay', async () => {
    const [person, other] = [await createUser({ email: 'typo@papers.exmaple' }), await createUser()]
    const { headers } = await signIn(person)
    const moved = await edit(person.id, { version: 1, email: 'right@papers.example' })
    expect(moved.statusCode).toBe(200)
    expect(moved.json()).toMatchObject({ email: 'right@papers.example', version: 2, role: person.role })
    expect(await alive(headers)).toBe(true)
    expect((await list('?q=right@papers')).json()).toMatchObject({ total: 1 })
    const taken = await edit(person.id, { version: 2, email: other.email, role: 'viewer' })
    expect(taken.statusCode).toBe(400)
    expect(taken.json()).toMatchObject({ fields: [{ path: 'email', code: 'has_account' }] })
    // Nothing of a refused change is done.
    expect((await list('?q=right@papers')).json()).toMatchObject({ items: [{ role: person.role, version: 2 }] })
    const both = await edit(person.id, { version: 2, email: 'both@papers.example', role: 'viewer' })
    expect(both.json()).toMatchObject({ email: 'both@papers.example', role: 'viewer' })
    await runJobs()
    const told = await db.selectFrom('mailOutbox').select('recipient').where('kind', '=', 'address_changed').execute()
    expect(told.map(({ recipient }) => recipient)).toEqual(['typo@papers.exmaple', 'right@papers.example'])
    const audit = await app.inject({ url: `/api/audit?entity=${person.id}`, headers: admin.headers })
    expect(audit.body).toContain('right@papers.example')
  })

  it('get another name from an administrator; what readers see of their author profile stays', async () => {
    const [person, other] = [await createUser({ name: 'Jhon Smiht' }), await createUser()]
    const { headers } = await signIn(person)
    expect((await edit(person.id, { version: 1, byline: 'new' })).statusCode).toBe(200)
    const profile = () =>
      db.selectFrom('author').select(['displayName', 'slug', 'version']).where('userId', '=', person.id).execute()
    const before = await profile()
    const named = await edit(person.id, { version: 1, name: '  John Smith ' })
    expect(named.json()).toMatchObject({ name: 'John Smith', version: 2, role: person.role, email: person.email })
    expect(await profile()).toEqual(before)
    const session = await app.inject({ url: '/api/session', headers })
    expect(session.json()).toMatchObject({ user: { name: 'John Smith' } })
    const lines = await db.selectFrom('auditEvent').selectAll().where('entityId', '=', person.id).execute()
    const renamed = { before: { name: 'Jhon Smiht' }, after: { name: 'John Smith' }, actorId: admin.user.id }
    expect(lines.at(-1)).toMatchObject({ action: 'edit', entityTitle: 'John Smith', ...renamed })
    // All of one change or nothing of it.
    const refused = await edit(person.id, { version: 2, name: 'Half', email: other.email })
    expect(refused.statusCode).toBe(400)
    expect((await edit(person.id, { version: 1, name: 'Stale' })).statusCode).toBe(409)
    for (const name of ['', ' ', 'x'.repeat(121), 7])
      expect((await edit(person.id, { version: 2, name })).statusCode).toBe(400)
    const all = await edit(person.id, { version: 2, name: 'J. Smith', email: 'j@papers.example', role: 'viewer' })
    expect(all.json()).toMatchObject({ name: 'J. Smith', email: 'j@papers.example', role: 'viewer' })
    expect(await profile()).toEqual(before)
  })

  it('an administrator’s own address is not changed without the password', async () => {
    const own = await edit(admin.user.id, { version: 1, email: 'thief@papers.example' })
    expect(own.statusCode).toBe(400)
    expect(own.json()).toMatchObject({ fields: [{ path: 'email', code: 'own_address' }] })
  })

  it.each([
    '?sort=passwordHash',
    '?passwordHash=x',
    '?q[$ne]=1',
    '?pageSize=101',
    '?page=0',
    '?__proto__=1',
    "?sort=name'--",
  ])('R03 R30 are not listed by %s', async (query) => {
    expect((await list(query)).statusCode).toBe(400)
  })

  it('show when the person was last here', async () => {
    const [away, here] = [await createUser({ name: 'Was Away' }), await createUser({ name: 'Was Here' })]
    await signIn(here)
    const { items } = (await list('?q=Was&sort=name')).json<{ items: User[] }>()
    expect(items.map(({ id }) => id)).toEqual([away.id, here.id])
    expect(items.map(({ lastSeenAt }) => lastSeenAt !== null)).toEqual([false, true])
  })

  it('are approved, and the person is told', async () => {
    const { id, email } = await createUser({ status: 'pending' })
    const response = await edit(id, { version: 1, status: 'active', role: 'editor' })
    expect(response.json()).toMatchObject({ status: 'active', role: 'editor', version: 2 })
    await runJobs()
    const mail = await db.selectFrom('mailOutbox').where('recipient', '=', email).selectAll().executeTakeFirst()
    expect(mail).toMatchObject({ kind: 'approval', status: 'sent' })
  })

  it.each([{ status: 'suspended' as const }, { role: 'viewer' as const }])(
    'R10 change to %o and end the sessions',
    async (change) => {
      const { headers, user } = await signIn('author')
      expect((await edit(user.id, { version: 1, ...change })).statusCode).toBe(200)
      expect(await alive(headers)).toBe(false)
    },
  )

  it('leave a line in the audit log', async () => {
    const { id } = await createUser()
    await edit(id, { version: 1, role: 'editor' })
    const event = await db.selectFrom('auditEvent').where('entityId', '=', id).selectAll().executeTakeFirst()
    expect(event).toMatchObject({
      actorId: admin.user.id,
      action: 'edit',
      before: { role: 'author', status: 'active' },
      after: { role: 'editor', status: 'active' },
    })
  })

  it('are not changed on an old version, and a pending state does not come back', async () => {
    const { id } = await createUser()
    await edit(id, { version: 1, role: 'editor' })
    expect((await edit(id, { version: 1, role: 'viewer' })).json()).toMatchObject({
      code: 'stale_version',
      current: { role: 'editor' },
    })
    expect((await edit(id, { version: 2, status: 'pending' })).json()).toMatchObject({ code: 'illegal_transition' })
    expect((await edit('00000000-0000-7000-8000-000000000000', { version: 1 })).statusCode).toBe(404)
  })
})

describe('a registration that waits for approval', () => {
  const reject = (id: string, headers: Headers = admin.headers) =>
    app.inject({ method: 'DELETE', url: `/api/users/${id}`, headers })

  it('is rejected: the account is gone, and the audit log says by whom', async () => {
    const { id, name, email } = await createUser({ status: 'pending' })
    expect((await reject(id, (await signIn('editor')).headers)).statusCode).toBe(403)
    const byline = await app.inject({
      method: 'POST',
      url: '/api/authors',
      headers: admin.headers,
      payload: { displayName: 'Byline Of A Stranger', user: id },
    })
    expect(byline.statusCode).toBe(201)
    expect((await reject(id)).statusCode).toBe(204)
    expect((await list(`?q=${encodeURIComponent(name)}&status=pending`)).json()).toMatchObject({ total: 0 })
    const event = await db.selectFrom('auditEvent').where('entityId', '=', id).selectAll().executeTakeFirst()
    expect(event).toMatchObject({ actorId: admin.user.id, action: 'reject', entityTitle: name })
    expect((await reject(id)).statusCode).toBe(404)
    const again = await createUser({ email, status: 'pending' })
    expect((await list(`?q=${encodeURIComponent(email)}`)).json()).toMatchObject({
      total: 1,
      items: [{ id: again.id }],
    })
  })

  it('leaves nothing of the person behind', async () => {
    const { id } = await createUser({ status: 'pending' })
    await reject(id)
    const row = await db.selectFrom('userAccount').where('id', '=', id).selectAll().executeTakeFirst()
    expect(row).toMatchObject({ status: 'removed', name: '', email: '', emailKey: `removed:${id}`, passwordHash: null })
  })

  it.each(['active', 'suspended'] as const)('is not rejected any more once it is %s', async (status) => {
    const { id } = await createUser({ status })
    expect((await reject(id)).json()).toMatchObject({ code: 'illegal_transition', reasons: ['not_pending'] })
  })
})

describe('the last administrator', () => {
  it('can neither be suspended nor demoted', async () => {
    for (const change of [{ status: 'suspended' }, { role: 'editor' }]) {
      const response = await edit(admin.user.id, { version: 1, ...change })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'illegal_transition', reasons: ['last_administrator'] })
    }
    expect(await alive(admin.headers)).toBe(true)
  })

  it('R58 is left when administrators demote each other at once', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => signIn('administrator')))
    const all = [admin, ...others]
    await Promise.all(
      all.map(({ headers }, n) => edit((all[n + 1] ?? admin).user.id, { version: 1, role: 'viewer' }, headers)),
    )
    const left = await db.selectFrom('userAccount').where('role', '=', 'administrator').select('id').execute()
    expect(left.length).toBeGreaterThan(0)
    // The others may have ended this session: the tests below need it.
    await db.updateTable('userAccount').set({ role: 'administrator' }).where('id', '=', admin.user.id).execute()
    Object.assign(admin, await signIn(admin.user))
  })
})

describe('an invitation', () => {
  let lastAddress = 0
  const register = (invitation: string, email: string) =>
    app.inject({
      method: 'POST',
      url: '/api/registrations',
      payload: { email, name: 'Invited Person', password: PASSWORD, invitation },
      remoteAddress: `10.3.0.${++lastAddress}`,
    })
  async function tokenMailedTo(address: string) {
    await runJobs()
    const folder = join(services.config.dataDir, 'outbox')
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    const mail = texts.findLast((text) => text.includes(`To: ${address}\n`)) ?? ''
    return /register#invitation=(\S+)/.exec(mail)?.[1] ?? ''
  }

  it('makes an active account with its role, once, for its address only', async () => {
    const response = await invite('Guest@example.com', 'editor')
    expect(response.statusCode).toBe(201)
    expect(response.body).not.toContain('token')
    const token = await tokenMailedTo('guest@example.com')
    expect((await register(token, 'someone-else@example.com')).statusCode).toBe(410)
    expect((await register(token, 'GUEST@example.com')).json()).toEqual({ status: 'active' })
    expect((await register(token, 'guest@example.com')).statusCode).toBe(410)
    const guest = await db
      .selectFrom('userAccount')
      .where('emailKey', '=', 'guest@example.com')
      .selectAll()
      .executeTakeFirst()
    expect(guest).toMatchObject({ role: 'editor', status: 'active' })
  })

  it('is replaced by a newer one, and is not sent to who has an account', async () => {
    await invite('twice@example.com', 'viewer')
    const older = await tokenMailedTo('twice@example.com')
    await invite('twice@example.com', 'author')
    const newer = await tokenMailedTo('twice@example.com')
    expect((await register(older, 'twice@example.com')).statusCode).toBe(410)
    expect((await register(newer, 'twice@example.com')).statusCode).toBe(201)
    expect((await invite('twice@example.com')).json()).toMatchObject({
      fields: [{ path: 'email', code: 'has_account' }],
    })
  })

  it('R58 is one, however many are sent to an address at once', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => invite('crowd@example.com', 'author')))
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(sent.map(() => 201))
    expect((await open()).filter(({ email }) => email === 'crowd@example.com')).toHaveLength(1)
    expect(sent.filter((reply) => !reply.json<{ replaced: boolean }>().replaced)).toHaveLength(1)
  })

  it('says whether a link that could still be used ended for it', async () => {
    const replaced = async () => (await invite('told@example.com')).json<{ replaced: boolean }>().replaced
    expect(await replaced()).toBe(false)
    expect(await replaced()).toBe(true)
    await db
      .updateTable('invitation')
      .set({ expiresAt: '2020-01-01T00:00:00Z' })
      .where('email', '=', 'told@example.com')
      .execute()
    expect(await replaced()).toBe(false)
  })

  const open = async () =>
    (await app.inject({ url: '/api/users/invitations', headers: admin.headers })).json<{ items: Invitation[] }>().items
  const openTo = async (address: string) => (await open()).find(({ email }) => email === address)
  const on = (id: string | undefined, method: 'POST' | 'DELETE', headers: Headers = admin.headers) =>
    app.inject({ method, url: `/api/users/invitations/${id}${method === 'POST' ? '/resend' : ''}`, headers })

  it('is listed with who sent it until it is used, and never with its link', async () => {
    await invite('listed@example.com', 'author')
    expect(await openTo('listed@example.com')).toEqual({
      id: expect.any(String),
      email: 'listed@example.com',
      role: 'author',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      state: 'open',
      invitedBy: { id: admin.user.id, name: admin.user.name },
    })
    expect((await register(await tokenMailedTo('listed@example.com'), 'listed@example.com')).statusCode).toBe(201)
    expect(await openTo('listed@example.com')).toBeUndefined()
  })

  it('is sent again with a new link, for another week, and the old link is dead at once', async () => {
    await invite('again@example.com', 'author')
    const older = await tokenMailedTo('again@example.com')
    const { id } = (await openTo('again@example.com'))!
    await db.updateTable('invitation').set({ expiresAt: '2020-01-01T00:00:00Z' }).where('id', '=', id).execute()
    expect((await on(id, 'POST')).statusCode).toBe(200)
    expect(new Date((await openTo('again@example.com'))!.expiresAt).getTime()).toBeGreaterThan(Date.now())
    expect((await register(older, 'again@example.com')).statusCode).toBe(410)
    const newer = await tokenMailedTo('again@example.com')
    expect(newer).not.toBe(older)
    expect((await register(newer, 'again@example.com')).statusCode).toBe(201)
    expect((await on(id, 'POST')).statusCode).toBe(404)
  })

  it('is revoked: its link is dead, it is listed no more, and the audit log has a line', async () => {
    await invite('revoked@example.com')
    const token = await tokenMailedTo('revoked@example.com')
    const id = (await openTo('revoked@example.com'))?.id
    expect((await on(id, 'DELETE')).statusCode).toBe(204)
    expect(await openTo('revoked@example.com')).toBeUndefined()
    expect((await register(token, 'revoked@example.com')).statusCode).toBe(410)
    expect((await on(id, 'DELETE')).statusCode).toBe(404)
    const lines = await db.selectFrom('auditEvent').where('entityId', '=', id!).select('action').orderBy('id').execute()
    expect(lines.map(({ action }) => action)).toEqual(['invite', 'revoke'])
  })

  it('is seen, sent again and revoked by administrators only', async () => {
    await invite('guarded@example.com')
    const id = (await openTo('guarded@example.com'))?.id
    const { headers } = await signIn('editor')
    expect((await app.inject({ url: '/api/users/invitations', headers })).statusCode).toBe(403)
    expect((await on(id, 'POST', headers)).statusCode).toBe(403)
    expect((await on(id, 'DELETE', headers)).statusCode).toBe(403)
  })
})
