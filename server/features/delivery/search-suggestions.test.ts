import { expect, it } from 'vitest'
import { createReaders } from '../events/testing/readers.ts'
import { flushArticleIndex } from '../articles/article-index-commands.ts'

const { api, db, store, editor, createArticle } = await createReaders()
type Suggestions = { terms: string[]; titles: { title: string; slug: string }[] }

const suggest = async (q: string) => {
  const { status, body } = await api<Suggestions>(
    null,
    'GET',
    `/content/v1/search/suggestions?${new URLSearchParams({ q }).toString()}`,
  )
  expect(status).toBe(200)
  return body
}
const searched = async (term: string, visitors: number) => {
  const events = Array.from({ length: visitors }, (_, n) => ({
    kind: 'search' as const,
    at: new Date(),
    visitor: Buffer.from(`visitor${n}`.slice(0, 8)),
    term,
    results: 3,
  }))
  await store.append([{ id: undefined, events }])
  await store.rollUp()
}

it('suggests terms that at least three readers searched for, the most sought first, and none that is hidden', async () => {
  await searched('bridge tolls', 3)
  await searched('bridge closed', 5)
  await searched('bridge of my neighbour', 2)
  await searched('bridge scandal', 9)
  await searched('桥梁检修', 4)
  await db
    .insertInto('searchRule')
    .values({
      key: 'bridgescandal',
      term: 'bridge scandal',
      head: 'bridgescandal',
      pins: [],
      hidden: true,
      version: 1,
      updatedBy: null,
    })
    .execute()
  expect((await suggest('Brid')).terms).toEqual(['bridge closed', 'bridge tolls'])
  expect((await suggest('桥')).terms).toEqual(['桥梁检修'])
  expect((await suggest('%')).terms).toEqual([])
})

it('suggests titles that begin with what was typed or have its words, of what readers may see', async () => {
  const seen = await createArticle({ title: 'Harvest moon', status: 'published' })
  await createArticle({ title: 'The last harvest', status: 'published' })
  await createArticle({ title: 'Harvest of secrets', status: 'draft' })
  await flushArticleIndex(db)
  expect((await suggest('h')).titles).toEqual([{ title: 'Harvest moon', slug: seen.slug }])
  expect((await suggest('harves')).titles.map(({ title }) => title)).toEqual(['Harvest moon', 'The last harvest'])
  expect((await suggest('harvest moo')).titles.map(({ title }) => title)).toEqual(['Harvest moon'])
})

it.each(['', ' ', 'a'.repeat(201)])('“%s” is 400', async (q) =>
  expect(
    (await api(null, 'GET', `/content/v1/search/suggestions?${new URLSearchParams({ q }).toString()}`)).status,
  ).toBe(400),
)

it('learns words of an article where it has new ones, and counts them once, however often it is indexed', async () => {
  const { body: tag } = await api<{ id: string; version: number }>(editor, 'POST', '/api/tags', { name: 'Sailing' })
  const article = await createArticle({ title: 'Quayside regatta', tags: [tag.id], status: 'published' })
  await flushArticleIndex(db)
  const seenOf = async (word: string) =>
    (await db.selectFrom('searchWord').select('seen').where('word', '=', word).executeTakeFirst())?.seen ?? 0
  const seen = await seenOf('regatta')
  expect(seen).toBeGreaterThan(0)
  await api(editor, 'PATCH', `/api/tags/${tag.id}`, { version: tag.version, name: 'Yachting' })
  await flushArticleIndex(db)
  expect(await seenOf('regatta')).toBe(seen)
  const { id, version } = article
  const saved = await api<{ version: number }>(editor, 'PATCH', `/api/articles/${id}`, {
    version,
    body: '<p>Under spinnaker.</p>',
  })
  await api(editor, 'POST', `/api/articles/${id}/publish`, { version: saved.body.version })
  await flushArticleIndex(db)
  expect(await seenOf('spinnaker')).toBe(1)
})
