import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { topPage } from './top-page.ts'

const { db } = await createTestDatabase()
const idOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`
const upTo = (last: number) => {
  const numbers = sql<{ id: string; n: number }>`(select lpad(to_hex(n), 32, '0')::uuid as id, n, n as sort_key
    from generate_series(0, ${sql.lit(last)}) as n)`
  return db.selectFrom(numbers.as('rows')).select('id')
}
const rows = upTo(40_000)
const newestFirst = { by: sql`n`, direction: 'desc' } as const

/** The five best matches, and how many of all each look into the index was to find. */
async function best(all: number) {
  const asked: (number | undefined)[] = []
  const { items } = await topPage(
    db,
    rows,
    newestFirst,
    { page: 1, pageSize: 5 },
    async (ids) => ids.map((id) => ({ id })),
    {
      indexScan: (most) => rows.where(sql<boolean>`n > ${40_000 - most}`),
      found: (most) => {
        asked.push(most)
        return upTo(most === undefined ? all : Math.min(all, most))
      },
    },
  )
  return { ids: items.map(({ id }) => id), asked }
}
const five = (newest: number) => [0, 1, 2, 3, 4].map((n) => idOf(newest - n))

it('what very many rows match is taken from the newest rows, and the index is not read', async () =>
  expect(await best(40_000)).toEqual({ ids: five(40_000), asked: [undefined] }))

it('of what fewer match, the index finds no more than are compared', async () => {
  expect(await best(100)).toEqual({ ids: five(100), asked: [undefined, 500] })
  expect((await best(20_000)).asked).toEqual([undefined, 500])
})
