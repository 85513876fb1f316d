import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../db/database.ts'
import type { ReaderEvent } from '../event-store.ts'
import { createPostgresEvents } from './postgres-events.ts'
import { createReaders } from '../../features/events/testing/readers.ts'

const { db, databaseUrl, send, store, termsNow } = await createReaders()
const search = (term: string): ReaderEvent => ({
  kind: 'search',
  at: new Date(),
  visitor: Buffer.from('12345678'),
  term,
  results: 1,
})

describe('a day without a partition', () => {
  it('is made once when several processes need it at the same moment', async () => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'reader_event'::regclass`.execute(db)
    for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
    const stores = Array.from({ length: 6 }, () => createPostgresEvents(db))
    await Promise.all(
      stores.flatMap((one, n) => [one.append([{ id: undefined, events: [search(`partition ${n}`)] }]), one.maintain()]),
    )
    await store.rollUp()
    expect((await termsNow()).filter(({ term }) => term.startsWith('partition'))).toHaveLength(6)
  })
})

describe('the roll-up', () => {
  it('counts a term that is far longer in its common spelling than as it was sent', async () => {
    const longest = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => String.fromCodePoint(from + n))
    const expanding = [...longest(0x3300, 0x3358), ...longest(0xfdf0, 0xfdfc), ...longest(0x1f240, 0x1f249)]
    const term = [...expanding, ...expanding.toReversed()].join('').slice(0, 200)
    expect((await send([{ type: 'search', term, results: 1 }])).statusCode).toBe(202)
    await store.rollUp()
    const terms = (await termsNow()).map((one) => one.term)
    expect(Math.max(...terms.map(({ length }) => length))).toBeLessThanOrEqual(200)
  })

  it('does not wait for another process that counts the same hour', async () => {
    await store.append([{ id: undefined, events: [search('at the same time')] }])
    const { rows } = await sql<{ hour: string }>`
      select hour from reader_hour where changed > counted order by hour limit 1`.execute(db)
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('reader day ' || ${rows[0]!.hour.slice(0, 10)}, 0))`.execute(
        trx,
      )
      // A roll-up that waits for the lock does not end, because the lock ends after it.
      await store.rollUp()
      expect((await termsNow()).map(({ term }) => term)).not.toContain('at the same time')
    })
    await store.rollUp()
    expect((await termsNow()).map(({ term }) => term)).toContain('at the same time')
  })
})

describe('maintenance', () => {
  it('keeps the counts when it drops the raw events of old days, and deletes the salts of past days', async () => {
    await sql`select reader_event_make_day((now() - interval '40 days')::date)`.execute(db)
    await sql`insert into visitor_salt (day, salt) values ((now() - interval '2 days')::date, '\\x00')`.execute(db)
    const days = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_inherits where inhparent = 'reader_event'::regclass`.execute(db)
      return rows[0]!.n
    }
    const before = [await days(), await termsNow()] as const
    expect(before[1].length).toBeGreaterThan(0)
    await store.maintain()
    expect([await days(), await termsNow()]).toEqual([before[0] - 1, before[1]])
    const past = await sql`select from visitor_salt where day < (now() at time zone 'UTC')::date`.execute(db)
    expect(past.rows).toEqual([])
  })

  it('deletes the salts of days gone by first, whatever else cannot be done now', async () => {
    await sql`insert into visitor_salt (day, salt) values ('2020-01-01', '\\x00')`.execute(db)
    await sql`create table reader_event_20200101 partition of reader_event for values from ('2020-01-01Z') to ('2020-01-02Z')`.execute(
      db,
    )
    const hasty = createDatabase({ connectionString: databaseUrl, statement_timeout: 500 })
    await db.transaction().execute(async (trx) => {
      await sql`select * from reader_event_20200101`.execute(trx)
      await expect(createPostgresEvents(hasty.db).maintain()).rejects.toThrow('statement timeout')
    })
    await hasty.close()
    expect(await db.selectFrom('visitorSalt').where('day', '=', '2020-01-01').select('day').execute()).toEqual([])
    await store.maintain()
  })
})
