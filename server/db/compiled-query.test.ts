import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { compiledQuery } from './compiled-query.ts'

const { db } = await createTestDatabase()

it('is built once and answers each call with its own values, also in a transaction', async () => {
  let built = 0
  const sum = compiledQuery<{ one: number; other: readonly number[] }, { allOfThem: number }>((on, value) => {
    built++
    return sql<{ allOfThem: number }>`select ${value('one')}::int + ${10}::int + sum(n)::int as all_of_them
      from unnest(${value('other')}::int[]) as n`.compile(on)
  })
  expect(await sum(db, { one: 1, other: [2, 3] })).toEqual([{ allOfThem: 16 }])
  expect(await sum(db, { one: 5, other: [6] })).toEqual([{ allOfThem: 21 }])
  expect(await db.transaction().execute((trx) => sum(trx, { one: 7, other: [8] }))).toEqual([{ allOfThem: 25 }])
  expect(built).toBe(1)
})

it('calls at the same time do not get values of each other', async () => {
  const echo = compiledQuery<{ text: string }, { text: string }>((on, value) =>
    on.selectNoFrom(sql<string>`${value('text')}::text`.as('text')).compile(),
  )
  const texts = Array.from({ length: 40 }, (_, n) => `text ${n}`)
  const rows = await Promise.all(texts.map((text) => echo(db, { text })))
  expect(rows.map(([row]) => row?.text)).toEqual(texts)
})
