import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0049-audit-chain')

it('a note that is there already gets who wrote it and when, from the history', async () => {
  const [person, returned, draft] = Array.from({ length: 3 }, () => randomUUID())
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'ada@example.com', 'ada@example.com', 'Ada', 'editor', 'active')`.execute(db)
  for (const [id, note] of [
    [returned, 'Which bridge?'],
    [draft, ''],
  ] as const) {
    await sql`insert into article (id, slug, status, return_note, updated_at)
      values (${id}, ${id}, 'draft', ${note}, '2020-01-01')`.execute(db)
    await sql`insert into article_revision (id, article_id, version, created_at, created_by, reason, title, word_count, content)
      values (${randomUUID()}, ${id}, 1, '2020-02-03', ${person}, 'return', '', 0, '{}')`.execute(db)
  }
  await sql`insert into hot_article ("window", article, rank, score, recent, earlier, views_hour, views_day, sparkline)
    values ('24h', ${draft}, 1, 5, 2, 3, 4, 10, '{}')`.execute(db)
  await migrate(db)
  const rowOf = (id: string | undefined) =>
    db
      .selectFrom('article')
      .select(['returnedAt', 'returnedBy', 'updatedAt'])
      .where('id', '=', id!)
      .executeTakeFirstOrThrow()
  const updatedAt = '2020-01-01T00:00:00.000Z'
  expect(await rowOf(returned)).toEqual({ returnedAt: '2020-02-03T00:00:00.000Z', returnedBy: person, updatedAt })
  expect(await rowOf(draft)).toEqual({ returnedAt: null, returnedBy: null, updatedAt })
  expect(await db.selectFrom('hotArticle').select(['viewsRecent', 'viewsEarlier']).execute()).toEqual([
    { viewsRecent: 4, viewsEarlier: 6 },
  ])
})
