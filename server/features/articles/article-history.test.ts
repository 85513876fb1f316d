import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Revision, RevisionContent } from '#contract/articles.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, administrator, viewer, author, tag, createArticle } = await createDesk()
const history = async (id: string) =>
  (await api<{ items: Revision[] }>(editor, 'GET', `/api/articles/${id}/revisions`)).body.items
const patch = async (who: typeof editor, article: { id: string; version: number }, fields: object) => {
  const { status, body } = await api(who, 'PATCH', `/api/articles/${article.id}`, {
    version: article.version,
    ...fields,
  })
  expect(status).toBe(200)
  return body
}
const text = async (id: string, revision: Revision | undefined) =>
  (await api<RevisionContent>(editor, 'GET', `/api/articles/${id}/revisions/${revision?.id}`)).body.content.body

describe('the history', () => {
  it('has one entry for a person typing on, and a new one after ten minutes', async () => {
    let article = await createArticle()
    for (const word of ['one', 'two', 'three'])
      article = await patch(editor, article, { body: `<p>${word}</p>`, reason: 'autosave' })
    expect((await history(article.id)).map(({ reason, version }) => [reason, version])).toEqual([
      ['autosave', 2],
      ['create', 1],
    ])
    await db
      .updateTable('articleRevision')
      .set({ createdAt: sql<string>`created_at - interval '11 minutes'` })
      .where('articleId', '=', article.id)
      .execute()
    article = await patch(editor, article, { body: '<p>four</p>', reason: 'autosave' })
    expect((await history(article.id)).map(({ version }) => version)).toEqual([5, 2, 1])
    article = await patch(editor, article, { body: '<p>five</p>' })
    expect((await history(article.id))[0]).toMatchObject({
      version: 6,
      reason: 'save',
      createdBy: { name: 'The editor' },
    })
  })

  it('keeps the last autosaved text before another person, or a step back, writes over it', async () => {
    let article = await createArticle()
    article = await patch(editor, article, { body: '<p>first</p>', reason: 'autosave' })
    article = await patch(editor, article, { body: '<p>unsaved</p>', reason: 'autosave' })
    article = await patch(administrator, article, { body: '<p>over it</p>', reason: 'autosave' })
    const entries = await history(article.id)
    expect(entries.map(({ version, createdBy }) => [version, createdBy?.name])).toEqual([
      [4, 'The administrator'],
      [3, 'The editor'],
      [2, 'The editor'],
      [1, 'The editor'],
    ])
    expect(await text(article.id, entries[1])).toBe('<p>unsaved</p>')
  })

  it('says which version someone had before choosing from two, and which they chose', async () => {
    let article = await createArticle()
    article = await patch(administrator, article, { body: '<p>theirs</p>', reason: 'autosave' })
    article = await patch(editor, article, { body: '<p>mine</p>', reason: 'beforeChoice' })
    article = await patch(editor, article, { body: '<p>theirs</p>', reason: 'choice' })
    const entries = await history(article.id)
    expect(entries.map(({ reason, createdBy }) => [reason, createdBy?.name])).toEqual([
      ['choice', 'The editor'],
      ['beforeChoice', 'The editor'],
      ['autosave', 'The administrator'],
      ['create', 'The editor'],
    ])
    expect(await text(article.id, entries[1])).toBe('<p>mine</p>')
    const audited = await db
      .selectFrom('auditEvent')
      .select('action')
      .where('entityId', '=', article.id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['save', 'save'])
  })

  it('brings a historic text back as a new version; state and times stay', async () => {
    let article = await createArticle({ title: 'Old title', tags: [tag.id], status: 'published' })
    article = await patch(editor, article, { title: 'New title', tags: [], slug: 'brand-new' })
    const [, , first] = await history(article.id)
    const url = `/api/articles/${article.id}/revisions/${first?.id}/restore`
    const restored = await api(editor, 'POST', url, { version: article.version })
    expect(restored).toMatchObject({
      status: 200,
      body: {
        title: 'Old title',
        tags: [tag.id],
        status: 'published',
        hasChanges: false,
        version: article.version + 1,
      },
    })
    expect((await history(article.id))[0]).toMatchObject({ reason: 'restore', version: article.version + 1 })
    expect((await api(editor, 'POST', url, { version: article.version })).body.code).toBe('stale_version')
  })

  it('discarding brings the published text back and keeps the dropped one in the history', async () => {
    const published = await createArticle({ body: '<p>public</p>', status: 'published' })
    const working = await patch(editor, published, { body: '<p>dropped</p>', reason: 'autosave' })
    const { body } = await api(editor, 'POST', `/api/articles/${working.id}/discard`, { version: working.version })
    expect(body).toMatchObject({ body: '<p>public</p>', hasChanges: false })
    expect(await text(body.id, (await history(body.id))[1])).toBe('<p>dropped</p>')
    const back = await patch(editor, body, { body: '<p>dropped</p>' })
    expect(back.hasChanges).toBe(true)
    expect((await patch(editor, back, { body: '<p>public</p>' })).hasChanges).toBe(false)
  })

  it('of one article shows no entry under another one (R01)', async () => {
    const [one, other] = [await createArticle(), await createArticle()]
    const [entry] = await history(one.id)
    expect((await api(editor, 'GET', `/api/articles/${other.id}/revisions/${entry?.id}`)).status).toBe(404)
    const stolen = await api(editor, 'POST', `/api/articles/${other.id}/revisions/${entry?.id}/restore`, { version: 1 })
    expect(stolen.status).toBe(404)
  })

  it('is not for those who may only read what is published', async () => {
    const article = await createArticle({ status: 'published' })
    expect((await api(viewer, 'GET', `/api/articles/${article.id}/revisions`)).status).toBe(403)
    expect((await api(author, 'GET', `/api/articles/${article.id}/revisions`)).status).toBe(403)
    const draft = await createArticle()
    expect((await api(author, 'GET', `/api/articles/${draft.id}/revisions`)).status).toBe(404)
  })
})

describe('the preview', () => {
  it('is a whole page of the text as edited, without a script, whatever the title says', async () => {
    const article = await createArticle({ title: '<script>alert(1)</script> 你好', status: 'published' })
    await patch(editor, article, { body: '<p>Working <b>copy</b></p><script>x()</script>' })
    const page = await api<{ html: string }>(editor, 'GET', `/api/articles/${article.id}/preview`)
    expect(page.body.html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page.body.html).toContain('Working')
    expect(page.body.html).toContain('&lt;script&gt;alert(1)')
    expect(page.body.html).not.toContain('<script')
    const asViewer = await api<{ html: string }>(viewer, 'GET', `/api/articles/${article.id}/preview`)
    expect(asViewer.body.html).not.toContain('Working')
  })
})
