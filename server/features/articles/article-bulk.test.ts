import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ArticleBulkReply } from '#contract/articles.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, editor, administrator, author, viewer, tag, category, createArticle } = await createDesk()
type Reply = z.output<typeof ArticleBulkReply>

const bulk = (who: Person, body: object) => api<Reply>(who, 'POST', '/api/articles/bulk', body)
const undo = (who: Person, id: string | null) =>
  api<{ restored: number; skipped: number }>(who, 'POST', '/api/articles/bulk/undo', { undo: id })
const rowsOf = async (ids: string[]) =>
  db
    .selectFrom('article')
    .leftJoin('articleLive', 'articleLive.articleId', 'article.id')
    .select(['article.id', 'status', 'hasChanges', 'deletedAt', 'article.publishedAt', 'publishAt', 'article.slug'])
    .select(['article.featured', 'primaryCategory', 'articleLive.content', 'articleLive.slug as liveSlug'])
    .select(
      sql<string[]>`array(select tag_id::text from article_tag where article_id = article.id order by position)`.as(
        'tags',
      ),
    )
    .where('article.id', 'in', ids)
    .orderBy('article.id')
    .execute()

describe('one action on many articles', () => {
  it('does what can be done, and says of the rest why not', async () => {
    const good = await createArticle()
    const empty = (await api(editor, 'POST', '/api/articles', { title: 'Empty' })).body
    const live = await createArticle({ status: 'published' })
    const gone = '01900000-0000-7000-8000-000000000000'
    const ids = [good.id, empty.id, live.id, gone]
    const { status, body } = await bulk(editor, { action: 'publish', ids, expectedCount: 4 })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: good.id, title: good.title, ok: true, code: null },
      { id: empty.id, title: 'Empty', ok: false, code: 'not_publishable' },
      { id: live.id, title: live.title, ok: false, code: 'nothing_to_publish' },
      { id: gone, title: '', ok: false, code: 'not_found' },
    ])
    const rows = await rowsOf([good.id, empty.id])
    expect(rows.map(({ status: now }) => now).toSorted()).toEqual(['draft', 'published'])
  })

  it('is refused when the selection is not what the person saw', async () => {
    const made = [await createArticle({ title: 'Zebra 1' }), await createArticle({ title: 'Zebra 2' })]
    const stale = await bulk(editor, { action: 'trash', filter: { q: 'zebra' }, expectedCount: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'count_changed' } })
    const none = await rowsOf(made.map(({ id }) => id))
    expect(none.every(({ deletedAt }) => deletedAt === null)).toBe(true)
    const exact = await bulk(editor, { action: 'trash', filter: { q: 'zebra' }, expectedCount: 2 })
    expect(exact.body.results.map(({ ok }) => ok)).toEqual([true, true])
  })

  it.each(['submit', 'publish', 'unpublish', 'archive', 'trash', 'feature', 'addTags', 'setCategory'] as const)(
    '%s can be taken back, once, and then all is as it was',
    async (action) => {
      const sport = (await api(editor, 'POST', '/api/categories', { name: `For ${action}` })).body
      const made = []
      for (const status of ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const)
        made.push(await createArticle({ status }))
      const working = await createArticle({ status: 'published' })
      await api(editor, 'PATCH', `/api/articles/${working.id}`, {
        version: working.version,
        slug: `new-${action.toLowerCase()}`,
      })
      const ids = [...made, working].map(({ id }) => id)
      const before = await rowsOf(ids)
      const values = { addTags: [tag.id], setCategory: [sport.id] }[action as string]
      const done = await bulk(editor, { action, ids, expectedCount: 6, ...(values && { values }) })
      expect(done.body.results.filter(({ ok }) => ok).length).toBeGreaterThan(0)
      expect(await rowsOf(ids)).not.toEqual(before)
      const changed = done.body.results.filter(({ ok }) => ok).length
      expect((await undo(editor, done.body.undo)).body).toEqual({ restored: changed, skipped: 0 })
      expect(await rowsOf(ids)).toEqual(before)
      expect((await undo(editor, done.body.undo)).body).toMatchObject({ code: 'undo_expired' })
    },
  )

  it('the undo leaves alone what was changed since, and belongs to its maker for an hour', async () => {
    const [one, two] = [await createArticle(), await createArticle()]
    const done = await bulk(editor, { action: 'feature', ids: [one.id, two.id], expectedCount: 2 })
    await api(editor, 'PATCH', `/api/articles/${two.id}`, { version: 2, title: 'Changed since' })
    expect((await undo(administrator, done.body.undo)).status).toBe(409)
    expect((await undo(editor, done.body.undo)).body).toEqual({ restored: 1, skipped: 1 })
    const late = await bulk(editor, { action: 'unfeature', ids: [two.id], expectedCount: 1 })
    await db
      .updateTable('bulkUndo')
      .set({ createdAt: sql<string>`now() - interval '61 minutes'` })
      .execute()
    expect((await undo(editor, late.body.undo)).body).toMatchObject({ code: 'undo_expired' })
  })

  it('where nothing changed there is nothing to undo', async () => {
    const article = await createArticle({ featured: true })
    const { body } = await bulk(editor, { action: 'feature', ids: [article.id], expectedCount: 1 })
    expect(body).toMatchObject({ results: [{ ok: true }], undo: null })
  })

  it('reaches no further than one article would: permission and row by row', async () => {
    const theirs = await createArticle()
    const own = await createArticle({}, author)
    const ids = [theirs.id, own.id]
    expect((await bulk(author, { action: 'publish', ids, expectedCount: 2 })).status).toBe(403)
    expect((await bulk(viewer, { action: 'trash', ids, expectedCount: 2 })).status).toBe(403)
    const { body } = await bulk(author, { action: 'trash', ids, expectedCount: 2 })
    expect(body.results.map(({ code }) => code)).toEqual(['not_found', null])
  })

  it.each([
    [{ action: 'purge', ids: [category.id], expectedCount: 1 }, 'action'],
    [{ action: 'trash', expectedCount: 1 }, 'ids'],
    [{ action: 'trash', ids: [category.id], filter: {}, expectedCount: 1 }, 'ids'],
    [{ action: 'trash', filter: { internalNote: 'x' }, expectedCount: 1 }, 'filter.internalNote'],
    [{ action: 'addTags', ids: [category.id], expectedCount: 1 }, 'values'],
    [{ action: 'addTags', ids: [category.id], values: [category.id], expectedCount: 1 }, 'values.0'],
    [{ action: 'trash', ids: [category.id], values: [tag.id], expectedCount: 1 }, 'values'],
  ])('%o is refused', async (body, path) => {
    const answer = await bulk(editor, body)
    const { fields } = answer.body as unknown as { fields: { path: string }[] }
    expect({ status: answer.status, path: fields?.[0]?.path }).toEqual({ status: 400, path })
  })

  it('and the merge of the very category it gives to them wait for each other', async () => {
    for (let round = 0; round < 15; round++) {
      const made = async (name: string) => (await api(editor, 'POST', '/api/categories', { name })).body
      const [gone, kept] = [await made(`Merged ${round}`), await made(`Kept ${round}`)]
      const ids: string[] = []
      for (let n = 0; n < 4; n++) ids.push((await createArticle({ primaryCategory: n < 2 ? gone.id : category.id })).id)
      const answers = await Promise.all([
        bulk(editor, { action: 'setCategory', ids, expectedCount: 4, values: [gone.id] }),
        api<object>(editor, 'POST', `/api/categories/${kept.id}/merge`, { from: [gone.id] }),
      ])
      expect([200, 400]).toContain(answers[0].status)
      expect(answers[1].status).toBe(200)
      const rows = await rowsOf(ids)
      expect(rows.map(({ primaryCategory }) => primaryCategory)).not.toContain(gone.id)
    }
  })

  it.each(['archive', 'feature'])('the undo of %s brings no name back that was merged meanwhile', async (action) => {
    const make = async (noun: string, name: string) =>
      (await api(editor, 'POST', `/api/${noun}`, { name: `${name} of ${action}` })).body
    const [gone, kept] = [await make('tags', 'Gone'), await make('tags', 'Kept')]
    const [old, now] = [await make('categories', 'Old'), await make('categories', 'Now')]
    const one = await createArticle({ tags: [gone.id], primaryCategory: old.id, status: 'published' })
    const done = await bulk(editor, { action, ids: [one.id], expectedCount: 1 })
    await api(editor, 'POST', `/api/tags/${kept.id}/merge`, { from: [gone.id] })
    await api(editor, 'POST', `/api/categories/${now.id}/merge`, { from: [old.id] })
    expect((await undo(editor, done.body.undo)).body).toEqual({ restored: 1, skipped: 0 })
    const [row] = await rowsOf([one.id])
    expect(row).toMatchObject({ status: 'published', tags: [kept.id], primaryCategory: now.id })
    expect(row?.content).toMatchObject({ tags: [kept.id], primaryCategory: now.id })
    const live = await db.selectFrom('articleLive').selectAll().where('articleId', '=', one.id).execute()
    expect(live).toMatchObject([{ tagIds: [kept.id], categoryIds: [now.id] }])
  })

  it('the undo takes back names that it gave, whatever became of the others, and of those deleted for good', async () => {
    const make = async (noun: string, name: string) => (await api(editor, 'POST', `/api/${noun}`, { name })).body
    const purge = (type: string, id: string) =>
      api<object>(administrator, 'POST', '/api/trash/purge', { items: [{ type, id }] })
    const [before, added, heir] = [
      await make('tags', 'Before'),
      await make('tags', 'Added'),
      await make('tags', 'Heir of it'),
    ]
    const [old, now] = [await make('categories', 'Purged later'), await make('categories', 'Takes its place')]
    const one = await createArticle({ tags: [before.id], primaryCategory: old.id, categories: [now.id] })
    const ids = { ids: [one.id], expectedCount: 1 }
    const tagged = await bulk(editor, { action: 'addTags', values: [added.id], ...ids })
    await api(editor, 'POST', `/api/tags/${heir.id}/merge`, { from: [before.id] })
    expect((await undo(editor, tagged.body.undo)).body).toEqual({ restored: 1, skipped: 0 })
    expect((await rowsOf([one.id]))[0]?.tags).toEqual([heir.id])

    const moved = await bulk(editor, { action: 'setCategory', values: [category.id], ...ids })
    await api(editor, 'POST', `/api/categories/${old.id}/remove`, {})
    await purge('tag', before.id)
    await purge('category', old.id)
    expect((await undo(editor, moved.body.undo)).body).toEqual({ restored: 1, skipped: 0 })
    expect((await rowsOf([one.id]))[0]).toMatchObject({ tags: [heir.id], primaryCategory: now.id })
  })

  it('the undo skips what was public and has no category left', async () => {
    const old = (await api(editor, 'POST', '/api/categories', { name: 'The only one' })).body
    const one = await createArticle({ primaryCategory: old.id, status: 'published' })
    const done = await bulk(editor, { action: 'archive', ids: [one.id], expectedCount: 1 })
    await api(editor, 'POST', `/api/categories/${old.id}/remove`, { articles: 'none' })
    expect((await undo(editor, done.body.undo)).body).toEqual({ restored: 0, skipped: 1 })
    expect((await rowsOf([one.id]))[0]).toMatchObject({ status: 'archived', content: null })
  })
})
