import { describe, expect, it } from 'vitest'
import type { ListReply } from '#contract/list.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, author, viewer, byline, category, tag, createArticle } = await createDesk()
type List = ListReply<ArticleSummary>
const revisionsOf = (id: string) =>
  db.selectFrom('articleRevision').selectAll().where('articleId', '=', id).orderBy('version').execute()

describe('writing', () => {
  it('a new article is a draft with a slug from its title, cleaned text and counted words', async () => {
    const { status, body } = await api(editor, 'POST', '/api/articles', {
      title: '  Über 东京: Hello  ',
      body: '<p onclick="x()">Two words</p><script>alert(1)</script>',
      authors: [byline.id],
      primaryCategory: category.id,
      categories: [category.id],
      tags: [tag.id],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Über 东京: Hello',
      slug: 'ueber-dong-jing-hello',
      body: '<p>Two words</p>',
      wordCount: 2,
      readingTime: 1,
      status: 'draft',
      version: 1,
      categories: [],
      missing: [],
      refs: { authors: [{ id: byline.id, displayName: 'Ada Byron' }], tags: [{ id: tag.id, name: 'Weather' }] },
      can: { publish: true, discard: false, write: true, purge: false },
    })
    expect(await revisionsOf(body.id)).toMatchObject([{ version: 1, reason: 'create', createdBy: editor.user.id }])
  })

  it('the same title twice gives numbered slugs, and a slug that is taken is refused by name', async () => {
    const titles = await Promise.all([1, 2, 3].map(() => api(editor, 'POST', '/api/articles', { title: 'Twins' })))
    expect(titles.map(({ body }) => body.slug).toSorted()).toEqual(['twins', 'twins-2', 'twins-3'])
    const taken = await api(editor, 'POST', '/api/articles', { title: 'Other', slug: 'twins' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'slug_taken', fields: [{ path: 'slug' }] } })
  })

  it('an edit goes up one version; saving the same again changes nothing', async () => {
    const draft = await createArticle()
    const url = `/api/articles/${draft.id}`
    const edited = await api(editor, 'PATCH', url, { version: 1, subtitle: 'More', tags: [tag.id] })
    expect(edited).toMatchObject({ status: 200, body: { version: 2, subtitle: 'More', tags: [tag.id] } })
    const again = await api(editor, 'PATCH', url, { version: 2, subtitle: 'More' })
    expect(again).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await revisionsOf(draft.id)).toHaveLength(2)
  })

  it('a stale version is refused and shows what the other person made of it', async () => {
    const draft = await createArticle({ title: 'Ours' })
    const url = `/api/articles/${draft.id}`
    await api(editor, 'PATCH', url, { version: 1, title: 'Theirs' })
    const stale = await api(editor, 'PATCH', url, { version: 1, title: 'Mine' })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale_version', changedBy: 'The editor', current: { id: draft.id, version: 2, title: 'Theirs' } },
    })
  })

  it('ids of nothing are refused by field', async () => {
    const nothing = '01900000-0000-7000-8000-000000000000'
    const { status, body } = await api(editor, 'POST', '/api/articles', {
      title: 'Lost',
      authors: [byline.id, nothing],
      primaryCategory: nothing,
      tags: [nothing],
      cover: { media: nothing },
      socialImage: nothing,
    })
    expect(status).toBe(400)
    expect(body.fields?.map(({ path }) => path)).toEqual([
      'authors.1',
      'primaryCategory',
      'tags.0',
      'cover.media',
      'socialImage',
    ])
  })
})

describe('listing', () => {
  it('shows a page with its exact total, the newest change first', async () => {
    const { status, body } = await api<List>(editor, 'GET', '/api/articles?pageSize=2&page=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ totalIsExact: true, page: 2, pageSize: 2 })
    expect(body.items).toHaveLength(2)
  })

  it('an author does not find the drafts of others, and a viewer finds none', async () => {
    const theirs = await createArticle({ title: 'Quetzal in secret' })
    const own = await createArticle({ title: 'Quetzal of mine' }, author)
    expect((await api<List>(author, 'GET', '/api/articles?q=quetzal')).body.items.map(({ id }) => id)).toEqual([own.id])
    expect((await api<List>(viewer, 'GET', '/api/articles?q=quetzal')).body.total).toBe(0)
    expect((await api(author, 'GET', `/api/articles/${theirs.id}`)).status).toBe(404)
    expect((await api(viewer, 'GET', `/api/articles/${theirs.id}`)).status).toBe(404)
  })
})
