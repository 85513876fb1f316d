import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArticleBulkReply } from '#contract/article-bulk.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, editor, administrator, author, viewer, byline, tag, category, createArticle } = await createDesk()
const bulk = (who: Person, body: object) => api<ArticleBulkReply>(who, 'POST', '/api/articles/bulk', body)
const undo = (who: Person, id: UndoPointer | null) =>
  api<{ restored: number; skipped: number }>(who, 'POST', `/api/undo/${id?.id}`)
const rowsOf = async (ids: string[]) =>
  db
    .selectFrom('article')
    .leftJoin('articleLive', 'articleLive.articleId', 'article.id')
    .select(['article.id', 'status', 'hasChanges', 'deletedAt', 'article.publishedAt', 'publishAt', 'article.slug'])
    .select([
      'updatedBy',
      'article.updatedAt',
      'article.featured',
      'primaryCategory',
      'articleLive.content',
      'articleLive.slug as liveSlug',
    ])
    .select(
      sql<
        string[]
      >`array(select author_id::text from article_author where article_id = article.id order by position)`.as(
        'authors',
      ),
    )
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
      { id: good.id, title: good.title, ok: true, code: null, changed: true },
      { id: empty.id, title: 'Empty', ok: false, code: 'not_publishable', changed: false },
      { id: live.id, title: live.title, ok: false, code: 'nothing_to_publish', changed: false },
      { id: gone, title: '', ok: false, code: 'not_found', changed: false },
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

  it.each([
    ...(['submit', 'schedule', 'publish', 'unpublish', 'archive', 'trash', 'restore'] as const),
    ...(['feature', 'addTags', 'setCategory', 'setAuthors', 'replaceAuthor'] as const),
  ])('%s can be undone, once, and then all is as it was', async (action) => {
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
    const other = (await api(editor, 'POST', '/api/authors', { displayName: `For ${action}` })).body
    const given = {
      schedule: { publishAt: '2198-01-01T08:00:00.000Z' },
      addTags: { values: [tag.id] },
      setCategory: { values: [sport.id] },
      setAuthors: { values: [other.id] },
      replaceAuthor: { values: [byline.id, other.id] },
    }[action as string]
    const done = await bulk(administrator, { action, ids, expectedCount: 6, ...given })
    expect(done.body.results.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    expect(await rowsOf(ids)).not.toEqual(before)
    const changed = done.body.results.filter(({ ok }) => ok).length
    expect((await undo(administrator, done.body.undo)).body).toMatchObject({ restored: changed, skipped: 0 })
    expect(await rowsOf(ids)).toEqual(before)
    expect((await undo(administrator, done.body.undo)).body).toMatchObject({ code: 'undo_expired' })
  })

  it('gives no article more tags than its form takes, and says which had no room', async () => {
    const make = async (n: number) => (await api(editor, 'POST', '/api/tags', { name: `One of many ${n}` })).body.id
    const many: string[] = []
    for (let n = 0; n < 100; n++) many.push(await make(n))
    const [full, roomy] = [await createArticle({ tags: many }), await createArticle({ tags: many.slice(0, 99) })]
    const ids = [full.id, roomy.id]
    const done = await bulk(editor, { action: 'addTags', values: [tag.id], ids, expectedCount: 2 })
    expect(done.body.results.map(({ ok, code }) => [ok, code])).toEqual([
      [false, 'too_large'],
      [true, null],
    ])
    const { body } = await api(editor, 'GET', `/api/articles/${full.id}`)
    expect(body.tags).toEqual(many)
    // What has no room for another one can still be saved, also with those that it has.
    const { version } = (await api(editor, 'GET', `/api/articles/${roomy.id}`)).body
    expect((await api(editor, 'PATCH', `/api/articles/${roomy.id}`, { version, title: 'Saved' })).status).toBe(200)
    const again = await bulk(editor, {
      action: 'addTags',
      values: [tag.id, many[0]],
      ids: [roomy.id],
      expectedCount: 1,
    })
    expect(again.body.results).toMatchObject([{ ok: true, changed: false }])
  })

  it('of times that are too far apart says which field is wrong', async () => {
    const ids = [(await createArticle()).id, (await createArticle()).id]
    const schedule = {
      action: 'schedule',
      ids,
      expectedCount: 2,
      publishAt: '9999-12-31T12:00:00Z',
      everyMinutes: 1440,
    }
    const { status, body } = await bulk(editor, schedule)
    expect({ status, fields: (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path) }).toEqual({
      status: 400,
      fields: ['everyMinutes'],
    })
    expect((await rowsOf(ids)).map((row) => row.status)).toEqual(['draft', 'draft'])
  })

  it('says of which articles readers see the change only once it is published', async () => {
    const [draft, live] = [await createArticle(), await createArticle({ status: 'published' })]
    const ids = [draft.id, live.id]
    const given = { action: 'addTags', values: [tag.id], ids, expectedCount: 2 }
    const waiting = async () => (await bulk(editor, given)).body.results.map(({ hasChanges }) => hasChanges ?? false)
    expect(await waiting()).toEqual([false, true])
    // Nothing was changed this time.
    expect(await waiting()).toEqual([false, false])
  })

  it('takes tags off the articles that have them, offers what they have, and can be undone', async () => {
    const make = async (name: string) => (await api(editor, 'POST', '/api/tags', { name })).body
    const [sea, land, other] = [await make('Sea to go'), await make('Land to go'), await make('Nowhere')]
    const one = await createArticle({ tags: [land.id, sea.id] })
    const two = await createArticle({ tags: [sea.id], status: 'published' })
    const none = await createArticle({ tags: [tag.id] })
    const selection = { ids: [one.id, two.id, none.id], expectedCount: 3 }
    const offered = await api<object>(editor, 'POST', '/api/articles/bulk/tags', selection)
    expect(offered.body).toEqual({
      items: [
        { id: sea.id, name: 'Sea to go', articles: 2 },
        { id: land.id, name: 'Land to go', articles: 1 },
        { id: tag.id, name: 'Weather', articles: 1 },
      ],
    })
    expect((await api<object>(author, 'POST', '/api/articles/bulk/tags', selection)).body).toEqual({ items: [] })
    const before = await rowsOf(selection.ids)
    const done = await bulk(editor, { action: 'removeTags', values: [sea.id, other.id], ...selection })
    expect(done.body.results.map(({ ok, changed }) => [ok, changed])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ])
    const tagsNow = new Map((await rowsOf(selection.ids)).map(({ id, tags }) => [id, tags]))
    expect(selection.ids.map((id) => tagsNow.get(id))).toEqual([[land.id], [], [tag.id]])
    expect((await undo(editor, done.body.undo)).body).toMatchObject({ restored: 2, skipped: 0 })
    expect(await rowsOf(selection.ids)).toEqual(before)
  })

  it('the undo leaves alone what was changed since, and belongs to its maker for thirty days', async () => {
    const [one, two] = [await createArticle(), await createArticle()]
    const done = await bulk(editor, { action: 'feature', ids: [one.id, two.id], expectedCount: 2 })
    await api(editor, 'PATCH', `/api/articles/${two.id}`, { version: 2, title: 'Changed since' })
    expect((await undo(administrator, done.body.undo)).status).toBe(409)
    expect((await undo(editor, done.body.undo)).body).toMatchObject({ restored: 1, skipped: 1 })
    const late = await bulk(editor, { action: 'unfeature', ids: [two.id], expectedCount: 1 })
    await db
      .updateTable('undoStep')
      .set({ createdAt: sql<string>`now() - interval '31 days'` })
      .execute()
    expect((await undo(editor, late.body.undo)).body).toMatchObject({ code: 'undo_expired' })
  })

  it('where nothing changed there is nothing to undo', async () => {
    const article = await createArticle({ featured: true })
    const { body } = await bulk(editor, { action: 'feature', ids: [article.id], expectedCount: 1 })
    expect(body).toMatchObject({ results: [{ ok: true }], undo: null })
  })

  it('schedules all at one time, or one after the other in the order given', async () => {
    const made = [await createArticle(), await createArticle(), await createArticle()]
    const ids = made.map(({ id }) => id).toReversed()
    const times = async () => {
      const rows = await rowsOf(ids)
      return ids.map((id) => rows.find((row) => row.id === id)?.publishAt)
    }
    const publishAt = '2198-03-01T09:00:00.000Z'
    await bulk(editor, { action: 'schedule', ids, expectedCount: 3, publishAt })
    expect(await times()).toEqual([publishAt, publishAt, publishAt])
    await bulk(editor, { action: 'schedule', ids, expectedCount: 3, publishAt, everyMinutes: 45 })
    expect(await times()).toEqual([publishAt, '2198-03-01T09:45:00.000Z', '2198-03-01T10:30:00.000Z'])
    const { rows } = await sql<{ runAt: string }>`select run_at from graphile_worker.jobs
      where key = any(${ids.map((id) => `article-publish:${id}`)}) order by run_at`.execute(db)
    expect(rows.map(({ runAt }) => new Date(runAt).toISOString())).toEqual(await times())
  })

  it('gives another author where there was the one, and says what needed no change', async () => {
    const [ada, bea] = [
      (await api(editor, 'POST', '/api/authors', { displayName: 'Ada Replaced' })).body,
      (await api(editor, 'POST', '/api/authors', { displayName: 'Bea Replacing' })).body,
    ]
    const [hers, both, others] = [
      await createArticle({ authors: [ada.id] }),
      await createArticle({ authors: [byline.id, ada.id, bea.id] }),
      await createArticle({ authors: [byline.id] }),
    ]
    const ids = [hers.id, both.id, others.id]
    const { body } = await bulk(editor, {
      action: 'replaceAuthor',
      ids,
      expectedCount: 3,
      values: [ada.id, bea.id],
    })
    expect(body.results.map(({ ok, changed }) => [ok, changed])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ])
    const authors = async () => {
      const rows = await rowsOf(ids)
      return ids.map((id) => rows.find((row) => row.id === id)?.authors)
    }
    expect(await authors()).toEqual([[bea.id], [byline.id, bea.id], [byline.id]])
    await bulk(editor, { action: 'setAuthors', ids, expectedCount: 3, values: [ada.id, byline.id] })
    expect(await authors()).toEqual(ids.map(() => [ada.id, byline.id]))
  })

  it('archives drafts, and what is only scheduled or in review not', async () => {
    const made = [
      await createArticle(),
      await createArticle({ status: 'scheduled' }),
      await createArticle({ status: 'in_review' }),
    ]
    const { body } = await bulk(editor, { action: 'archive', ids: made.map(({ id }) => id), expectedCount: 3 })
    expect(body.results.map(({ code }) => code)).toEqual([null, 'illegal_transition', 'illegal_transition'])
    expect((await rowsOf([made[0]!.id]))[0]).toMatchObject({ status: 'archived', publishedAt: null })
    expect((await bulk(author, { action: 'archive', ids: [made[1]!.id], expectedCount: 1 })).status).toBe(403)
  })

  it('leaves alone what was changed after the person saw it', async () => {
    const [seen, changed] = [await createArticle(), await createArticle()]
    await api(editor, 'PATCH', `/api/articles/${changed.id}`, { version: 1, title: 'Not what was reviewed' })
    const { body } = await bulk(editor, {
      action: 'publish',
      ids: [seen.id, changed.id],
      versions: [1, 1],
      expectedCount: 2,
    })
    expect(body.results.map(({ code }) => code)).toEqual([null, 'stale_version'])
    expect((await rowsOf([changed.id]))[0]).toMatchObject({ status: 'draft', content: null })
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
    [{ action: 'removeTags', ids: [category.id], expectedCount: 1 }, 'values'],
    [{ action: 'addTags', ids: [category.id], values: [category.id], expectedCount: 1 }, 'values.0'],
    [{ action: 'trash', ids: [category.id], values: [tag.id], expectedCount: 1 }, 'values'],
    [{ action: 'replaceAuthor', ids: [category.id], values: [byline.id], expectedCount: 1 }, 'values'],
    [{ action: 'setAuthors', ids: [category.id], values: [tag.id], expectedCount: 1 }, 'values.0'],
    [{ action: 'schedule', ids: [category.id], expectedCount: 1 }, 'publishAt'],
    [{ action: 'schedule', ids: [category.id], expectedCount: 1, publishAt: '2001-01-01T00:00:00Z' }, 'publishAt'],
    [{ action: 'publish', ids: [category.id], expectedCount: 1, publishAt: '2199-01-01T00:00:00Z' }, 'publishAt'],
    [{ action: 'publish', ids: [category.id], expectedCount: 1, everyMinutes: 30 }, 'everyMinutes'],
    [{ action: 'archive', ids: [category.id], expectedCount: 1, everyMinutes: 0 }, 'everyMinutes'],
    [
      {
        action: 'schedule',
        ids: [category.id],
        expectedCount: 1,
        publishAt: '2199-01-01T00:00:00Z',
        everyMinutes: 1441,
      },
      'everyMinutes',
    ],
    [{ action: 'publish', ids: [category.id], versions: [1, 2], expectedCount: 1 }, 'versions'],
    [{ action: 'trash', filter: { olderThan: 'long' }, expectedCount: 1 }, 'filter.olderThan'],
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
    expect((await undo(editor, done.body.undo)).body).toMatchObject({ restored: 1, skipped: 0 })
    const [row] = await rowsOf([one.id])
    expect(row).toMatchObject({ status: 'published', tags: [kept.id], primaryCategory: now.id })
    expect(row?.content).toMatchObject({ tags: [kept.id], primaryCategory: now.id })
    const live = await db.selectFrom('articleLive').selectAll().where('articleId', '=', one.id).execute()
    expect(live).toMatchObject([{ tagIds: [kept.id], categoryIds: [now.id] }])
  })

  it('the undo of names leaves alone what a later merge changed, until that is undone', async () => {
    const make = async (noun: string, name: string) => (await api(editor, 'POST', `/api/${noun}`, { name })).body
    const [before, added, target] = [
      await make('tags', 'Before'),
      await make('tags', 'Added'),
      await make('tags', 'Merged into'),
    ]
    const [old, now] = [await make('categories', 'Old one'), await make('categories', 'Takes its place')]
    const one = await createArticle({ tags: [before.id], primaryCategory: old.id })
    const ids = { ids: [one.id], expectedCount: 1 }
    const tagged = await bulk(editor, { action: 'addTags', values: [added.id], ...ids })
    const path = `/api/tags/${target.id}/merge`
    const merged = await api<{ undo: UndoPointer }>(editor, 'POST', path, { from: [before.id] })
    const left = [{ id: one.id, title: one.title, code: 'stale_version' }]
    expect((await undo(editor, tagged.body.undo)).body).toEqual({ restored: 0, skipped: 1, left })
    await undo(editor, merged.body.undo)
    expect((await undo(editor, tagged.body.undo)).body).toMatchObject({ restored: 1, skipped: 0 })
    expect((await rowsOf([one.id]))[0]?.tags).toEqual([before.id])

    const moved = await bulk(editor, { action: 'setCategory', values: [now.id], ...ids })
    const rest = await api<{ undo: UndoPointer }>(editor, 'POST', `/api/categories/${old.id}/merge`, { from: [now.id] })
    expect((await undo(editor, moved.body.undo)).body).toMatchObject({ restored: 0, left })
    await undo(editor, rest.body.undo)
    expect((await undo(editor, moved.body.undo)).body).toMatchObject({ restored: 1, skipped: 0 })
    expect((await rowsOf([one.id]))[0]).toMatchObject({ primaryCategory: old.id })
  })

  it('the undo skips what was public and has no category left', async () => {
    const old = (await api(editor, 'POST', '/api/categories', { name: 'The only one' })).body
    const one = await createArticle({ primaryCategory: old.id, status: 'published' })
    const done = await bulk(editor, { action: 'archive', ids: [one.id], expectedCount: 1 })
    await api(editor, 'POST', `/api/categories/${old.id}/remove`, { articles: 'none' })
    expect((await undo(editor, done.body.undo)).body).toMatchObject({ restored: 0, skipped: 1 })
    expect((await rowsOf([one.id]))[0]).toMatchObject({ status: 'archived', content: null })
  })
})
