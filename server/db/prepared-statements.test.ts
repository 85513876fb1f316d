import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'

const { db } = await createTestDatabase()

/** What PostgreSQL keeps on one connection after these statements. */
const kept = (ask: (on: typeof db) => Promise<unknown>, times = 6) =>
  db.connection().execute(async (on) => {
    for (let n = 0; n < times; n++) await ask(on as typeof db)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(on)
    return rows.map(({ statement }) => statement).join('\n')
  })

it('what is asked often is prepared on its connection, and answers as before', async () => {
  const ask = (on: typeof db) => sql<{ n: number }>`select ${20}::int + ${3}::int as n`.execute(on)
  expect(await kept(ask)).toContain('select $1::int + $2::int')
  expect((await ask(db)).rows).toEqual([{ n: 23 }])
})

it.each([
  ['pages of lists', () => sql`select id from tag order by id limit ${3}`],
  ['searches', () => sql`select id from tag where name like ${'a%'}`],
  ['every column, which a newer version may change', () => sql`select * from tag where slug = ${'x'}`],
  ['long lists of values', () => sql`select id from tag where slug in (${'a'}, ${'b'}, ${'c'}, ${'d'})`],
])('not %s', async (_what, statement) => {
  expect(await kept((on) => statement().execute(on))).not.toContain('from tag')
})

it('the first page of a whole list, which has no values, is prepared', async () => {
  const page = sql`select id from tag where deleted_at is null order by id limit ${sql.lit(3)}`
  expect(await kept((on) => page.execute(on))).toContain('order by id limit 3')
})

it('a statement asked once or twice is not kept', async () => {
  expect(await kept((on) => sql`select ${'rare'}::text as rare`.execute(on), 2)).not.toContain('rare')
})
