import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, tag, createArticle } = await createDesk()

it('a change that leaves the text does not write its words again; one of the text does', async () => {
  const { id } = await createArticle({ status: 'published' })
  const wordsOf = async () => {
    const { rows } = await sql<{ words: string[] }>`
      select tsvector_to_array(search_words) as words from article where id = ${id}`.execute(db)
    return rows[0]!.words
  }
  // What is computed from the text is marked, so that writing it again shows.
  await sql`update article set search_words = array_to_tsvector('{marked}') where id = ${id}`.execute(db)
  const bulk = { action: 'addTags', ids: [id], expectedCount: 1, values: [tag.id] }
  expect((await api(editor, 'POST', '/api/articles/bulk', bulk)).status).toBe(200)
  const changed = (await api(editor, 'GET', `/api/articles/${id}`)).body
  expect([changed.tags, changed.hasChanges, await wordsOf()]).toEqual([[tag.id], true, ['marked']])
  const { version } = changed
  await api(editor, 'PATCH', `/api/articles/${id}`, { version, body: '<p>It snows.</p>' })
  expect(await wordsOf()).toContain('snows')
})
