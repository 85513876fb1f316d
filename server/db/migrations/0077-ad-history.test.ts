import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0073-category-names')

it('actions of the past are in the history of an ad, where the audit log accounts for every missing version', async () => {
  const [person, ad, unclear] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'ada@example.com', 'ada@example.com', 'Ada', 'administrator', 'active')`.execute(db)
  const fieldsOf = (name: string) => JSON.stringify({ name, advertiser: '', creatives: [] })
  const revision = (of: string, version: number, reason: string, name: string) =>
    sql`insert into ad_revision (id, ad, version, reason, fields)
      values (${randomUUID()}, ${of}, ${version}, ${reason}, ${fieldsOf(name)}::jsonb)`.execute(db)
  const logged = (of: string, action: string, at: string) =>
    sql`insert into audit_event (id, at, actor_id, action, entity_type, entity_id)
      values (${randomUUID()}, ${at}::timestamptz, ${person}, ${action}, 'ad', ${of})`.execute(db)
  for (const [id, version] of [
    [ad, 5],
    [unclear, 3],
  ] as const) {
    await sql`insert into ad (id, version, fields) values (${id}, ${version}, ${fieldsOf('New')}::jsonb)`.execute(db)
    await revision(id, 1, 'create', 'Old')
    await logged(id, 'submit', '2026-01-02T00:00Z')
  }
  await logged(ad, 'approve', '2026-01-03T00:00Z')
  await revision(ad, 4, 'save', 'New')
  await logged(ad, 'save', '2026-01-04T00:00Z')
  await logged(ad, 'pause', '2026-01-05T00:00Z')
  await migrate(db)
  const history = await db
    .selectFrom('adRevision')
    .select(['version', 'reason', 'createdBy', 'createdAt', sql<string>`fields->>'name'`.as('name')])
    .where('ad', '=', ad)
    .orderBy('version')
    .execute()
  expect(history.map(({ version, reason, name }) => [version, reason, name])).toEqual([
    [1, 'create', 'Old'],
    [2, 'submit', 'Old'],
    [3, 'approve', 'Old'],
    [4, 'save', 'New'],
    [5, 'pause', 'New'],
  ])
  expect(history[2]).toMatchObject({ createdBy: person, createdAt: '2026-01-03T00:00:00.000Z' })
  // Two versions are missing, and the log knows of one action: it is not told which.
  expect(await db.selectFrom('adRevision').select('version').where('ad', '=', unclear).execute()).toEqual([
    { version: 1 },
  ])
})
