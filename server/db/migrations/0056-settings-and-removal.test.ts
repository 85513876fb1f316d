import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0049-audit-chain')

it('settings and accounts stay as they are: last sign-ins come from the log, zones that were chosen are kept', async () => {
  const [untouched, chosen, edited] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, zone, version] of [
    [untouched, 'UTC', 1],
    [chosen, 'Europe/Oslo', 1],
    [edited, 'UTC', 2],
  ] as const)
    await sql`insert into user_account (id, version, email, email_key, name, role, status, time_zone)
      values (${id}, ${version}, ${`${id}@example.com`}, ${`${id}@example.com`}, 'Ada', 'author', 'active', ${zone})`.execute(
      db,
    )
  for (const [who, action, at] of [
    [chosen, 'sign_in', '2026-01-01T00:00:00.000Z'],
    [chosen, 'sign_in', '2026-02-01T00:00:00.000Z'],
    [edited, 'sign_in_failed', '2026-03-01T00:00:00.000Z'],
  ] as const)
    await sql`insert into audit_event (id, at, action, entity_type, entity_id)
      values (${randomUUID()}, ${at}, ${action}, 'user', ${who})`.execute(db)
  await sql`insert into setting (key, value) values ('readers', '{"origins":[],"halfLifeHours":9}')`.execute(db)
  await migrate(db)
  const accounts = await db.selectFrom('userAccount').select(['id', 'timeZone', 'lastSignInAt']).execute()
  const sorted = accounts.toSorted((a, b) => a.id.localeCompare(b.id))
  expect(sorted).toEqual(
    [
      { id: untouched, timeZone: null, lastSignInAt: null },
      { id: chosen, timeZone: 'Europe/Oslo', lastSignInAt: '2026-02-01T00:00:00.000Z' },
      { id: edited, timeZone: 'UTC', lastSignInAt: null },
    ].toSorted((a, b) => a.id.localeCompare(b.id)),
  )
  expect(await db.selectFrom('setting').select(['value', 'version']).where('key', '=', 'readers').execute()).toEqual([
    { value: { origins: [], halfLifeHours: 9 }, version: 1 },
  ])
})
