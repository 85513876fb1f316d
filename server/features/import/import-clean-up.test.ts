import { expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { ImportCleanUp, ImportCleanUpReply, ImportItem, ImportRun } from '#contract/import.ts'
import type { UndoReport } from '#contract/undo.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { wordpressFile, wordpressItem } from './testing/wordpress-file.ts'

const { app, api, administrator, editor, signIn, createUser, runJobs } = await createDesk()

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
const cleanUp = (id: string, expectedCount: number, who: Person = administrator) =>
  api<ImportCleanUpReply & { code?: string }>(who, 'POST', `/api/imports/${id}/clean-up`, { expectedCount })
const view = async (id: string) => (await api<Article>(editor, 'GET', `/api/articles/${id}`)).body
const act = async (id: string, verb: string) =>
  api(administrator, 'POST', `/api/articles/${id}/${verb}`, { version: (await view(id)).version })

it('what an import made goes to the trash as one change, but for what was changed or published since', async () => {
  const { id, articles } = await importFile(100, 5)
  const [edited, republished, trashed, ...left] = articles as [string, string, string, string, string]
  await api(editor, 'PATCH', `/api/articles/${edited}`, { version: 1, title: 'Ours by now' })
  await act(republished, 'unpublish')
  await act(republished, 'publish')
  await act(trashed, 'trash')
  expect(await preview(id)).toEqual({ articles: 2, published: 2, changed: 2, gone: 1, undo: null })
  expect(await cleanUp(id, 3)).toMatchObject({ status: 409, body: { code: 'count_changed' } })

  const { status, body } = await cleanUp(id, 2)
  expect([status, body.moved]).toEqual([200, 2])
  expect(body.now).toEqual({ articles: 0, published: 0, changed: 2, gone: 3, undo: body.undo })
  for (const one of left) expect((await view(one)).deletedAt).not.toBeNull()
  for (const one of [edited, republished]) expect((await view(one)).deletedAt).toBeNull()
  expect((await cleanUp(id, 2)).body.code).toBe('count_changed')

  const undone = await api<UndoReport>(administrator, 'POST', `/api/undo/${body.undo!.id}`)
  expect(undone.body).toEqual({ restored: 2, skipped: 0, left: [] })
  for (const one of left) expect(await view(one)).toMatchObject({ status: 'published', deletedAt: null })
  // As it was: it can be cleaned up again.
  expect(await preview(id)).toEqual({ articles: 2, published: 2, changed: 2, gone: 1, undo: null })
  expect((await cleanUp(id, 2)).body.moved).toBe(2)
})

it('only its own articles go, and only its own step is offered to undo', async () => {
  const first = await importFile(200, 2)
  const second = await importFile(201, 2)
  expect(await preview(second.id)).toMatchObject({ articles: 1, changed: 0, gone: 0 })
  expect((await cleanUp(first.id, 2)).body.moved).toBe(2)
  expect(await preview(second.id)).toMatchObject({ articles: 1, undo: null })
  const colleague = await signIn(await createUser({ role: 'administrator' }))
  expect((await preview(first.id)).undo).not.toBeNull()
  expect((await preview(first.id, colleague)).undo).toBeNull()
})

it('a trial made nothing, and only administrators may clean up', async () => {
  const { id } = await importFile(300, 2, true)
  expect(await preview(id)).toEqual({ articles: 0, published: 0, changed: 0, gone: 0, undo: null })
  expect((await cleanUp(id, 2, editor)).status).toBe(403)
  expect((await cleanUp('00000000-0000-7000-8000-000000000000', 2)).status).toBe(404)
})
