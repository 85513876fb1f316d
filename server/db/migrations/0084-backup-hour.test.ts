import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'
import { localHour } from './0084-backup-hour.ts'

it('the hour of scheduled backups stays the one that was shown, on the clocks of the site', async () => {
  const { db } = await createDatabaseOf('0077-ad-history')
  const stored = { enabled: true, hour: 20, keep: 30 }
  await sql`insert into setting (key, value) values
    ('backups', ${JSON.stringify(stored)}::jsonb), ('general', '{"timeZone":"Asia/Shanghai"}')`.execute(db)
  await migrate(db)
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'backups')
    .executeTakeFirstOrThrow()
  expect(value).toEqual({ ...stored, hour: 4 })
})

it('a site that never chose an hour or a zone is left as it is', async () => {
  const { db } = await createDatabaseOf('0077-ad-history')
  await sql`insert into setting (key, value) values ('general', '{"timeZone":"Asia/Shanghai"}')`.execute(db)
  await migrate(db)
  expect(await db.selectFrom('setting').select('key').where('key', '=', 'backups').execute()).toEqual([])
})

it.each([
  ['UTC', '2026-07-01T23:59Z', 2],
  ['Europe/Oslo', '2026-01-01T12:00Z', 3],
  ['Europe/Oslo', '2026-07-01T12:00Z', 4],
  ['Asia/Kolkata', '2026-07-01T12:00Z', 7],
  ['America/Bogota', '2026-07-01T12:00Z', 21],
])('in %s on %s, 2:00 UTC is %i:00', (zone, now, hour) => {
  expect(localHour(2, zone, new Date(now))).toBe(hour)
})
