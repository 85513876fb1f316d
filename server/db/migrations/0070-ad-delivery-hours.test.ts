import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createDatabaseOf } from '../../testing/test-database.ts'
import { migrate } from '../migrate.ts'

const { db } = await createDatabaseOf('0065-ad-event-index')

it('what was delivered so far stays in the reports, and a reason that is there already gets who wrote it and when', async () => {
  const [person, rejected, fine, placement] = Array.from({ length: 4 }, () => randomUUID())
  await sql`insert into user_account (id, email, email_key, name, role, status)
    values (${person}, 'ada@example.com', 'ada@example.com', 'Ada', 'administrator', 'active')`.execute(db)
  for (const [id, reason] of [
    [rejected, 'No price'],
    [fine, ''],
  ] as const) {
    const fields = { name: 'Ad', advertiser: '', creatives: [] }
    await sql`insert into ad (id, fields, rejection) values (${id}, ${JSON.stringify(fields)}::jsonb, ${reason})`.execute(
      db,
    )
    for (const at of ['2020-02-03', '2020-02-04'])
      await sql`insert into audit_event (id, at, actor_id, action, entity_type, entity_id)
        values (${randomUUID()}, ${at}::timestamptz, ${person}, 'reject', 'ad', ${id})`.execute(db)
  }
  // One hour was rolled up; another has events that were not, one of them sent twice.
  await sql`insert into ad_hour (hour, ad, placement, device, impressions, viewable, clicks)
    values ('2020-02-03T10:00Z', ${fine}, ${placement}, 1, 40, 20, 2)`.execute(db)
  await sql`select reader_event_make_day('2020-02-03'::date)`.execute(db)
  const [first, second] = [randomUUID(), randomUUID()]
  for (const [kind, impression] of [
    [4, first],
    [4, first],
    [4, second],
    [6, second],
  ])
    await sql`insert into reader_event (at, kind, visitor, ad, placement, device, impression)
      values ('2020-02-03T11:10Z', ${kind}, '\\x01', ${fine}, ${placement}, 2, ${impression})`.execute(db)
  await sql`insert into reader_hour (hour, changed, counted)
    values ('2020-02-03T10:00Z', 3, 3), ('2020-02-03T11:00Z', 3, 2)`.execute(db)
  await migrate(db)
  const of = { ad: fine, placement }
  expect(await db.selectFrom('adDeliveryHour').selectAll().orderBy('hour').execute()).toEqual([
    { ...of, hour: '2020-02-03T10:00:00.000Z', device: 1, impressions: 40, viewable: 20, clicks: 2 },
    { ...of, hour: '2020-02-03T11:00:00.000Z', device: 2, impressions: 2, viewable: 0, clicks: 1 },
  ])
  const notes = await db.selectFrom('ad').select(['id', 'rejectedAt', 'rejectedBy']).orderBy('rejectedAt').execute()
  expect(notes).toEqual([
    { id: rejected, rejectedAt: '2020-02-04T00:00:00.000Z', rejectedBy: person },
    { id: fine, rejectedAt: null, rejectedBy: null },
  ])
})
