import { sql, type SqlBool } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { estimateIfMany, expectedOfLarge } from './list-total.ts'

const { db } = await createTestDatabase()
const ROWS = 200_000
await sql`insert into rate_limit (key, hits) select n::text, n from generate_series(1, ${ROWS}::int) as n`.execute(db)
await sql`analyze rate_limit`.execute(db)

const estimate = (condition: SqlBool | ReturnType<typeof sql<SqlBool>>) => {
  const from = (rows: ReturnType<typeof sql>) =>
    db
      .selectFrom(sql<{ key: string }>`(${rows})`.as('rate_limit'))
      .select(sql<string>`key`.as('id'))
      .where(condition as ReturnType<typeof sql<SqlBool>>)
  return estimateIfMany(db, from(sql`select * from rate_limit`), {
    table: 'rate_limit',
    among: (percent) => from(sql`select * from rate_limit tablesample system (${percent}) repeatable (1)`),
  })
}

it('a look at some rows tells that very many match, and about how many', async () => {
  const half = await estimate(sql<SqlBool>`hits % 2 = 0 or hits < 0 or hits > 0 and hits % 2 = 0`)
  // The planner expects few of a remainder, and is believed: these are counted.
  expect(half).toBeUndefined()
  const most = await estimate(sql<SqlBool>`hits > 60000`)
  expect(most?.totalIsExact).toBe(false)
  expect(Math.abs((most?.total ?? 0) - 140_000)).toBeLessThan(40_000)
})

it.each([
  ['what the planner overrates', sql<SqlBool>`hits > 1000 and hits % 30 <> 1 and key like '%77' || ''`],
  ['what is few', sql<SqlBool>`hits < 9000`],
  ['what is nearly too many', sql<SqlBool>`hits <= 10000`],
  ['nothing', sql<SqlBool>`hits < 0`],
])('%s is left to be counted', async (_, condition) => {
  expect(await estimate(condition)).toBeUndefined()
})

it('the planner tells about how many rows of a large table match', async () => {
  const above = db.selectFrom('rateLimit').select('key as id').where('hits', '>', 150_000)
  const { total = 0, among = 0 } = (await expectedOfLarge(db, 'rate_limit', above)) ?? {}
  expect(total / 50_000).toBeCloseTo(1, 1)
  expect(among / ROWS).toBeCloseTo(1, 1)
  const nothing = db.selectFrom('tag').select('id').where('version', '>', 7)
  expect(await expectedOfLarge(db, 'tag', nothing)).toBeUndefined()
})
