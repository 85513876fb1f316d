import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { flushArticleIndex } from './article-index-commands.ts'
import { createDesk } from './testing/desk.ts'

const { db, api, editor, createArticle } = await createDesk()
await sql`create extension pgstattuple`.execute(db)

/** How many rows wait to be put into their places of this index. */
async function pending(index: string): Promise<number> {
  const { rows } = await sql<{ tuples: string }>`
    select pending_tuples as tuples from pgstatginindex(${index})`.execute(db)
  return Number(rows[0]?.tuples)
}
const changeText = (id: string, word: string) =>
  sql`update article set search_words = array_to_tsvector(${[word]}::text[]), search_head = ${word} where id = ${id}`.execute(
    db,
  )
const find = async (word: string) => {
  const { body } = await api<{ items: { id: string }[] }>(editor, 'GET', `/api/articles?q=${word}`)
  return body.items.map(({ id }) => id)
}

it('finds words that wait for their place in the index, which a change in the console gives them afterwards', async () => {
  const { id } = await createArticle()
  await expect.poll(() => pending('article_facets_terms')).toBe(0)
  await changeText(id, 'lighthouse')
  expect(await pending('article_facets_terms')).toBeGreaterThan(0)
  expect(await find('lighthouse')).toEqual([id])
  expect(await pending('article_facets_terms')).toBeGreaterThan(0)
  await api(editor, 'POST', '/api/tags', { name: 'Harbour' })
  await expect.poll(() => pending('article_facets_terms')).toBe(0)
  expect(await find('lighthouse')).toEqual([id])
})

it('gives them their place with the next job where nobody changes anything in the console', async () => {
  const { id } = await createArticle({ status: 'published' })
  await expect.poll(() => pending('article_facets_terms')).toBe(0)
  await changeText(id, 'breakwater')
  await sql`update reader_search set words = words || array_to_tsvector('{breakwater}') where article_id = ${id}`.execute(
    db,
  )
  expect(await pending('article_facets_terms')).toBeGreaterThan(0)
  expect(await pending('reader_search_words')).toBeGreaterThan(0)
  await flushArticleIndex(db)
  expect(await pending('article_facets_terms')).toBe(0)
  expect(await pending('reader_search_words')).toBe(0)
})
