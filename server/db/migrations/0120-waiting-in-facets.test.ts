import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { flushArticleFacets } from '../../features/articles/article-facet-commands.ts'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0119-no-weeks')

it('what waits already gets its facets from the job, and nothing else does', async () => {
  const [person, waiting, submitted, draft] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'a@papers.example', 'a@papers.example', 'A', 'author', 'active')`.execute(db)
  for (const [id, status, submittedAt] of [
    [waiting, 'in_review', '2020-01-01T00:00:00Z'],
    [submitted, 'published', '2020-01-02T00:00:00Z'],
    [draft, 'draft', null],
  ])
    await sql`insert into article (id, slug, title, status, has_changes, submitted_at, created_by)
      values (${id}, ${id}, 'Old Pier', ${status}, ${status === 'published'}, ${submittedAt}, ${person})`.execute(db)
  await migrate(db)
  const noted = await sql<{ id: string }>`select article_id as id from article_facets_change`.execute(db)
  expect(noted.rows.map(({ id }) => id).toSorted()).toEqual([waiting, submitted].toSorted())
  await flushArticleFacets(db)
  const found = await sql`select article_id as id, submitted_at as at from article_facets
    where terms && array[facet_term('waits', ${`in_review${person}`}), facet_term('waits', ${`published${person}`})]
    order by submitted_at`.execute(db)
  expect(found.rows).toEqual([
    { id: waiting, at: '2020-01-01T00:00:00.000Z' },
    { id: submitted, at: '2020-01-02T00:00:00.000Z' },
  ])
})
