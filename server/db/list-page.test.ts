import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { listPage, listTotal } from './list-page.ts'

const { db } = await createTestDatabase()
await sql`insert into rate_limit (key, hits) select 'k' || n, n from generate_series(1, 12000) as n`.execute(db)
await sql`analyze rate_limit`.execute(db)

const pageOf = (above: number, page = 1) => {
  const matching = db
    .selectFrom(sql<{ id: string; hits: number }>`(select key as id, hits from rate_limit)`.as('rows'))
    .select('id')
    .where('hits', '>', above)
  const order = { by: sql`hits`, direction: 'asc' } as const
  return listPage(db, matching, order, { page, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })))
}

it('a list is counted up to the limit; beyond it, the next pages do not look for all of it again', async () => {
  expect(await pageOf(11_000)).toMatchObject({ total: 1000, totalIsExact: true, items: { 0: { id: 'k11001' } } })
  const first = await pageOf(500)
  expect(first).toMatchObject({ totalIsExact: false, items: { 0: { id: 'k501' } } })
  expect(first.total).toBeGreaterThan(EXACT_TOTAL_MAX)
  // Only who counts again would see that hardly any are left.
  await sql`delete from rate_limit where hits between 511 and 11000`.execute(db)
  const again = await pageOf(500)
  expect(again.total).toBe(first.total)
  expect(again.items.map(({ id }) => id).slice(9, 11)).toEqual(['k510', 'k11001'])
  // Another list is another question.
  expect(await pageOf(501)).toMatchObject({ total: 1009, totalIsExact: true })
  // A page at the end says no less than it shows.
  const last = await pageOf(500, 41)
  expect(last.items).toHaveLength(10)
  expect(last.totalIsExact).toBe(false)
})

const numbers = sql<{
  id: string
  n: number
}>`(select n::text as id, n, n as sort_key from generate_series(0, 1199) as n)`
const rows = db.selectFrom(numbers.as('rows')).select('id')
const newestFirst = { by: sql`n`, direction: 'desc' } as const
const itemsFrom = (first: number) => Array.from({ length: 25 }, (_, n) => ({ id: String(first - n) }))
const slicedInto = (read: string[], perMonth = 12) => ({
  months: async () => Array.from({ length: 1200 / perMonth }, (_, month) => String(month)),
  slice: (months: string[]) => {
    read.push(...months)
    return rows.where(sql<boolean>`(n / ${perMonth}::int)::text = any(${months})`)
  },
})

it('where a counter tells how many there are, one page is read without finding them all', async () => {
  const read: string[] = []
  // Whoever asked for all of them would divide by nothing.
  const all = rows.where(sql<boolean>`n / 0 > 0`)
  const sliced = slicedInto(read)
  const hints = { alternateSource: { matching: all, few: () => all, most: 60_000, sliced } }
  const page = (number: number, total: number) =>
    listPage(db, all, newestFirst, { page: number, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      ...hints,
      total: { total, totalIsExact: true },
    })
  expect(await page(1, 1200)).toMatchObject({ total: 1200, totalIsExact: true, items: itemsFrom(1199) })
  expect(read).toHaveLength(3)
  expect(await page(3, 1200)).toMatchObject({ total: 1200, totalIsExact: true, items: itemsFrom(1149) })
  // Of fewer it is not worth it.
  await expect(page(1, 900)).rejects.toThrow('division by zero')
})

it('where the total may follow, a page near the beginning does not wait until all are counted', async () => {
  const counted: number[] = []
  const listed = (number: number, least: number, ask = listPage) => {
    const some = rows.where('n', '>=', least)
    const few = (enough: number) => {
      counted.push(enough)
      return some
    }
    const alternateSource = { matching: some, few, most: 60_000, sliced: slicedInto([]) }
    const hints = { alternateSource, mayCountLater: true }
    return ask(db, some, newestFirst, { page: number, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), hints)
  }
  expect(await listed(2, 0)).toMatchObject({ total: 1001, totalFollows: true, items: itemsFrom(1174) })
  expect(counted).toEqual([1001])
  expect(await listed(2, 0, listTotal)).toEqual({ total: 1200, totalIsExact: true, items: [], page: 2, pageSize: 25 })
  // So few are known at once.
  expect(await listed(1, 200)).toEqual({
    total: 1000,
    totalIsExact: true,
    items: itemsFrom(1199),
    page: 1,
    pageSize: 25,
  })
  const plain = await listTotal(db, rows, newestFirst, { page: 1, pageSize: 25 }, async () => [])
  expect(plain).toMatchObject({ total: 1200, totalIsExact: true })
  // Far from the beginning all are looked for anyway.
  expect(await listed(41, 0)).toMatchObject({ total: 1200, totalIsExact: true, items: itemsFrom(199) })
})

it('a page that is likely among the newest rows is shown without a look at the others', async () => {
  // Whoever counted would divide by nothing.
  const all = rows.where(sql<boolean>`n / 0 > 0`)
  const looked: number[] = []
  const months: string[] = []
  const indexScan = (most: number) => {
    looked.push(most)
    return rows.where('n', '>', 1199 - most).where(sql<boolean>`n % 10 = 9`)
  }
  const alternateSource = { matching: all, few: () => all, most: 60_000, sliced: slicedInto(months, 100) }
  const listed = (page: number, total: number | undefined, among = 100_000, scanFactor = 1, source = alternateSource) =>
    listPage(db, all, newestFirst, { page, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      alternateSource: source,
      indexScan,
      scanFactor,
      expected: async () => (total === undefined ? total : { total, among }),
      mayCountLater: true,
    })
  const expected = Array.from({ length: 25 }, (_, n) => ({ id: String(949 - 10 * n) }))
  expect(await listed(2, 10_000)).toMatchObject({ total: 50, totalIsExact: false, totalFollows: true, items: expected })
  expect(looked).toEqual([1000])
  // Somewhat rarer among the newest than in all, as by chance.
  expect(await listed(2, 50_000)).toMatchObject({ total: 50, totalFollows: true, items: expected })
  expect(looked).toEqual([1000, 1000])
  looked.length = 0
  // Where they are rare, or nothing is known, nothing is looked through in vain.
  for (const total of [100, 0, undefined]) await expect(listed(1, total)).rejects.toThrow('division by zero')
  expect(looked).toEqual([])
  // Where they are much rarer among the newest than in all, the months around the page are read.
  expect(await listed(5, 6000, 12_000)).toMatchObject({ total: 125, totalFollows: true, items: itemsFrom(1099) })
  expect(looked).toEqual([2500])
  expect(months).toEqual(['11', '10'])
  looked.length = 0
  // Rows that are narrow are looked through for as long as the months of a large table would take.
  expect(await listed(2, 40_000, 5_000_000)).toMatchObject({ total: 50, totalFollows: true, items: itemsFrom(1174) })
  expect(looked).toEqual([])
  expect(await listed(2, 40_000, 5_000_000, 5)).toMatchObject({ total: 50, totalFollows: true, items: expected })
  expect(looked).toEqual([2000])
  months.length = 0
  // Where these tell that no more match than are counted with their page, the others are not asked.
  const { slice, ...sliced } = slicedInto(months, 100)
  const half = {
    ...alternateSource,
    sliced: { ...sliced, slice: (part: string[]) => slice(part).where(sql<boolean>`n % 2 = 0`) },
  }
  await expect(listed(20, 40_000, 12_000, 1, half)).rejects.toThrow('division by zero')
  expect(months).toEqual(['11'])
})

it('of words, fewer than half of what is counted at most are counted with their page', async () => {
  const words = rows.where(sql<boolean>`n / 0 > 0`)
  const listed = (total: number) =>
    listPage(db, words, newestFirst, { page: 1, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      alternateSource: { matching: words, few: () => words, most: 60_000, sliced: slicedInto([], 100) },
      found: () => words,
      mayCountLater: true,
      expected: async () => ({ total, among: 100_000 }),
    })
  expect(await listed(6000)).toMatchObject({ total: 25, totalFollows: true, items: itemsFrom(1199) })
  await expect(listed(4000)).rejects.toThrow('division by zero')
})

it.each([
  ['a guess does not ask for many months at first', 1, 3],
  ['the first ones tell how many more are needed', 4, 11],
])('where months are read alone, %s', async (_what, number, expected) => {
  const read: string[] = []
  const sliced = { ...slicedInto(read), readsOnlyMonths: true }
  const page = listPage(
    db,
    rows,
    newestFirst,
    { page: number, pageSize: 25 },
    async (ids) => ids.map((id) => ({ id })),
    {
      alternateSource: { matching: rows, few: () => rows, most: 60_000, sliced },
      mayCountLater: true,
      expected: async () => ({ total: 1, among: 5_000_000 }),
    },
  )
  expect((await page).items).toEqual(itemsFrom(1199 - 25 * (number - 1)))
  expect(read).toHaveLength(expected)
})

it('where the planner expects many, months without any do not lead to counting all of them; years of them do', async () => {
  const listed = async (before: number, total: number) => {
    const read: string[] = []
    const { slice, ...sliced } = slicedInto(read)
    const old = { ...sliced, readsOnlyMonths: true, slice: (part: string[]) => slice(part).where('n', '<', before) }
    // Whoever counts them divides by nothing.
    const all = rows.where(sql<boolean>`n / 0 > 0`)
    const page = listPage(db, all, newestFirst, { page: 1, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      alternateSource: { matching: all, few: () => all, most: 60_000, sliced: old },
      mayCountLater: true,
      expected: async () => ({ total, among: 5_000_000 }),
    })
    return { page, read }
  }
  // Nothing in the newest five months: one is asked for, then two, four, and one more.
  const few = await listed(1140, 50_000)
  expect(await few.page).toMatchObject({ total: 25, totalFollows: true, items: itemsFrom(1139) })
  expect(few.read).toHaveLength(8)
  const none = await listed(1140, 1000)
  await expect(none.page).rejects.toThrow('division by zero')
  const never = await listed(0, 50_000)
  await expect(never.page).rejects.toThrow('division by zero')
  expect(never.read).toHaveLength(31)
})

it('narrow rows are looked through for a page only where that takes less than reading months', async () => {
  const listed = async (total: number, every = 1) => {
    const [read, looked]: [string[], number[]] = [[], []]
    const indexScan = (most: number) => {
      looked.push(most)
      return rows.where(sql<boolean>`n % ${every}::int = 0`)
    }
    const sliced = { ...slicedInto(read, 100), readsOnlyMonths: true }
    await listPage(db, rows, newestFirst, { page: 1, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      alternateSource: { matching: rows, few: () => rows, most: 60_000, sliced },
      indexScan,
      scanFactor: 5,
      mayCountLater: true,
      expected: async () => ({ total, among: 5_000_000 }),
    })
    return { looked, read }
  }
  expect(await listed(250_000)).toEqual({ looked: [750], read: [] })
  expect(await listed(20_000)).toEqual({ looked: [], read: ['11'] })
  // A month of so many matches takes longer.
  expect(await listed(150_000)).toEqual({ looked: [1250], read: [] })
  expect(await listed(30_001, 150)).toEqual({ looked: [2000, 7500], read: ['11'] })
})

it.each([
  ['so few that the others are not looked through', 300, [2000]],
  ['where the page should be', 100, [2000, 6250]],
])('before many of the newest rows are looked through, the first ones tell %s', async (_what, every, expected) => {
  const looked: number[] = []
  const indexScan = (most: number) => {
    looked.push(most)
    return rows.where(sql<boolean>`n % ${every}::int = 0`)
  }
  const alternateSource = { matching: rows, few: () => rows, most: 60_000, sliced: slicedInto([], 100) }
  const page = await listPage(
    db,
    rows,
    newestFirst,
    { page: 1, pageSize: 25 },
    async (ids) => ids.map((id) => ({ id })),
    {
      alternateSource,
      indexScan,
      scanFactor: 5,
      mayCountLater: true,
      expected: async () => ({ total: 40_000, among: 5_000_000 }),
    },
  )
  expect(page.items).toEqual(itemsFrom(1199))
  expect(looked).toEqual(expected)
})

it('of more matches than months are asked for, the newest rows are looked through once', async () => {
  const looked: number[] = []
  const indexScan = (most: number) => {
    looked.push(most)
    return rows.where(sql<boolean>`n % 10 = 9`)
  }
  const all = rows.where(sql<boolean>`n / 0 > 0`)
  const alternateSource = { matching: all, few: () => all, most: 60_000, sliced: slicedInto([]) }
  const listed = (total: number, totalIsExact: boolean, page = 1) =>
    listPage(db, all, newestFirst, { page, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      alternateSource,
      indexScan,
      total: { total, totalIsExact },
    })
  const items = Array.from({ length: 25 }, (_, n) => ({ id: String(1199 - 10 * n) }))
  expect(await listed(120_000, false)).toMatchObject({ items })
  expect(looked).toEqual([7500])
  // Where months come next, and further down, fewer are looked through.
  expect(await listed(120_000, true)).toMatchObject({ items })
  await listed(120_000, false, 4)
  expect(looked).toEqual([7500, 2000, 8000])
})

it('of more matches than are scored, those that lead come first, and the others from what was counted', async () => {
  let counts = 0
  const few = () => {
    counts++
    return rows
  }
  const leading = ['7', '1199', '1190']
  const listed = (page: number, scoredMost = 500) =>
    listPage(db, rows, newestFirst, { page, pageSize: 25 }, async (ids) => ids.map((id) => ({ id })), {
      alternateSource: { matching: rows, few, most: 60_000 },
      ranked: { score: sql<number>`-n`, scoredMost, leading: async () => leading },
    })
  const all = Array.from({ length: 1200 }, (_, n) => String(1199 - n))
  const ordered = [...leading, ...all.filter((id) => !leading.includes(id))]
  for (const page of [1, 2, 48]) {
    const items = ordered.slice(25 * (page - 1), 25 * page).map((id) => ({ id }))
    expect(await listed(page)).toEqual({ items, total: 1200, totalIsExact: true, page, pageSize: 25 })
  }
  expect(counts).toBe(3)
  // Where all are scored nothing else leads.
  expect(await listed(1, 1200)).toMatchObject({ total: 1200, items: { 0: { id: '0' }, 1: { id: '1' } } })
})
