import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ArticleActionReply, PublishedContent, Revision, RevisionContent } from '#contract/articles.ts'
import type { DeliveryArticle } from '#contract/delivery.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, viewer, createArticle } = await createDesk()

/** As a version of Copydesk would have stored it that had neither of these fields, and one that is gone now. */
async function asStoredBefore(id: string) {
  const older = sql`content - 'subtitle' - 'seoTitle' - 'adsPolicy' || '{"motto": "Wet"}'`
  await sql`update article_live set content = ${older} where article_id = ${id}`.execute(db)
  await sql`update article_revision set content = ${older} where article_id = ${id}`.execute(db)
}
const empty = { subtitle: '', seoTitle: '', adsPolicy: 'normal' }

async function publishedBefore(fields: object = {}) {
  const article = await createArticle({ status: 'published', ...fields })
  await asStoredBefore(article.id)
  return article
}
const edit = async (id: string, fields: object) => {
  const { version } = (await api(editor, 'GET', `/api/articles/${id}`)).body
  return (await api(editor, 'PATCH', `/api/articles/${id}`, { version, ...fields })).body
}

it('an article published by an older version is delivered, shown and compared with the fields it lacks empty', async () => {
  const { id, slug } = await publishedBefore()
  const delivered = await api<DeliveryArticle>(null, 'GET', `/content/v1/articles/${slug}`)
  expect(delivered.status).toBe(200)
  expect(delivered.body).toMatchObject(empty)
  const list = await api<{ items: DeliveryArticle[] }>(null, 'GET', '/content/v1/articles')
  expect(list.body.items.find((item) => item.id === id)).toMatchObject({ subtitle: '', adsPolicy: 'normal' })
  expect((await api(viewer, 'GET', `/api/articles/${id}`)).body).toMatchObject(empty)
  const { content } = (await api<PublishedContent>(editor, 'GET', `/api/articles/${id}/published`)).body
  expect(content).toMatchObject(empty)
  expect(content).not.toHaveProperty('motto')
})

it('its history is read and restored', async () => {
  const { id } = await publishedBefore()
  const [newest] = (await api<{ items: Revision[] }>(editor, 'GET', `/api/articles/${id}/revisions`)).body.items
  const url = `/api/articles/${id}/revisions/${newest?.id}`
  expect((await api<RevisionContent>(editor, 'GET', url)).body.content).toMatchObject(empty)
  const { version } = await edit(id, { subtitle: 'New' })
  expect((await api(editor, 'POST', `${url}/restore`, { version })).body).toMatchObject({ ...empty, hasChanges: false })
})

it('it has changes only while something differs', async () => {
  const { id, title } = await publishedBefore()
  expect(await edit(id, { title: 'Another' })).toMatchObject({ hasChanges: true })
  expect(await edit(id, { title })).toMatchObject({ hasChanges: false })
})

it('a merge of its tags leaves no changes behind', async () => {
  const tag = async (name: string) => (await api<{ id: string }>(editor, 'POST', '/api/tags', { name })).body.id
  const [from, to] = [await tag('Rains'), await tag('Rain')]
  const { id } = await publishedBefore({ tags: [from] })
  // The tags differ until the merge makes them the same.
  expect(await edit(id, { tags: [to] })).toMatchObject({ hasChanges: true })
  const { status } = await api(editor, 'POST', `/api/tags/${to}/merge`, { from: [from] })
  expect(status).toBe(200)
  expect((await api(editor, 'GET', `/api/articles/${id}`)).body).toMatchObject({ tags: [to], hasChanges: false })
})

it('publishing changes over it is undone, and readers see the older text again', async () => {
  const { id, slug } = await publishedBefore()
  const { version } = await edit(id, { subtitle: 'New' })
  const published = await api<ArticleActionReply>(editor, 'POST', `/api/articles/${id}/publish`, { version })
  const { subtitle } = (await api<DeliveryArticle>(null, 'GET', `/content/v1/articles/${slug}`)).body
  expect(subtitle).toBe('New')
  expect((await api(editor, 'POST', `/api/undo/${published.body.undo?.id}`)).status).toBe(200)
  expect((await api<DeliveryArticle>(null, 'GET', `/content/v1/articles/${slug}`)).body).toMatchObject(empty)
  expect((await api(editor, 'GET', `/api/articles/${id}`)).body).toMatchObject({ subtitle: 'New', hasChanges: true })
})
