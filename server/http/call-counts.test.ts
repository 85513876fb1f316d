import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { createCallCounts, type CallCounts } from './call-counts.ts'
import type { Limit } from './rate-limit.ts'

const { db } = await createTestDatabase()
const limit: Limit = { max: 20, seconds: 60 }

/** How many of so many calls pass. */
function passed(counts: CallCounts, key: string, calls: number): number {
  let passes = 0
  for (let n = 0; n < calls; n++) {
    try {
      counts.count(key, limit)
      passes += 1
    } catch {
      // Refused.
    }
  }
  return passes
}
const stored = async (key: string) =>
  (await db.selectFrom('rateLimit').where('key', '=', key).select('hits').executeTakeFirst())?.hits

it('lets as many calls pass as the limit says, and says how long to wait', () => {
  let now = 0
  const counts = createCallCounts(() => now)
  expect(passed(counts, 'one', 30)).toBe(20)
  expect(passed(counts, 'other', 5)).toBe(5)
  now = 45_000
  expect(() => counts.count('one', limit)).toThrow(
    expect.objectContaining({ code: 'too_many_requests', details: { retryAfter: 15 } }),
  )
  now = 60_000
  expect(passed(counts, 'one', 30)).toBe(20)
})

it('counts the calls of other processes, too, once both have shared theirs', async () => {
  const [one, other] = [createCallCounts(), createCallCounts()]
  expect(passed(one, 'shared', 12)).toBe(12)
  expect(passed(other, 'shared', 3)).toBe(3)
  await one.share(db)
  await other.share(db)
  expect(await stored('shared')).toBe(15)
  expect(passed(other, 'shared', 10)).toBe(5)
  await other.share(db)
  passed(one, 'shared', 1)
  await one.share(db)
  expect(passed(one, 'shared', 10)).toBe(0)
})

it('writes no row for a few calls, and none for calls that were shared already', async () => {
  const counts = createCallCounts()
  passed(counts, 'few', 1)
  await counts.share(db)
  expect(await stored('few')).toBeUndefined()
  passed(counts, 'few', 4)
  await counts.share(db)
  await counts.share(db)
  expect(await stored('few')).toBe(5)
})

it('begins a new window where that of the table has ended', async () => {
  const counts = createCallCounts()
  passed(counts, 'ended', 10)
  await counts.share(db)
  await db
    .updateTable('rateLimit')
    .set({ windowStartedAt: new Date(Date.now() - 61_000).toISOString() })
    .where('key', '=', 'ended')
    .execute()
  passed(counts, 'ended', 4)
  await counts.share(db)
  expect(await stored('ended')).toBe(4)
  expect(passed(counts, 'ended', 20)).toBe(16)
})

it('keeps what it could not share', async () => {
  const counts = createCallCounts()
  passed(counts, 'later', 10)
  await db.schema.alterTable('rate_limit').renameTo('rate_limit_away').execute()
  await expect(counts.share(db)).rejects.toThrow()
  await db.schema.alterTable('rate_limit_away').renameTo('rate_limit').execute()
  await counts.share(db)
  expect(await stored('later')).toBe(10)
})
