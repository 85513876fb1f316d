import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { Author } from '#contract/authors.ts'
import type { ListReply } from '#contract/list.ts'
import type { MergePreview } from '#contract/merge.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { flushUseCounts } from '../../db/flush-use-counts.ts'

const desk = await createDesk()
const { api, app, db, editor, author, viewer, adManager, administrator, createArticle } = desk
type Merged = { entity: Author; moved: number; undo: UndoPointer }

const create = async (displayName: string, more: object = {}, who = editor) =>
  (await api<Author>(who, 'POST', '/api/authors', { displayName, ...more })).body
const view = async (id: string) => (await api<Author>(editor, 'GET', `/api/authors/${id}`)).body
const edit = (id: string, fields: object, who = editor) => api<Author>(who, 'PATCH', `/api/authors/${id}`, fields)
const list = async (query: string) =>
  (await api<ListReply<Author>>(viewer, 'GET', `/api/authors?${query}`)).body.items.map(
    ({ displayName }) => displayName,
  )
const merge = (id: string, from: string[], who = editor) =>
  api<Merged>(who, 'POST', `/api/authors/${id}/merge`, { from })
const undo = (id: UndoPointer, who = editor) =>
  api<{ restored: number; skipped: number }>(who, 'POST', `/api/undo/${id?.id}`)
const articleNow = async (id: string) => (await api<Article>(editor, 'GET', `/api/articles/${id}`)).body
const redirect = async (path: string) =>
  (await api<{ to: string }>(null, 'GET', `/content/v1/redirects?path=${path}`)).body.to

async function checksums() {
  await flushUseCounts(db, 'author')
  const sum = (table: string, order: string) =>
    sql`(select md5(string_agg(r::text, '|' order by ${sql.raw(order)})) from ${sql.table(table)} as r)`
  const { rows } = await sql`select ${sum('author', 'id')} as authors, ${sum('article', 'id')} as articles,
    ${sum('article_author', 'article_id, author_id')} as links, ${sum('article_live', 'article_id')} as live,
    ${sum('redirect', 'path')} as redirects`.execute(db)
  return rows[0]
}

describe('the list of authors', () => {
  it('knows how much each one wrote, and when they were last published', async () => {
    const one = await create('Counted Writer')
    await createArticle({ authors: [one.id] })
    const published = await createArticle({ authors: [one.id], status: 'published' })
    expect(await view(one.id)).toMatchObject({ uses: 2, lastPublishedAt: published.publishedAt })
    expect(await view((await create('Idle Writer')).id)).toMatchObject({ uses: 0, lastPublishedAt: null })
    expect(await list('use=unused&q=writer')).toEqual(['Idle Writer'])
    expect((await list('sort=-uses&q=writer'))[0]).toBe('Counted Writer')
  })

  it('is listed by sorting name, and finds who is hidden', async () => {
    await create('Zoe Sorted', { sortName: 'Aardvark, Zoe' })
    await create('Bert Sorted', { hidden: true })
    expect(await list('q=sorted')).toEqual(['Zoe Sorted', 'Bert Sorted'])
    expect(await list('q=sorted&hidden=true')).toEqual(['Bert Sorted'])
  })

  it('has Chinese names in the order of their pinyin, among the others', async () => {
    for (const name of ['王诺', 'Mia 诺', '郭佳诺', '曾诺']) await create(name)
    expect(await list('q=诺&sort=displayName')).toEqual(['郭佳诺', 'Mia 诺', '王诺', '曾诺'])
    expect(await list('q=zengnuo')).toEqual(['曾诺'])
    expect(await list('q=gjn')).toEqual(['郭佳诺'])
  })
})

describe('editing', () => {
  it('a Chinese name keeps its pinyin as sorting name, until it gets another one', async () => {
    const one = await create('单小明')
    expect(one).toMatchObject({ slug: 'shan-xiao-ming', sortName: 'shan xiao ming' })
    expect((await edit(one.id, { version: 1, displayName: '单大明' })).body.sortName).toBe('shan da ming')
    expect((await edit(one.id, { version: 2, sortName: 'Shan, D.' })).body.sortName).toBe('Shan, D.')
    expect((await edit(one.id, { version: 3, displayName: '单明' })).body.sortName).toBe('Shan, D.')
    expect((await edit(one.id, { version: 4, sortName: '' })).body.sortName).toBe('shan ming')
    expect((await edit(one.id, { version: 5, displayName: 'Daming Shan' })).body.sortName).toBe('')
    expect(await create('李明', { sortName: 'Zz' })).toMatchObject({ slug: 'li-ming', sortName: 'Zz' })
  })

  it('keeps every field, and the old address', async () => {
    const one = await create('Rosa Lind', { slug: 'rosa' })
    const fields = {
      slug: 'rosa-lind',
      bio: 'Writes.',
      email: 'rosa@example.org',
      jobTitle: 'Reporter',
      sortName: 'Lind, Rosa',
      links: [{ label: 'Site', url: 'https://example.org/' }],
    }
    expect(await edit(one.id, { version: 1, ...fields })).toMatchObject({
      status: 200,
      body: { ...fields, version: 2 },
    })
    expect(await redirect('/author/rosa')).toBe('/author/rosa-lind')
    expect(await edit(one.id, { version: 1, bio: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { bio: 'Writes.' }, changedBy: 'The editor' },
    })
    expect((await edit(one.id, { version: 2, links: Array(11).fill(fields.links[0]) })).status).toBe(400)
    const log = await db.selectFrom('auditEvent').select(['before', 'after']).where('entityId', '=', one.id).execute()
    expect(JSON.stringify(log)).not.toContain('rosa@example.org')
  })

  it('links accounts: administrators any, editors their own, each to one author', async () => {
    const mine = await create('Mine', { user: editor.user.id })
    expect(mine).toMatchObject({ user: editor.user.id, account: { name: 'The editor' } })
    const other = await create('Other')
    const refused = await edit(other.id, { version: 1, user: author.user.id })
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden', fields: [{ path: 'user' }] } })
    expect((await edit(other.id, { version: 1, user: author.user.id }, administrator)).status).toBe(200)
    expect((await edit(other.id, { version: 2, user: null })).status).toBe(403)
    const taken = await edit(other.id, { version: 2, user: editor.user.id }, administrator)
    expect(taken).toMatchObject({ status: 400, body: { fields: [{ path: 'user', code: 'taken' }] } })
    expect((await edit(mine.id, { version: 1, user: null })).status).toBe(200)
    expect((await edit(mine.id, { version: 2, avatar: mine.id })).body.fields).toMatchObject([{ path: 'avatar' }])
  })

  it('half a character, as careless cutting leaves it, is refused by name', async () => {
    const half = '\ud83d'
    const given = (fields: object) => api(editor, 'POST', '/api/authors', { displayName: 'Cut', ...fields })
    const label = await given({ links: [{ label: half, url: 'https://example.org' }] })
    expect(label).toMatchObject({ status: 400, body: { fields: [{ path: 'links.0.label' }] } })
    const url = await given({ links: [{ label: '', url: `https://example.org/${half}` }] })
    expect(url).toMatchObject({ status: 400, body: { fields: [{ path: 'links.0.url' }] } })
    expect((await given({ bio: half })).body.fields).toMatchObject([{ path: 'bio' }])
    expect((await given({ displayName: `${half} cut` })).status).toBe(400)
    const body = await api(editor, 'POST', '/api/articles', { title: 'Cut', body: `<p>${half}</p>` })
    expect(body).toMatchObject({ status: 400, body: { fields: [{ path: 'body' }] } })
    expect((await given({ displayName: 'Whole 😀' })).status).toBe(201)
  })

  it('is for those who may write the taxonomy', async () => {
    const [one, two] = [await create('Guarded'), await create('Spare')]
    for (const person of [author, viewer, adManager]) {
      expect((await api(person, 'GET', `/api/authors/${one.id}`)).status).toBe(200)
      expect((await edit(one.id, { version: 1, bio: 'No' }, person)).status).toBe(403)
      expect((await merge(one.id, [two.id], person)).status).toBe(403)
      expect((await api(person, 'DELETE', `/api/authors/${one.id}`)).status).toBe(403)
    }
  })
})

describe('merging and deleting', () => {
  it('moves bylines and the linked account, and undo restores the very same rows', async () => {
    const kept = await create('Anna Kept', { slug: 'anna-kept' })
    const gone = await create('A. Kept', { slug: 'a-kept' })
    const linked = await edit(gone.id, { version: 1, user: author.user.id }, administrator)
    // Another byline has this account already, from the test before.
    if (linked.status !== 200) {
      await db.updateTable('author').set({ userId: null }).where('userId', '=', author.user.id).execute()
      expect((await edit(gone.id, { version: 1, user: author.user.id }, administrator)).status).toBe(200)
    }
    const article = await createArticle({ authors: [gone.id, desk.byline.id, kept.id], status: 'published' })
    await view(kept.id)
    const preview = await api<MergePreview>(editor, 'GET', `/api/authors/${kept.id}/merge-preview?from=${gone.id}`)
    expect(preview.body).toEqual({
      articles: 1,
      published: 1,
      had: 1,
      trashed: 0,
      from: [{ id: gone.id, name: 'A. Kept', uses: 1 }],
      unfit: [],
    })
    const before = await checksums()
    const merged = await merge(kept.id, [gone.id], administrator)
    expect(merged).toMatchObject({ status: 200, body: { moved: 1, entity: { uses: 1, user: author.user.id } } })
    expect((await articleNow(article.id)).authors).toEqual([kept.id, desk.byline.id])
    expect(await redirect('/author/a-kept')).toBe('/author/anna-kept')
    const readers = await api<{ authors: { slug: string }[] }>(null, 'GET', `/content/v1/articles/${article.slug}`)
    expect(readers.body.authors.map(({ slug }) => slug)).toEqual(['anna-kept', desk.byline.slug])
    const saved = await api(editor, 'PATCH', `/api/articles/${article.id}`, {
      version: article.version,
      authors: [gone.id],
    })
    expect(saved.body.authors).toEqual([kept.id])
    await api(editor, 'PATCH', `/api/articles/${article.id}`, {
      version: saved.body.version,
      authors: [kept.id, desk.byline.id],
    })
    expect((await undo(merged.body.undo, administrator)).body).toMatchObject({ restored: 1, skipped: 0 })
    const { articles: _, ...rows } = (await checksums()) as Record<string, string>
    expect(before).toMatchObject(rows)
  })

  it('only administrators may take the account of someone else from an author', async () => {
    const [mine, other, free] = [await create('Mine'), await create('Of the boss'), await create('Of no one')]
    await db.updateTable('author').set({ userId: null }).execute()
    for (const [one, who] of [
      [mine, editor],
      [other, administrator],
    ] as const)
      expect((await edit(one.id, { version: 1, user: who.user.id }, administrator)).status).toBe(200)
    const refused = await merge(free.id, [mine.id, other.id])
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden', fields: [{ path: 'from.1' }] } })
    expect((await api(editor, 'DELETE', `/api/authors/${other.id}`)).status).toBe(403)
    expect((await api(editor, 'POST', `/api/authors/${other.id}/trash`)).status).toBe(403)
    expect((await merge(free.id, [mine.id])).body.entity.user).toBe(editor.user.id)
    expect((await merge(free.id, [other.id], administrator)).status).toBe(200)
  })

  it('refuses to delete who is in use, with the counts; and deletes, with undo, who is not', async () => {
    const one = await create('Busy')
    const article = await createArticle({ authors: [one.id], status: 'published' })
    const refused = await api<{ reasons: string[] }>(editor, 'DELETE', `/api/authors/${one.id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', reasons: ['articles: 1', 'published: 1'] } })
    await api(editor, 'POST', `/api/articles/${article.id}/trash`, { version: article.version })
    await view(one.id)
    const before = await checksums()
    const done = await app.inject({ method: 'DELETE', url: `/api/authors/${one.id}`, headers: editor.headers })
    expect(done.statusCode).toBe(204)
    expect((await api(editor, 'GET', `/api/authors/${one.id}`)).status).toBe(404)
    const items = [{ type: 'author', id: one.id }]
    expect((await api(editor, 'POST', '/api/trash/restore', { items })).status).toBe(200)
    expect(await checksums()).toEqual(before)
  })

  it('an author who is deleted leaves the account free', async () => {
    await db.updateTable('author').set({ userId: null }).where('userId', '=', viewer.user.id).execute()
    const one = await create('First byline', { user: viewer.user.id }, administrator)
    expect((await api(administrator, 'DELETE', `/api/authors/${one.id}`)).status).toBe(204)
    expect((await create('Second byline', { user: viewer.user.id }, administrator)).user).toBe(viewer.user.id)
  })
})

describe('for the outside site', () => {
  it('authors come without e-mail and accounts, and no one hidden', async () => {
    await create('Seen', { slug: 'seen', email: 'private@example.org', bio: 'About' })
    await create('Unseen', { slug: 'unseen', hidden: true })
    const reply = await app.inject('/content/v1/authors?limit=100')
    const { items } = reply.json<{ items: { slug: string; bio: string }[] }>()
    expect(items.find(({ slug }) => slug === 'seen')).toEqual({
      displayName: 'Seen',
      slug: 'seen',
      bio: 'About',
      jobTitle: '',
      links: [],
      avatar: null,
    })
    expect(items.some(({ slug }) => slug === 'unseen')).toBe(false)
    expect(reply.body).not.toContain('private@example.org')
    const headers = { 'if-none-match': String(reply.headers.etag) }
    expect((await app.inject({ url: '/content/v1/authors?limit=100', headers })).statusCode).toBe(304)
  })
})
