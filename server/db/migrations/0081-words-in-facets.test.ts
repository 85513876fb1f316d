import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0077-ad-history')

it('facets get the words of the articles that exist, and follow each change of them', async () => {
  const [article, trashed] = [randomUUID(), randomUUID()]
  for (const [id, deleted] of [
    [article, null],
    [trashed, '2020-01-01'],
  ])
    await sql`insert into article (id, slug, title, search_head, search_words, deleted_at)
      values (${id}, ${id}, 'Old Pier', 'old pier', array_to_tsvector(array['old', 'pier']), ${deleted})`.execute(db)
  const facets = async () =>
    (await sql`select article_id as id, title, head, tsvector_to_array(words) as words from article_facets`.execute(db))
      .rows
  await migrate(db)
  expect(await facets()).toEqual([{ id: article, title: 'old pier', head: 'old pier', words: ['old', 'pier'] }])
  await sql`update article set search_head = 'new pier', search_words = array_to_tsvector(array['new', 'pier'])
    where id = ${article}`.execute(db)
  const changed = { id: article, title: 'old pier', head: 'new pier', words: ['new', 'pier'] }
  expect(await facets()).toEqual([changed])
  await sql`update article set updated_at = '2021-01-01' where id = ${article}`.execute(db)
  expect(await facets()).toEqual([changed])
  await sql`update article set deleted_at = now() where id = ${article}`.execute(db)
  expect(await facets()).toEqual([])
})
