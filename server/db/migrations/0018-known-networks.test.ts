import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0017-kept-import-files')

it('people are still known where they signed in from in the last thirty days', async () => {
  const person = randomUUID()
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'ada@example.com', 'ada@example.com', 'Ada', 'author', 'active')`.execute(db)
  for (const [who, network, days] of [
    [person, '192.0.2.1', 1],
    [person, '192.0.2.1', 2],
    [person, '192.0.2.2', 40],
    [randomUUID(), '192.0.2.3', 1],
  ] as const)
    await sql`insert into audit_event (id, at, action, entity_type, entity_id, after) values
      (${randomUUID()}, now() - make_interval(days => ${days}), 'sign_in', 'user', ${who}, ${JSON.stringify({ network })})`.execute(
      db,
    )
  await migrate(db)
  expect(await db.selectFrom('knownNetwork').select(['userId', 'network']).execute()).toEqual([
    { userId: person, network: '192.0.2.1' },
  ])
})
