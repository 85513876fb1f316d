import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { createDesk, type Person } from './testing/desk.ts'

const desk = await createDesk()
const { api, db, editor, administrator, author, viewer, adManager, byline, category, tag, createArticle } = desk

const duplicate = (who: Person | null, { id }: { id: string }) => api(who, 'POST', `/api/articles/${id}/duplicate`)
const copyOf = async (article: { id: string }, who: Person = editor): Promise<Article> => {
  const { status, body } = await duplicate(who, article)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const speak = (who: Person, locale: 'en' | 'zh-CN') =>
  db.updateTable('userAccount').set({ locale }).where('id', '=', who.user.id).execute()
const linkedAuthor = async (who: Person, displayName: string) => {
  const made = await api<{ id: string }>(administrator, 'POST', '/api/authors', { displayName, user: who.user.id })
  expect(made.status).toBe(201)
  return made.body
}

describe('the copy of an article', () => {
  it('is a draft with the same content, and with none of its publication', async () => {
    const second = (await api<{ id: string }>(editor, 'POST', '/api/categories', { name: 'Second' })).body
    const original = await createArticle({
      title: 'Autumn in Kyoto',
      slug: 'autumn-once',
      subtitle: 'Three days',
      excerpt: 'Leaves.',
      body: '<p>Red <strong>leaves</strong>.</p>',
      categories: [second.id],
      tags: [tag.id],
      featured: true,
      sensitive: true,
      adsPolicy: 'limited',
      canonicalUrl: 'https://elsewhere.example/kyoto',
      seoTitle: 'Kyoto',
      seoDescription: 'Autumn',
      internalNote: 'Ask Mei',
      publishAt: '2020-01-01T00:00:00.000Z',
      unpublishAt: '2198-01-01T00:00:00.000Z',
      status: 'published',
    })
    const before = (await api(editor, 'GET', `/api/articles/${original.id}`)).body
    const copy = await copyOf(original)
    expect(copy.id).not.toBe(original.id)
    expect(copy).toMatchObject({
      version: 1,
      title: 'Autumn in Kyoto (copy)',
      slug: 'autumn-in-kyoto-copy',
      subtitle: 'Three days',
      excerpt: 'Leaves.',
      body: original.body,
      authors: [byline.id],
      primaryCategory: category.id,
      categories: [second.id],
      tags: [tag.id],
      sensitive: true,
      adsPolicy: 'limited',
      seoTitle: 'Kyoto',
      seoDescription: 'Autumn',
      internalNote: 'Ask Mei',
      wordCount: 2,
      status: 'draft',
      hasChanges: false,
      featured: false,
      canonicalUrl: '',
      publishAt: null,
      unpublishAt: null,
      publishedAt: null,
      live: null,
      createdBy: { id: editor.user.id },
    })
    const { body: history } = await api<{ items: { reason: string }[] }>(
      editor,
      'GET',
      `/api/articles/${copy.id}/revisions`,
    )
    expect(history.items.map(({ reason }) => reason)).toEqual(['create'])
    expect((await api(editor, 'GET', `/api/articles/${original.id}`)).body).toEqual(before)
  })

  it('has the address of the title that it gets, until readers know it or someone chose one', async () => {
    const rename = async ({ id, version }: Article, fields: object) =>
      (await api(editor, 'PATCH', `/api/articles/${id}`, { version, ...fields })).body as Article
    const copy = await copyOf(await createArticle({ title: 'Harbour lights' }))
    const renamed = await rename(copy, { title: 'Night ferry' })
    expect(renamed.slug).toBe('night-ferry')
    const chosen = await rename(renamed, { slug: 'ferry-by-night' })
    expect((await rename(chosen, { title: 'Day ferry' })).slug).toBe('ferry-by-night')
    const known = await createArticle({ title: 'Known to readers', status: 'published' })
    expect((await rename(known, { title: 'Known by another title' })).slug).toBe(known.slug)
  })

  it('has the text of the working copy, not the one that readers see', async () => {
    const original = await createArticle({ title: 'Tide', status: 'published' })
    const edited = { version: original.version, body: '<p>It pours.</p>' }
    expect((await api(editor, 'PATCH', `/api/articles/${original.id}`, edited)).status).toBe(200)
    expect((await copyOf(original)).body).toBe('<p>It pours.</p>')
  })

  it('is numbered where the title is taken, and a copy of a copy is the next one', async () => {
    const original = await createArticle({ title: 'Night train' })
    const first = await copyOf(original)
    const titles = [first.title, (await copyOf(original)).title, (await copyOf(first)).title]
    expect(titles).toEqual(['Night train (copy)', 'Night train (copy 2)', 'Night train (copy 3)'])
    expect(new Set([first.slug, (await copyOf(first)).slug]).size).toBe(2)
  })

  it('is named in the language of the person who makes it', async () => {
    const original = await createArticle({ title: '夜行列车' })
    await speak(administrator, 'zh-CN')
    expect((await copyOf(original, administrator)).title).toBe('夜行列车（副本）')
    expect((await copyOf(original, administrator)).title).toBe('夜行列车（副本 2）')
    await speak(administrator, 'en')
    expect((await copyOf(original, administrator)).title).toBe('夜行列车 (copy)')
  })

  it('keeps a title of full length within 255, and no half characters', async () => {
    const original = await createArticle({ title: `${'x'.repeat(247)}😀${'y'.repeat(6)}` })
    const { title } = await copyOf(original)
    expect(title).toBe(`${'x'.repeat(247)} (copy)`)
    expect((await copyOf(original)).title.length).toBeLessThanOrEqual(255)
  })

  it('of something without a title has none either', async () => {
    const { title, slug } = await copyOf(await createArticle({ title: '' }))
    expect([title, slug]).toEqual(['', expect.stringMatching(/^untitled/)])
  })

  it('leaves out names and pictures that are gone', async () => {
    const gone = (await api<{ id: string }>(editor, 'POST', '/api/tags', { name: 'Soon gone' })).body
    const original = await createArticle({ tags: [gone.id, tag.id] })
    await db.updateTable('tag').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
    expect((await copyOf(original)).tags).toEqual([tag.id])
  })

  it('is in the audit log, with what it was made from', async () => {
    const original = await createArticle({ title: 'Watched' })
    const copy = await copyOf(original)
    const lines = await db
      .selectFrom('auditEvent')
      .select(['action', 'actorId', 'entityTitle', 'after'])
      .where('entityId', '=', copy.id)
      .execute()
    expect(lines).toEqual([
      { action: 'duplicate', actorId: editor.user.id, entityTitle: 'Watched (copy)', after: { from: original.id } },
    ])
  })

  it('can be made by fifty people at once, each with an address of its own', async () => {
    const original = await createArticle({ title: 'Crowded' })
    const made = await Promise.all(Array.from({ length: 12 }, () => duplicate(editor, original)))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(made.map(({ body }) => body.slug)).size).toBe(12)
  })
})

describe('who may duplicate what', () => {
  it.each([
    ['nobody', null, 401],
    ['a viewer', viewer, 403],
    ['an ad manager', adManager, 403],
    ['an author, of someone else,', author, 403],
    ['an editor', editor, 201],
    ['an administrator', administrator, 201],
  ] as const)('%s duplicating a published article: %s', async (_name, who, status) => {
    const article = await createArticle({ status: 'published' })
    expect((await duplicate(who, article)).status).toBe(status)
    if (who) expect((await api(who, 'GET', `/api/articles/${article.id}`)).body.can.duplicate).toBe(status === 201)
  })

  it('an author does not even find someone else’s draft', async () => {
    expect((await duplicate(author, await createArticle())).status).toBe(404)
    expect((await duplicate(author, { id: '00000000-0000-7000-8000-000000000000' })).status).toBe(404)
  })

  it('what is in the trash is restored, not duplicated', async () => {
    const { status, body } = await duplicate(editor, await createArticle({ status: 'trashed' }))
    expect([status, body.code]).toEqual([409, 'illegal_transition'])
  })

  it('an author keeps their own byline only; the copy does not get someone else’s name', async () => {
    const own = await linkedAuthor(author, 'Arno Fischer')
    const shared = await createArticle({ title: 'Written by two', authors: [byline.id, own.id], status: 'published' })
    const copy = await copyOf(shared, author)
    expect(copy.authors).toEqual([own.id])
    expect(copy.createdBy?.id).toBe(author.user.id)
    expect((await copyOf(shared, editor)).authors).toEqual([byline.id, own.id])
  })

  it('the number of an author’s copy tells nothing of titles that they may not see', async () => {
    await createArticle({ title: 'Secret plan (copy)' })
    const mine = await createArticle({ title: 'Secret plan' }, author)
    expect((await copyOf(mine, author)).title).toBe('Secret plan (copy)')
  })
})
