import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { GuestPreview, NewPreviewLink, PreviewLink } from '#contract/preview-links.ts'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { hashToken } from '../../http/session-token.ts'
import { createDesk, type Person } from './testing/desk.ts'

const desk = await createDesk({ publicUrl: 'https://desk.example.com' })
const { app, api, db, signIn, runJobs, administrator, editor, author, viewer, adManager, byline, createArticle } = desk

const linksOf = (id: string) => `/api/articles/${id}/preview-links`
const make = (who: Person | null, id: string, hours: number = 24, name?: string) =>
  api<NewPreviewLink>(who, 'POST', linksOf(id), { hours, name })
const made = async (who: Person, id: string, hours = 24, name?: string) => {
  const { status, body } = await make(who, id, hours, name)
  expect(status, JSON.stringify(body)).toBe(201)
  return { ...body, token: new URL(body.url).hash.slice(1) }
}
const open = (token: string) => api<GuestPreview>(null, 'POST', '/api/preview', { token })
const list = async (who: Person, id: string) =>
  (await api<{ items: PreviewLink[] }>(who, 'GET', linksOf(id))).body.items
const revoke = (who: Person | null, id: string, link: string) => api(who, 'DELETE', `${linksOf(id)}/${link}`)
const asUser = async ({ user }: Person, change: { role?: Role; status?: User['status'] }) => {
  const { version } = await db
    .selectFrom('userAccount')
    .select('version')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { status } = await api(administrator, 'PATCH', `/api/users/${user.id}`, { version, ...change })
  expect(status).toBe(200)
}
const UNKNOWN = 'x'.repeat(43)
/** Everything that a guest could tell two dead links apart by. */
const answerTo = async (token: string) => {
  const { requestId: _requestId, ...body } = (await open(token)).body as GuestPreview & { requestId?: string }
  return body
}

// One network may open 60 a minute, and these tests open more.
afterEach(() => db.deleteFrom('rateLimit').execute())

describe('a preview link', () => {
  it('shows a guest the working copy as it is now, and nothing else of the article', async () => {
    const article = await createArticle({ title: 'Unseen', internalNote: 'Ask Mei', status: 'published' })
    const { token, url } = await made(editor, article.id)
    expect(url).toBe(`https://desk.example.com/preview#${token}`)
    const edit = { version: article.version, title: 'Seen by a guest', body: '<p>Fresh from the desk.</p>' }
    expect((await api(editor, 'PATCH', `/api/articles/${article.id}`, edit)).status).toBe(200)
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['expiresAt', 'html', 'title'])
    expect(body.title).toBe('Seen by a guest')
    expect(body.html).toContain('Fresh from the desk.')
    expect(body.html).toContain('<meta name="robots" content="noindex">')
    expect(body.html).not.toMatch(/Ask Mei|<script/)
  })

  it('shows the tags that readers see: internal ones are for the staff, and their own preview has none, either', async () => {
    const tagged = async (fields: object) => (await api(editor, 'POST', '/api/tags', fields)).body.id
    const tags = [
      await tagged({ name: 'Harbour' }),
      await tagged({ name: 'Embargo until May', visibility: 'internal' }),
    ]
    const article = await createArticle({ tags })
    const { token } = await made(editor, article.id)
    const own = await api<{ html: string }>(editor, 'GET', `/api/articles/${article.id}/preview`)
    for (const { html } of [(await open(token)).body, own.body]) {
      expect(html).toContain('<li>Harbour</li>')
      expect(html).not.toContain('Embargo')
    }
  })

  it.each([1, 24, 168, 720])('works for %i hours by the clock of the database, and no longer', async (hours) => {
    const article = await createArticle()
    const { id, token, expiresAt, createdAt } = await made(editor, article.id, hours)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(hours * 3_600_000)
    expect((await open(token)).status).toBe(200)
    await db
      .updateTable('previewLink')
      .set({ expiresAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    expect((await open(token)).body.code).toBe('link_expired')
    expect(await list(editor, article.id)).toEqual([])
  })

  it.each([0, 2, 721, -1, '24', null])('is refused for %j hours', async (hours) => {
    const article = await createArticle()
    expect((await api(editor, 'POST', linksOf(article.id), { hours })).status).toBe(400)
  })

  it('is kept as a hash; no row, no audit line and no list holds its secret', async () => {
    const article = await createArticle()
    const { id, token } = await made(editor, article.id)
    const row = await db.selectFrom('previewLink').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.tokenHash.equals(hashToken(token))).toBe(true)
    const audit = await db.selectFrom('auditEvent').selectAll().where('entityId', '=', id).execute()
    const told = JSON.stringify([row, audit, await list(editor, article.id)])
    expect(told).not.toContain(token)
    expect(await list(editor, article.id)).toEqual([
      {
        id,
        name: '',
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        createdBy: { id: editor.user.id, name: editor.user.name },
      },
    ])
  })

  it('is in the audit log when it is made and when it is revoked', async () => {
    const article = await createArticle({ title: 'Audited' })
    const { id, expiresAt } = await made(editor, article.id)
    expect((await revoke(administrator, article.id, id)).status).toBe(204)
    const lines = await db
      .selectFrom('auditEvent')
      .select(['action', 'actorId', 'entityType', 'entityTitle', 'before', 'after'])
      .where('entityId', '=', id)
      .orderBy('at')
      .execute()
    const line = { entityType: 'preview_link', entityTitle: 'Audited' }
    expect(lines).toEqual([
      { ...line, action: 'create', actorId: editor.user.id, before: null, after: { article: article.id, expiresAt } },
      { ...line, action: 'revoke', actorId: administrator.user.id, before: { article: article.id }, after: null },
    ])
  })

  it('has a name that says whom it is for: in the list and in the audit log, and not for the guest', async () => {
    const article = await createArticle({ title: 'Named' })
    const { id, token, name } = await made(editor, article.id, 24, ' Maria, photographer ')
    expect(name).toBe('Maria, photographer')
    expect(await list(editor, article.id)).toMatchObject([{ id, name, createdBy: { id: editor.user.id } }])
    expect(JSON.stringify((await open(token)).body)).not.toContain('Maria')
    expect((await revoke(administrator, article.id, id)).status).toBe(204)
    const lines = await db
      .selectFrom('auditEvent')
      .select(['before', 'after'])
      .where('entityId', '=', id)
      .orderBy('at')
      .execute()
    expect(lines).toMatchObject([{ after: { name } }, { before: { name } }])
    expect((await make(editor, article.id, 24, 'x'.repeat(121))).body.fields).toMatchObject([{ path: 'name' }])
  })

  it('is swept some time after it has ended', async () => {
    const { id } = await made(editor, (await createArticle()).id)
    const kept = await made(editor, (await createArticle()).id)
    await sql`update preview_link set expires_at = now() - interval '1 second' where id = ${id}`.execute(db)
    await sql`select graphile_worker.add_job('sweep_articles')`.execute(db)
    await runJobs()
    const rows = await db.selectFrom('previewLink').select('id').where('id', 'in', [id, kept.id]).execute()
    expect(rows).toEqual([{ id: kept.id }])
  })
})

describe('a preview link is dead at once', () => {
  const shared = async (fields: Parameters<typeof createArticle>[0] = {}, who: Person = editor) => {
    const article = await createArticle(fields, who)
    const link = await made(who, article.id)
    expect((await open(link.token)).status).toBe(200)
    return { article, link, dead: async () => expect((await open(link.token)).body.code).toBe('link_expired') }
  }

  it('when it is revoked', async () => {
    const { article, link, dead } = await shared()
    expect((await revoke(editor, article.id, link.id)).status).toBe(204)
    await dead()
    expect((await revoke(editor, article.id, link.id)).status).toBe(404)
  })

  it('when the article is in the trash, and when it is deleted permanently', async () => {
    const { article, link, dead } = await shared()
    await api(editor, 'DELETE', `/api/articles/${article.id}`)
    await dead()
    const { version } = (await api(administrator, 'GET', `/api/articles/${article.id}`)).body
    expect((await api(administrator, 'POST', `/api/articles/${article.id}/purge`, { version })).status).toBe(204)
    await dead()
    expect(await db.selectFrom('previewLink').select('id').where('id', '=', link.id).execute()).toEqual([])
  })

  it('when its maker is suspended', async () => {
    const maker = await signIn('editor')
    const { article, dead } = await shared({}, maker)
    await asUser(maker, { status: 'suspended' })
    await dead()
    expect(await list(editor, article.id)).toEqual([])
  })

  it.each(['author', 'viewer', 'ad_manager'] as const)('when its maker, an editor, becomes %s', async (role) => {
    const maker = await signIn('editor')
    const article = await createArticle({ status: 'published' })
    const link = await made(maker, article.id)
    await asUser(maker, { role })
    expect((await open(link.token)).body.code).toBe('link_expired')
    expect(await list(editor, article.id)).toEqual([])
  })

  it('but lives on when its maker keeps the right: an author with an article of their own', async () => {
    const maker = await signIn('editor')
    const { link } = await shared({}, maker)
    await asUser(maker, { role: 'author' })
    expect((await open(link.token)).status).toBe(200)
  })

  it('when its maker loses the byline that made it theirs', async () => {
    const maker = await signIn('author')
    const own = (
      await api<{ id: string }>(administrator, 'POST', '/api/authors', { displayName: 'Guest', user: maker.user.id })
    ).body
    const article = await createArticle({ authors: [own.id] })
    const { token } = await made(maker, article.id)
    expect((await open(token)).status).toBe(200)
    await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, authors: [byline.id] })
    expect((await open(token)).body.code).toBe('link_expired')
  })

  it('and answers exactly as one that never was', async () => {
    const unknown = await answerTo(UNKNOWN)
    expect(unknown).toMatchObject({ status: 410, code: 'link_expired' })
    const revoked = await shared()
    await revoke(editor, revoked.article.id, revoked.link.id)
    const expired = await shared()
    await sql`update preview_link set expires_at = now() where id = ${expired.link.id}`.execute(db)
    const trashed = await shared()
    await api(editor, 'DELETE', `/api/articles/${trashed.article.id}`)
    for (const token of [
      revoked.link.token,
      expired.link.token,
      trashed.link.token,
      '',
      'short',
      '../../etc/passwd',
      "' or 1=1",
    ])
      expect(await answerTo(token)).toEqual(unknown)
  })
})

describe('who may make, see and revoke preview links', () => {
  it.each([
    ['nobody', null, 401],
    ['a viewer', viewer, 403],
    ['an ad manager', adManager, 403],
    ['an author, of someone else,', author, 403],
    ['an editor', editor, 200],
    ['an administrator', administrator, 200],
  ] as const)('%s, of a published article: %s', async (_name, who, status) => {
    const article = await createArticle({ status: 'published' })
    const link = await made(editor, article.id)
    expect((await make(who, article.id)).status).toBe(status === 200 ? 201 : status)
    expect((await api(who, 'GET', linksOf(article.id))).status).toBe(status)
    expect((await revoke(who, article.id, link.id)).status).toBe(status === 200 ? 204 : status)
    if (who) expect((await api(who, 'GET', `/api/articles/${article.id}`)).body.can.sharePreview).toBe(status === 200)
  })

  it('an author may for their own article, and does not even find someone else’s draft', async () => {
    const own = await createArticle({}, author)
    expect((await make(author, own.id)).status).toBe(201)
    const foreign = await createArticle()
    expect((await make(author, foreign.id)).status).toBe(404)
    expect((await api(author, 'GET', linksOf(foreign.id))).status).toBe(404)
  })

  it('R01 a link is revoked through its own article only', async () => {
    const [one, other] = [await createArticle(), await createArticle({}, author)]
    const { id, token } = await made(editor, one.id)
    expect((await revoke(author, other.id, id)).status).toBe(404)
    expect((await open(token)).status).toBe(200)
  })

  it('no one makes one for what is in the trash', async () => {
    const article = await createArticle({ status: 'trashed' })
    expect((await make(editor, article.id)).body.code).toBe('illegal_transition')
  })

  it('the token is no way into anything else', async () => {
    const article = await createArticle()
    const { token } = await made(editor, article.id)
    const headers = { authorization: `bearer ${token}` }
    for (const url of ['/api/session', `/api/articles/${article.id}`, `/api/articles/${article.id}/preview`])
      expect((await app.inject({ url, headers })).statusCode).toBe(401)
  })
})

describe('limits', () => {
  it('a network opens at most sixty in a minute, wrong ones counted', async () => {
    const { token } = await made(editor, (await createArticle()).id)
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await open(n % 2 ? token : UNKNOWN)).status)
    expect(statuses.slice(0, 60).filter((status) => status === 429)).toEqual([])
    expect(statuses.at(-1)).toBe(429)
  })

  it('a person makes at most thirty in an hour', async () => {
    const article = await createArticle()
    for (let n = 0; n < 30; n++) expect((await make(editor, article.id)).status).toBe(201)
    expect((await make(editor, article.id)).status).toBe(429)
  })

  it('R13 the secret in an address is refused, and never answered', async () => {
    const { token } = await made(editor, (await createArticle()).id)
    const asked = await app.inject({ method: 'POST', url: `/api/preview?token=${token}`, payload: { token } })
    expect(asked.statusCode).toBe(400)
    expect(asked.body).not.toContain(token)
    expect((await open(`${token}x`)).status).toBe(410)
    expect(JSON.stringify((await open(`${token}x`)).body)).not.toContain(token)
  })
})
