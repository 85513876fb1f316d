import { expect, it } from 'vitest'
import type { ArticleBulkReply } from '#contract/article-bulk.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { z } from 'zod'
import { createDesk } from './testing/desk.ts'

const { api, db, author, editor, administrator, createArticle, createUser, signIn } = await createDesk()

const trash = (who: typeof author, { id, version }: { id: string; version: number }) =>
  api(who, 'POST', `/api/articles/${id}/trash`, { version })
const isLive = async (id: string) =>
  Boolean(await db.selectFrom('articleLive').select('articleId').where('articleId', '=', id).executeTakeFirst())

it('an author cannot trash an own article that readers see, in no way, and is told before', async () => {
  const article = await createArticle({ status: 'published' }, author)
  const seen = await api(author, 'GET', `/api/articles/${article.id}`)
  expect(seen.body.can).toMatchObject({ write: true, trash: false })
  expect(await trash(author, article)).toMatchObject({ status: 403, body: { code: 'needs_publisher' } })
  expect(await api(author, 'DELETE', `/api/articles/${article.id}`)).toMatchObject({ status: 403 })
  const bulk = await api<z.output<typeof ArticleBulkReply>>(author, 'POST', '/api/articles/bulk', {
    action: 'trash',
    ids: [article.id],
    expectedCount: 1,
  })
  expect(bulk.body.results).toMatchObject([{ ok: false, code: 'needs_publisher' }])
  expect(await isLive(article.id)).toBe(true)
})

it.each(['draft', 'in_review', 'archived'] as const)('an author trashes an own article that is %s', async (status) => {
  const article = await createArticle({ status }, author)
  expect((await trash(author, article)).status).toBe(200)
})

it.each([editor, administrator])('who may publish may trash what is published: %#', async (who) => {
  const article = await createArticle({ status: 'published' }, author)
  expect((await api(who, 'GET', `/api/articles/${article.id}`)).body.can.trash).toBe(true)
  expect((await trash(who, article)).status).toBe(200)
  expect(await isLive(article.id)).toBe(false)
})

it('an author’s change of an own published article waits as a working copy, and can be dropped', async () => {
  const article = await createArticle({ status: 'published', title: 'As published' }, author)
  const url = `/api/articles/${article.id}`
  const changed = await api(author, 'PATCH', url, { version: article.version, title: 'As wished' })
  expect(changed.body).toMatchObject({ hasChanges: true, live: { title: 'As published' }, can: { publish: false } })
  expect((await api(author, 'POST', `${url}/publish`, { version: changed.body.version })).status).toBe(403)
  expect((await api(author, 'POST', `${url}/discard`, { version: changed.body.version })).status).toBe(200)
})

it('an editor who has become an author does not put an article back before readers by an undo', async () => {
  const user = await createUser({ role: 'editor' })
  const person = await signIn(user)
  const article = await createArticle({ status: 'published' }, person)
  const payload = { action: 'trash', ids: [article.id], expectedCount: 1 }
  const { undo } = (await api<{ undo: UndoPointer }>(person, 'POST', '/api/articles/bulk', payload)).body
  await db.updateTable('userAccount').set({ role: 'author' }).where('id', '=', user.id).execute()
  const undone = await api<{ restored: number }>(person, 'POST', `/api/undo/${undo?.id}`)
  expect(undone).toMatchObject({ status: 200, body: { restored: 0, skipped: 1 } })
  expect(await isLive(article.id)).toBe(false)
})
