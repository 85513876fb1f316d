import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { ImportCleanUp, ImportItem, ImportRun } from '#contract/import.ts'
import type { UndoProgress, UndoReport } from '#contract/undo.ts'
import { jobTasks } from '../../job-tasks.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { app, api, administrator, editor, signIn, createUser, runJobs, services, db } = await createDesk()

async function importFile(from: number, count: number, dryRun = false) {
  const items = Array.from({ length: count }, (_, n) => wordpressItem({ id: from + n }))
  const payload = form([{ bytes: wordpressFile(items.join('')), name: 'old.xml', type: 'text/xml' }], {
    dryRun: String(dryRun),
  })
  const headers = { ...administrator.headers, ...formType }
  const { id } = (await app.inject({ method: 'POST', url: '/api/imports', headers, payload })).json<ImportRun>()
  await runJobs()
  const { body } = await api<{ items: ImportItem[] }>(administrator, 'GET', `/api/imports/${id}/items`)
  return { id, articles: body.items.flatMap(({ article }) => article ?? []) }
}
const preview = async (id: string, who: Person = administrator) =>
  (await api<ImportCleanUp>(who, 'GET', `/api/imports/${id}/clean-up`)).body
const begin = (id: string, expectedCount: number, who: Person = administrator) =>
  api<ImportCleanUp & { code?: string }>(who, 'POST', `/api/imports/${id}/clean-up`, { expectedCount })
const stop = (id: string, who: Person = administrator) =>
  api<ImportCleanUp>(who, 'POST', `/api/imports/${id}/clean-up/stop`)
const undo = (step: string, who: Person = administrator) =>
  api<UndoReport & { code?: string }>(who, 'POST', `/api/undo/${step}?background=true`)
const undoProgress = (step: string, who: Person = administrator) =>
  api<UndoProgress>(who, 'GET', `/api/undo/${step}/progress`)
const view = async (id: string) => (await api<Article>(editor, 'GET', `/api/articles/${id}`)).body
const act = async (id: string, verb: string) =>
  api(administrator, 'POST', `/api/articles/${id}/${verb}`, { version: (await view(id)).version })
const idle = { running: null, stopped: null }

/** One batch of the work that is under way, as before the server stops; the jobs stay in the queue. */
async function oneBatch(task: 'clean_up_import' | 'undo_step') {
  const { id } = await db
    .selectFrom('backgroundRun')
    .select('id')
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  await jobTasks(services)[task]!({ run: id })
}

it('what an import made goes to the trash as one change, but for what was changed or published since', async () => {
  const { id, articles } = await importFile(100, 5)
  const [edited, republished, trashed, ...left] = articles as [string, string, string, string, string]
  await api(editor, 'PATCH', `/api/articles/${edited}`, { version: 1, title: 'Ours by now' })
  await act(republished, 'unpublish')
  await act(republished, 'publish')
  await act(trashed, 'trash')
  expect(await preview(id)).toMatchObject({ articles: 2, published: 2, changed: 2, gone: 1, undo: null, ...idle })
  expect(await begin(id, 3)).toMatchObject({ status: 409, body: { code: 'count_changed' } })

  const { status, body } = await begin(id, 2)
  expect([status, body.running]).toEqual([202, { action: 'clean_up', done: 0, total: 2, can: { stop: true } }])
  expect(body.undo).toBeNull()
  await runJobs()
  const after = await preview(id)
  expect(after).toMatchObject({ articles: 0, published: 0, changed: 2, gone: 3, moved: 2, ...idle })
  for (const one of left) expect((await view(one)).deletedAt).not.toBeNull()
  for (const one of [edited, republished]) expect((await view(one)).deletedAt).toBeNull()
  expect((await begin(id, 2)).body.code).toBe('count_changed')

  expect((await undo(after.undo!.id)).body).toEqual({ restored: 2, skipped: 0, left: [] })
  for (const one of left) expect(await view(one)).toMatchObject({ status: 'published', deletedAt: null })
  // As it was: it can be cleaned up again.
  expect(await preview(id)).toMatchObject({ articles: 2, published: 2, changed: 2, gone: 1, undo: null, ...idle })
  await begin(id, 2)
  await runJobs()
  expect(await preview(id)).toMatchObject({ articles: 0, gone: 3 })
})

it('a long clean-up and its undo tell how far they are, go on after a stop, and are not begun twice', async () => {
  const { id, articles } = await importFile(1000, 120)
  const [first, last] = [articles[0]!, articles.at(-1)!]
  const { status } = await begin(id, 120)
  expect(status).toBe(202)
  await oneBatch('clean_up_import')
  const middle = await preview(id)
  expect(middle.running).toEqual({ action: 'clean_up', done: 50, total: 120, can: { stop: true } })
  // Not half of it: it can be undone when it is done.
  expect(middle.undo).toBeNull()
  expect([await view(first), await view(last)].map(({ deletedAt }) => deletedAt !== null)).toEqual([true, false])
  expect(await begin(id, 70)).toMatchObject({ status: 409, body: { code: 'in_progress' } })
  const { stepId } = await db
    .selectFrom('backgroundRun')
    .select('stepId')
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  expect((await undo(stepId!)).body.code).toBe('in_progress')
  // Changed before its turn: left, as in the preview.
  await api(editor, 'PATCH', `/api/articles/${last}`, { version: 1, title: 'Ours by now' })
  await runJobs()
  const cleaned = await preview(id)
  expect(cleaned).toMatchObject({ articles: 0, changed: 1, gone: 119, ...idle })

  const step = cleaned.undo!.id
  expect(await undo(step)).toMatchObject({ status: 200, body: { restored: 0, skipped: 0, inBackground: true } })
  expect((await undo(step)).body.code).toBe('in_progress')
  expect((await begin(id, 1)).body.code).toBe('in_progress')
  await oneBatch('undo_step')
  expect((await preview(id)).running).toMatchObject({ action: 'undo', done: 50, total: 119, can: { stop: false } })
  expect((await undoProgress(step)).body).toMatchObject({ status: 'running', done: 50, total: 119 })
  // Someone brings one back by hand meanwhile: it is left, and named.
  const still = (await Promise.all(articles.map(view))).find(({ deletedAt }) => deletedAt !== null)!
  await act(still.id, 'restore')
  await runJobs()
  const { body: undone } = await undoProgress(step)
  expect(undone).toMatchObject({ status: 'done', done: 119, report: { restored: 118, skipped: 1 } })
  expect(undone.report.left.map((one) => one.id)).toEqual([still.id])
  expect(await preview(id)).toMatchObject({ articles: 119, changed: 1, gone: 0, undo: null, ...idle })
  expect((await undo(step)).body.code).toBe('undo_expired')
  const colleague = await signIn(await createUser({ role: 'administrator' }))
  expect((await undoProgress(step, colleague)).status).toBe(404)
}, 60_000)

it('who loses the right meanwhile stops it, and what is done can be seen and gone on with', async () => {
  const leaving = await signIn(await createUser({ role: 'administrator' }))
  const { id } = await importFile(2000, 60)
  await begin(id, 60, leaving)
  await oneBatch('clean_up_import')
  await db.updateTable('userAccount').set({ role: 'editor' }).where('id', '=', leaving.user.id).execute()
  await runJobs()
  expect(await preview(id)).toMatchObject({
    articles: 10,
    gone: 50,
    running: null,
    stopped: { action: 'clean_up', done: 50, total: 60, code: 'forbidden' },
  })
  expect((await begin(id, 10)).status).toBe(202)
  await runJobs()
  expect(await preview(id)).toMatchObject({ articles: 0, gone: 60, ...idle })
}, 30_000)

it('what stopped and is gone on with by the same person is one change, which is undone as a whole', async () => {
  const { id, articles } = await importFile(3000, 55)
  await begin(id, 55)
  await oneBatch('clean_up_import')
  await db.updateTable('userAccount').set({ role: 'editor' }).where('id', '=', administrator.user.id).execute()
  await runJobs()
  await db.updateTable('userAccount').set({ role: 'administrator' }).where('id', '=', administrator.user.id).execute()
  expect((await preview(id)).stopped).toMatchObject({ done: 50, total: 55 })
  // Brought back by hand meanwhile: it goes with the rest.
  await act(articles[0]!, 'restore')
  expect((await begin(id, 6)).status).toBe(202)
  await runJobs()
  const cleaned = await preview(id)
  expect(cleaned).toMatchObject({ articles: 0, gone: 55, moved: 6, ...idle })
  expect((await undo(cleaned.undo!.id)).body).toEqual({ restored: 55, skipped: 0, left: [] })
  expect(await preview(id)).toMatchObject({ articles: 55, gone: 0, undo: null, ...idle })
}, 30_000)

it('who began it can stop it: what is moved stays moved and comes back as one, the rest can follow', async () => {
  const { id } = await importFile(6000, 120)
  expect((await stop(id)).status).toBe(404)
  await begin(id, 120)
  const colleague = await signIn(await createUser({ role: 'administrator' }))
  expect((await preview(id, colleague)).running).toMatchObject({ can: { stop: false } })
  expect((await stop(id, colleague)).status).toBe(404)
  // Before anything was moved there is nothing to undo.
  expect((await stop(id)).body).toMatchObject({ articles: 120, gone: 0, undo: null, running: null })

  await begin(id, 120)
  await oneBatch('clean_up_import')
  expect((await preview(id)).running).toEqual({ action: 'clean_up', done: 50, total: 120, can: { stop: true } })
  const { status, body } = await stop(id)
  const stopped = { action: 'clean_up', done: 50, total: 120, code: 'stopped' }
  expect([status, body]).toMatchObject([200, { articles: 70, gone: 50, moved: 50, running: null, stopped }])
  // Once more, as from a second tab, says the same.
  expect((await stop(id)).body).toEqual(body)
  await runJobs()
  expect(await preview(id)).toEqual(body)

  expect((await undo(body.undo!.id)).body).toEqual({ restored: 50, skipped: 0, left: [] })
  await begin(id, 120)
  await oneBatch('clean_up_import')
  await stop(id)
  await begin(id, 70)
  await runJobs()
  expect(await preview(id)).toMatchObject({ articles: 0, gone: 120, ...idle })
}, 60_000)

it('how far it is can be seen without counting all that the import made', async () => {
  const { id } = await importFile(4000, 2)
  await begin(id, 2)
  await db.transaction().execute(async (trx) => {
    await sql`lock table article_revision in access exclusive mode`.execute(trx)
    expect(await preview(id)).toMatchObject({ articles: 2, gone: 0, running: { done: 0, total: 2 } })
  })
  await runJobs()
})

it('of fifty who begin it at once exactly one does; of those who undo it at once, in either way, exactly one does', async () => {
  const { id } = await importFile(5000, 101)
  const begun = await Promise.all(Array.from({ length: 50 }, () => begin(id, 101)))
  expect(begun.filter(({ status }) => status === 202)).toHaveLength(1)
  expect(begun.filter(({ body }) => body.code === 'in_progress')).toHaveLength(49)
  await runJobs()
  const step = (await preview(id)).undo!.id
  const undone = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0 ? undo(step) : api<UndoReport & { code?: string }>(administrator, 'POST', `/api/undo/${step}`),
    ),
  )
  expect(undone.filter(({ status }) => status === 200)).toHaveLength(1)
  await runJobs()
  expect(await preview(id)).toMatchObject({ articles: 101, gone: 0, undo: null, ...idle })
}, 60_000)

it('only its own articles go, and only its own step is offered to undo', async () => {
  const first = await importFile(200, 2)
  const second = await importFile(201, 2)
  expect(await preview(second.id)).toMatchObject({ articles: 1, changed: 0, gone: 0 })
  await begin(first.id, 2)
  await runJobs()
  expect(await preview(second.id)).toMatchObject({ articles: 1, undo: null })
  const colleague = await signIn(await createUser({ role: 'administrator' }))
  expect((await preview(first.id)).undo).not.toBeNull()
  expect((await preview(first.id, colleague)).undo).toBeNull()
})

it('a trial made nothing, and only administrators may clean up', async () => {
  const { id } = await importFile(300, 2, true)
  expect(await preview(id)).toMatchObject({ articles: 0, published: 0, changed: 0, gone: 0, undo: null, ...idle })
  expect((await begin(id, 2, editor)).status).toBe(403)
  expect((await begin('00000000-0000-7000-8000-000000000000', 2)).status).toBe(404)
})
