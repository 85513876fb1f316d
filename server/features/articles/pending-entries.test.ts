import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { flushArticleFacets } from './article-facet-commands.ts'
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

it('leaves what waits to the jobs, however much it is, and these leave nothing', async () => {
  const { rows } = await sql<{ id: string }>`insert into article (id, title, slug, search_words)
    select gen_random_uuid(), 'Many', 'many-' || n, array_to_tsvector(array(select 'word' || m from generate_series(1, 600) as m))
    from generate_series(1, 400) as n returning id`.execute(db)
  await flushArticleFacets(db)
  expect(await pending('article_facets_terms')).toBe(0)
  const ids = rows.map(({ id }) => id)
  // More than the megabyte or four at which PostgreSQL begins to move them.
  await sql`update article set search_words = search_words || '{more}'::tsvector where id = any(${ids}::uuid[])`.execute(
    db,
  )
  await sql`delete from article_facets_change`.execute(db)
  await sql`select facet_articles(${ids}::uuid[])`.execute(db)
  expect(await pending('article_facets_terms')).toBe(400)
  await sql`insert into article_facets_change (article_id) select unnest(${ids}::uuid[])`.execute(db)
  await flushArticleFacets(db)
  expect(await pending('article_facets_terms')).toBe(0)
})
