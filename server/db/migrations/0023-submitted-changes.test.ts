import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0022-hot')

it('what is in review already gets who submitted it and when, from its history', async () => {
  const [person, waiting, draft, imported] = Array.from({ length: 4 }, () => randomUUID())
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'ada@example.com', 'ada@example.com', 'Ada', 'author', 'active')`.execute(db)
  for (const [id, status] of [
    [waiting, 'in_review'],
    [draft, 'draft'],
    [imported, 'in_review'],
  ] as const)
    await sql`insert into article (id, slug, status, updated_at) values (${id}, ${id}, ${status}, '2020-01-01')`.execute(
      db,
    )
  for (const [version, reason, day] of [
    [1, 'create', '2020-02-01'],
    [2, 'submit', '2020-02-02'],
    [3, 'return', '2020-02-03'],
    [4, 'submit', '2020-02-04'],
    [5, 'save', '2020-02-05'],
  ] as const)
    for (const id of [waiting, draft])
      await sql`insert into article_revision (id, article_id, version, created_at, created_by, reason, title, word_count, content)
        values (${randomUUID()}, ${id}, ${version}, ${day}, ${person}, ${reason}, '', 0, '{}')`.execute(db)
  await migrate(db)
  const columns = ['submittedAt', 'submittedBy', 'submitMessage', 'updatedAt'] as const
  const rowOf = (id: string | undefined) =>
    db.selectFrom('article').select(columns).where('id', '=', id!).executeTakeFirstOrThrow()
  const none = { submittedAt: null, submittedBy: null, submitMessage: '', updatedAt: '2020-01-01T00:00:00.000Z' }
  expect(await rowOf(waiting)).toEqual({ ...none, submittedAt: '2020-02-04T00:00:00.000Z', submittedBy: person })
  expect(await rowOf(draft)).toEqual(none)
  expect(await rowOf(imported)).toEqual(none)
})
