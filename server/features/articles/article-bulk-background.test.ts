import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ArticleBulkProgress, ArticleBulkReply, BulkReview } from '#contract/article-bulk.ts'
import type { UndoReport } from '#contract/undo.ts'
import type { ListReply } from '#contract/list.ts'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createDesk, type Person } from './testing/desk.ts'

const desk = await createDesk()
const { api, db, services, administrator, editor, author, viewer, byline, tag, category, createArticle, runJobs } = desk

const bulk = (who: Person, body: object) => api<ArticleBulkReply>(who, 'POST', '/api/articles/bulk', body)
const progress = async (who: Person, { body }: { body: ArticleBulkReply }) =>
  (await api<ArticleBulkProgress>(who, 'GET', `/api/articles/bulk/${body.undo?.id}/progress`)).body
const undo = (who: Person, { body }: { body: ArticleBulkReply }) =>
  api<UndoReport>(who, 'POST', `/api/undo/${body.undo?.id}?background=true`)

let made = 0
/** So many drafts in a category of their own, the first in the list first. */
async function fill(count: number, owner: Person = editor) {
  const name = `Archive ${++made}`
  const own = (await api<{ id: string }>(editor, 'POST', '/api/categories', { name })).body.id
  const { rows } = await sql<{ id: string }>`insert into article (id, slug, title, body, primary_category, created_by)
    select gen_random_uuid(), ${`${made}-`} || n, 'Old ' || lpad(n::text, 4, '0'), '<p>It rains.</p>', ${own}::uuid, ${owner.user.id}::uuid
    from generate_series(1, ${sql.lit(count)}) as n returning id`.execute(db)
  return { filter: { category: own }, sort: 'title', expectedCount: count, ids: rows.map(({ id }) => id) }
}
type Filled = Awaited<ReturnType<typeof fill>>
const all = ({ filter, sort, expectedCount }: Filled) => ({ filter, sort, expectedCount })
const stateOf = async ({ ids }: Filled) =>
  (
    await sql`select title, status, deleted_at, updated_by, primary_category, array(
      select tag_id::text from article_tag where article_id = article.id order by position) as tags
      from article where id = any(${ids}::uuid[]) order by title`.execute(db)
  ).rows as { title: string; tags: string[]; deletedAt: string | null; primaryCategory: string }[]

/** One batch of the work that is under way, as before the server stops; the jobs stay in the queue. */
async function oneBatch() {
  const { id } = await db
    .selectFrom('backgroundRun')
    .select('id')
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  await jobTasks(services)['bulk_articles']!({ run: id })
}

it('all that match get a tag in the background, in batches that go on after a stop, with one undo for all', async () => {
  const old = await fill(505)
  const before = await stateOf(old)
  const wrong = await bulk(editor, { action: 'addTags', values: [tag.id], ...all(old), expectedCount: 504 })
  expect(wrong).toMatchObject({ status: 409, body: { code: 'count_changed' } })
  const begun = await bulk(editor, { action: 'addTags', values: [tag.id], ...all(old) })
  expect(begun).toMatchObject({ status: 200, body: { results: [], inBackground: true } })
  expect(await progress(editor, begun)).toEqual({
    status: 'running',
    action: 'addTags',
    done: 0,
    total: 505,
    code: null,
    reasons: [],
    report: { changed: 0, refused: 0, left: [] },
    undo: null,
  })
  // Only what matched at the beginning.
  const late = await createArticle({ primaryCategory: old.filter.category })
  await oneBatch()
  expect((await stateOf(old)).map(({ tags }) => tags.length)).toEqual(old.ids.map((_, n) => (n < 50 ? 1 : 0)))
  expect(await progress(editor, begun)).toMatchObject({ status: 'running', done: 50, report: { changed: 50 } })
  expect((await undo(editor, begun)).body).toMatchObject({ code: 'in_progress' })
  const last = (
    await sql<{ id: string }>`select id from article where id = any(${old.ids}::uuid[])
    order by title desc limit 2`.execute(db)
  ).rows as [{ id: string }, { id: string }]
  // Who has it open meanwhile loses nothing; what has the tag already needs no change.
  await api(author, 'PATCH', `/api/articles/${last[0].id}`, { version: 1, subtitle: 'Written meanwhile' })
  await api(editor, 'PATCH', `/api/articles/${last[0].id}`, { version: 1, subtitle: 'Written meanwhile' })
  await api(editor, 'PATCH', `/api/articles/${last[1].id}`, { version: 1, tags: [tag.id] })
  await runJobs()
  const done = await progress(editor, begun)
  expect(done).toMatchObject({ status: 'done', done: 505, report: { changed: 504, refused: 0, left: [] } })
  expect(done.undo).toEqual(begun.body.undo)
  expect((await stateOf(old)).every(({ tags }) => tags.includes(tag.id))).toBe(true)
  expect((await api(editor, 'GET', `/api/articles/${last[0].id}`)).body).toMatchObject({
    subtitle: 'Written meanwhile',
  })
  expect((await api(editor, 'GET', `/api/articles/${late.id}`)).body).toMatchObject({ tags: [] })

  const changes = await api<ListReply<TrashItem>>(editor, 'GET', '/api/trash?type=change')
  expect(changes.body.items).toMatchObject([{ id: begun.body.undo?.id, others: 503, change: { action: 'addTags' } }])
  const { total } = (
    await api<{ total: number }>(editor, 'GET', `/api/articles?tag=${tag.id}&category=${old.filter.category}`)
  ).body
  expect(total).toBe(505)
  expect((await api<object>(administrator, 'GET', `/api/articles/bulk/${begun.body.undo?.id}/progress`)).status).toBe(
    404,
  )

  expect((await undo(editor, begun)).body).toMatchObject({ inBackground: true })
  await runJobs()
  const now = await stateOf(old)
  expect(now.slice(0, 503)).toEqual(before.slice(0, 503))
  expect(now.at(-1)).toMatchObject({ tags: [] })
  expect(await db.selectFrom('backgroundRunItem').selectAll().execute()).toEqual([])
}, 60_000)

it('its end names the published articles whose readers see the change once it is published', async () => {
  const old = await fill(500)
  const live: string[] = []
  for (const title of ['Live', 'Live, and published since'])
    live.push((await createArticle({ title, status: 'published', primaryCategory: old.filter.category })).id)
  const begun = await bulk(editor, { action: 'feature', ...all(old), expectedCount: 502 })
  await oneBatch()
  expect((await progress(editor, begun)).waiting).toBeUndefined()
  await runJobs()
  const sorted = async () => (await progress(editor, begun)).waiting?.toSorted()
  expect(await sorted()).toEqual(live.toSorted())
  const { version } = (await api<{ version: number }>(editor, 'GET', `/api/articles/${live[1]}`)).body
  expect((await api(editor, 'POST', `/api/articles/${live[1]}/publish`, { version })).status).toBe(200)
  expect(await sorted()).toEqual([live[0]])
})

it('the end names the restored drafts that can be published, and none that is public or in the trash again', async () => {
  const old = await fill(502)
  await bulk(editor, { action: 'trash', ...all(old), expectedCount: 502 })
  await runJobs()
  const begun = await bulk(editor, {
    action: 'restore',
    filter: { ...old.filter, status: 'trashed' },
    expectedCount: 502,
  })
  await runJobs()
  const waiting = async () => (await progress(editor, begun)).waiting ?? []
  const [first] = await waiting()
  expect(await waiting()).toHaveLength(501)
  const { version } = (await api<{ version: number }>(editor, 'GET', `/api/articles/${first}`)).body
  await api(editor, 'POST', `/api/articles/${first}/trash`, { version })
  expect(await waiting()).not.toContain(first)
})

it('who began it can stop it: what is done by then can be undone, the rest is left', async () => {
  const old = await fill(505)
  const before = await stateOf(old)
  const current = async (who: Person) =>
    (await api<{ id: string | null }>(who, 'GET', '/api/articles/bulk/current')).body
  expect(await current(editor)).toEqual({ id: null })
  const begun = await bulk(editor, { action: 'addTags', values: [tag.id], ...all(old) })
  expect(await current(editor)).toEqual({ id: begun.body.undo?.id })
  expect(await current(administrator)).toEqual({ id: null })
  await oneBatch()
  const stop = (who: Person, id = begun.body.undo?.id) =>
    api<ArticleBulkProgress>(who, 'POST', `/api/articles/bulk/${id}/stop`)
  expect(await stop(administrator)).toMatchObject({ status: 404 })
  expect(await stop(editor, editor.user.id)).toMatchObject({ status: 404 })
  const stopped = { status: 'failed', code: 'stopped', done: 50, total: 505, report: { changed: 50 } }
  expect(await stop(editor)).toMatchObject({ status: 200, body: { ...stopped, undo: begun.body.undo } })
  // Once more, as from a second tab, says the same.
  expect(await stop(editor)).toMatchObject({ status: 200, body: stopped })
  expect(await current(editor)).toEqual({ id: null })
  await runJobs()
  expect(await progress(editor, begun)).toMatchObject(stopped)
  expect((await stateOf(old)).filter(({ tags }) => tags.length > 0)).toHaveLength(50)
  await undo(editor, begun)
  await runJobs()
  expect(await stateOf(old)).toEqual(before)
}, 60_000)

it('one at a time for a person; who loses the right in the middle stops it, and what was done can be undone', async () => {
  const old = await fill(501)
  const twice = await Promise.all([1, 2].map(() => bulk(editor, { action: 'trash', ...all(old) })))
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const begun = twice.find(({ status }) => status === 200)!
  const other = await fill(501, author)
  const second = await bulk(editor, { action: 'feature', ...all(other) })
  expect(second).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  const few = await bulk(editor, { action: 'feature', ids: other.ids.slice(0, 2), expectedCount: 2 })
  expect(few.body).not.toHaveProperty('inBackground')
  expect(few.body.results).toHaveLength(2)
  // What someone changes before its turn is not taken away.
  const [changed] = (
    await sql<{ id: string }>`select id from article where id = any(${old.ids}::uuid[])
    and title = 'Old 0002'`.execute(db)
  ).rows
  await api(administrator, 'PATCH', `/api/articles/${changed!.id}`, { version: 1, subtitle: 'Still wanted' })
  await oneBatch()
  const role = (to: 'editor' | 'viewer') =>
    db.updateTable('userAccount').set({ role: to }).where('id', '=', editor.user.id).execute()
  await role('viewer')
  await runJobs()
  await role('editor')
  const stopped = await progress(editor, begun)
  expect(stopped).toMatchObject({
    status: 'failed',
    code: 'forbidden',
    done: 50,
    total: 501,
    report: { changed: 49, refused: 1, left: [{ id: changed!.id, title: 'Old 0002', code: 'stale_version' }] },
    undo: begun.body.undo,
  })
  expect((await stateOf(old)).filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(49)
  expect((await undo(editor, begun)).body).toMatchObject({ restored: 49, skipped: 0 })
  expect((await stateOf(old)).every(({ deletedAt }) => deletedAt === null)).toBe(true)
  // Another one can begin now.
  expect((await bulk(editor, { action: 'feature', ...all(other) })).body.inBackground).toBe(true)
}, 60_000)

it('chosen ones that the person may not change are left, counted, and the first hundred named without their titles', async () => {
  await runJobs()
  const [own, theirs] = [await fill(390, author), await fill(115)]
  const ids = [...theirs.ids, ...own.ids]
  const begun = await bulk(author, { action: 'setCategory', values: [category.id], ids, expectedCount: ids.length })
  await runJobs()
  const { report } = await progress(author, begun)
  expect(report).toMatchObject({ changed: 390, refused: 115 })
  expect(report.left).toHaveLength(100)
  expect(report.left[0]).toEqual({ id: theirs.ids[0], title: '', code: 'not_found' })
  expect((await stateOf(own)).every(({ primaryCategory }) => primaryCategory === category.id)).toBe(true)
}, 60_000)

it('a tag that is gone before the end stops it', async () => {
  const short = (await api<{ id: string }>(editor, 'POST', '/api/tags', { name: 'Short-lived' })).body.id
  const old = await fill(501)
  const begun = await bulk(editor, { action: 'addTags', values: [short], ...all(old) })
  await oneBatch()
  await api(editor, 'DELETE', `/api/tags/${short}`)
  await runJobs()
  expect(await progress(editor, begun)).toMatchObject({ status: 'failed', code: 'invalid_input', done: 50 })
}, 60_000)

it('what is under way cannot be forgotten in the trash, so that all of it can be undone', async () => {
  const forget = async ({ body }: { body: ArticleBulkReply }) => {
    const items = [{ type: 'change', id: body.undo?.id }]
    return (await api<{ results: TrashResults }>(administrator, 'POST', '/api/trash/purge', { items })).body.results
  }
  await runJobs()
  const old = await fill(501)
  const begun = await bulk(editor, { action: 'feature', ...all(old) })
  await oneBatch()
  expect(await forget(begun)).toMatchObject([{ ok: false, code: 'in_progress' }])
  await runJobs()
  expect(await progress(editor, begun)).toMatchObject({ status: 'done', report: { changed: 501 } })
  expect((await undo(editor, begun)).body.inBackground).toBe(true)
  expect(await forget(begun)).toMatchObject([{ ok: false, code: 'in_progress' }])
  await runJobs()
  const featured = await sql`select id from article where id = any(${old.ids}::uuid[]) and featured`.execute(db)
  expect(featured.rows).toEqual([])
}, 60_000)

it('the review of more than 500 lists the first, and counts what readers find now and what stays as it is', async () => {
  const old = await fill(503)
  const live = await createArticle({ title: 'A live one', status: 'published', primaryCategory: old.filter.category })
  const inReview = await createArticle({
    title: 'Z in review',
    status: 'in_review',
    primaryCategory: old.filter.category,
  })
  const asked = { ...all(old), expectedCount: 505 }
  const review = (body: object) => api<BulkReview>(editor, 'POST', '/api/articles/bulk/review', body)
  const { status, body } = await review({ action: 'archive', ...asked })
  expect(status).toBe(200)
  expect(body.items).toHaveLength(500)
  expect(body.items[0]).toMatchObject({ id: live.id, title: 'A live one', liveSlug: live.slug, ok: true })
  expect(body.all).toMatchObject({ public: 1, refused: [{ code: 'illegal_transition', articles: 1 }] })
  expect(body.all?.ready).toHaveLength(504)
  expect(body.all?.ready[0]).toEqual({ id: live.id, version: live.version })
  expect(body.all?.ready.map(({ id }) => id)).not.toContain(inReview.id)
  const few = await review({ action: 'archive', ids: [live.id], expectedCount: 1 })
  expect(few.body).not.toHaveProperty('all')
  // What was reviewed is what is done.
  const ready = body.all?.ready ?? []
  const [ids, versions] = [ready.map(({ id }) => id), ready.map(({ version }) => version)]
  const begun = await bulk(editor, { action: 'archive', ids, versions, expectedCount: 504 })
  await runJobs()
  expect(await progress(editor, begun)).toMatchObject({ status: 'done', report: { changed: 504, refused: 0 } })
  expect((await api(editor, 'GET', `/api/articles/${live.id}`)).body).toMatchObject({ status: 'archived', live: null })
  const tags = await api<{ items: object[] }>(editor, 'POST', '/api/articles/bulk/tags', asked)
  expect(tags.status).toBe(200)
}, 60_000)

const ids = Array.from({ length: 10_001 }, (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`)
it.each([
  [editor, { action: 'publish', filter: {}, expectedCount: 501 }, 400, 'expectedCount'],
  [
    editor,
    { action: 'schedule', filter: {}, expectedCount: 501, publishAt: '2199-01-01T00:00:00Z' },
    400,
    'expectedCount',
  ],
  [editor, { action: 'feature', filter: {}, expectedCount: 10_001 }, 400, 'expectedCount'],
  [editor, { action: 'feature', ids, expectedCount: 10_000 }, 400, 'ids'],
  [
    editor,
    {
      action: 'feature',
      ids: ids.slice(0, 501),
      versions: ids.slice(0, 501).map((_, n) => 2 ** 31 - 1 + n),
      expectedCount: 501,
    },
    400,
    'versions.1',
  ],
  [editor, { action: 'addTags', filter: {}, values: [byline.id], expectedCount: 501 }, 400, 'values.0'],
  [editor, { action: 'setCategory', filter: {}, expectedCount: 501 }, 400, 'values'],
  [viewer, { action: 'trash', filter: {}, expectedCount: 501 }, 403, undefined],
  [author, { action: 'archive', filter: {}, expectedCount: 501 }, 403, undefined],
] as const)('more than 500 that are not possible are refused: %#', async (who, body, status, path) => {
  const answer = await bulk(who, body)
  expect([answer.status, (answer.body as { fields?: { path: string }[] }).fields?.[0]?.path]).toEqual([status, path])
  const refused = await api<object>(editor, 'POST', '/api/articles/bulk/review', {
    action: 'publish',
    filter: {},
    expectedCount: 501,
  })
  expect(refused.status).toBe(400)
})

it('a large change of someone else is undone in the background by who may undo it from the trash, and by no one else', async () => {
  const old = await fill(150)
  const before = await stateOf(old)
  const change = () => bulk(editor, { action: 'addTags', values: [tag.id], ids: old.ids, expectedCount: 150 })
  const changed = await change()
  expect(await undo(author, changed)).toMatchObject({ body: { code: 'undo_expired' } })
  expect(await undo(viewer, changed)).toMatchObject({ body: { code: 'forbidden' } })
  const chief = await desk.signIn(await desk.createUser({ role: 'editor' }))
  expect(await undo(chief, changed)).toMatchObject({ status: 200, body: { inBackground: true } })
  expect((await undo(editor, changed)).body).toMatchObject({ code: 'in_progress' })
  await runJobs()
  const end = await api(chief, 'GET', `/api/undo/${changed.body.undo?.id}/progress`)
  expect(end.body).toMatchObject({ status: 'done', report: { restored: 150, skipped: 0 } })
  expect((await api(editor, 'GET', `/api/undo/${changed.body.undo?.id}/progress`)).status).toBe(404)
  expect((await stateOf(old)).map(({ tags }) => tags)).toEqual(before.map(({ tags }) => tags))

  // With the rights of each moment.
  const again = await change()
  await undo(chief, again)
  await sql`update user_account set role = 'author' where id = ${chief.user.id}`.execute(db)
  await runJobs()
  expect((await stateOf(old)).every(({ tags }) => tags.length === 1)).toBe(true)
  expect(await undo(editor, again)).toMatchObject({ status: 200, body: { inBackground: true } })
})
