import { describe, expect, it } from 'vitest'
import type { BulkReview } from '#contract/article-bulk.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, editor, author, viewer, byline, createArticle } = await createDesk()
const review = (who: Person, body: object) => api<BulkReview>(who, 'POST', '/api/articles/bulk/review', body)

describe('the version of an article', () => {
  it('tells that someone else published it, to those who may see it', async () => {
    const own = await createArticle({}, author)
    const version = async (who: Person) =>
      (await api<{ version?: number }>(who, 'GET', `/api/articles/${own.id}/version`)).body.version
    expect(await version(author)).toBe(own.version)
    const published = (await api(editor, 'POST', `/api/articles/${own.id}/publish`, { version: own.version })).body
    expect([await version(author), published.version]).toEqual([published.version, own.version + 1])
    const draft = await createArticle()
    expect((await api(viewer, 'GET', `/api/articles/${draft.id}/version`)).status).toBe(404)
  })
})

describe('what publishing many would do', () => {
  it('is told article by article, in the order of the list, and nothing is changed', async () => {
    const bare = (await api(editor, 'POST', '/api/articles', { title: 'Bare', authors: [byline.id] })).body
    const photos = await createArticle({ title: 'Photo story', body: '<div data-album="1"></div><p></p>' })
    const live = await createArticle({ title: 'Live', slug: 'live-then', status: 'published' })
    const moved = (await api(editor, 'PATCH', `/api/articles/${live.id}`, { version: live.version, slug: 'live-now' }))
      .body
    const same = await createArticle({ title: 'Same as readers see', status: 'published' })
    const gone = '01900000-0000-7000-8000-000000000000'
    const ids = [same.id, bare.id, gone, moved.id]
    const { status, body } = await review(editor, { action: 'publish', ids, expectedCount: 4, sort: 'title' })
    expect(status).toBe(200)
    expect(body.items).toEqual([
      {
        id: bare.id,
        version: 1,
        state: 'draft',
        title: 'Bare',
        slug: 'bare',
        liveSlug: null,
        missing: ['body', 'primaryCategory'],
        ok: false,
        code: 'not_publishable',
      },
      {
        id: moved.id,
        version: moved.version,
        state: 'published',
        title: 'Live',
        slug: 'live-now',
        liveSlug: 'live-then',
        missing: [],
        ok: true,
        code: null,
      },
      expect.objectContaining({ id: same.id, ok: false, code: 'nothing_to_publish', liveSlug: same.slug }),
      expect.objectContaining({ id: gone, ok: false, code: 'not_found' }),
    ])
    const pictures = await review(editor, { action: 'schedule', ids: [photos.id], expectedCount: 1 })
    // An empty text without a picture is refused by publishing itself in the same words.
    const refused = await api(editor, 'POST', `/api/articles/${photos.id}/publish`, { version: 1 })
    expect(pictures.body.items[0]?.ok).toBe(refused.status === 200)
    expect((await api(editor, 'GET', `/api/articles/${bare.id}`)).body).toMatchObject({ version: 1, status: 'draft' })
  })

  it('of all that match, if they are as many as the person saw', async () => {
    for (const title of ['Quokka b', 'Quokka a', 'Quokka c']) await createArticle({ title })
    const filter = { q: 'quokka' }
    const asked = { action: 'publish', filter, sort: '-title' }
    expect((await review(editor, { ...asked, expectedCount: 2 })).status).toBe(409)
    const { body } = await review(editor, { ...asked, expectedCount: 3 })
    expect(body.items.map(({ title }) => title)).toEqual(['Quokka c', 'Quokka b', 'Quokka a'])
  })

  it('names a time to take it down that has passed', async () => {
    const over = await createArticle({ unpublishAt: '2001-01-01T00:00:00.000Z' })
    const { body } = await review(editor, { action: 'publish', ids: [over.id], expectedCount: 1 })
    expect(body.items).toMatchObject([{ ok: false, code: 'not_publishable', missing: ['unpublishAt'] }])
  })

  it('tells which of those that go to the trash readers will miss', async () => {
    const live = await createArticle({ slug: 'missed', status: 'published' })
    const draft = await createArticle()
    const ids = [live.id, draft.id]
    const { body } = await review(editor, { action: 'trash', ids, expectedCount: 2, sort: 'createdAt' })
    expect(body.items).toMatchObject([
      { id: live.id, ok: true, liveSlug: 'missed' },
      { id: draft.id, ok: true, liveSlug: null },
    ])
  })

  it('is for those who may publish', async () => {
    const own = await createArticle({}, author)
    expect((await review(author, { action: 'publish', ids: [own.id], expectedCount: 1 })).status).toBe(403)
  })
})
