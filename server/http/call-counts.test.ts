import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../db/database.ts'
import { startDatabaseProxy } from '../db/testing/database-proxy.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createCallCounts, type CallCounts } from './call-counts.ts'
import type { Limit } from './rate-limit.ts'

const { db, url } = await createTestDatabase()
const limit: Limit = { max: 20, seconds: 60, of: 'calls of a test' }

/** How many of so many calls pass. */
function passed(counts: CallCounts, key: string, calls: number, ofLimit = limit): number {
  let passes = 0
  for (let n = 0; n < calls; n++) {
    try {
      counts.count(key, ofLimit)
      passes += 1
    } catch {
      // Refused.
    }
  }
  return passes
}

/** Processes whose clocks are set by the test; the rows of the database grow older with them. */
function createClock() {
  let skipped = 0
  const now = () => performance.now() + skipped * 1000
  const skipHere = (seconds: number) => (skipped += seconds)
  async function skip(seconds: number) {
    skipHere(seconds)
    await sql`update rate_limit set window_started_at = window_started_at - make_interval(secs => ${seconds})`.execute(
      db,
    )
  }
  return { now, skip, skipHere }
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
    expect.objectContaining({ code: 'too_many_requests', details: expect.objectContaining({ retryAfter: 15 }) }),
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
  const { now, skip } = createClock()
  const counts = createCallCounts(now)
  passed(counts, 'ended', 10)
  await counts.share(db)
  await skip(61)
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

it('counts no call twice when the database wrote it and the reply was lost', async () => {
  const proxy = await startDatabaseProxy(url)
  const far = createDatabase({ connectionString: proxy.url })
  onTestFinished(async () => {
    await far.close()
    proxy.close()
  })
  await sql`select 1`.execute(far.db)
  const counts = createCallCounts()
  passed(counts, 'unheard', 10)
  proxy.loseReplies()
  const shared = expect(counts.share(far.db)).rejects.toThrow()
  await expect.poll(() => stored('unheard')).toBe(10)
  proxy.heal()
  await shared
  await counts.share(far.db)
  expect(passed(counts, 'unheard', 20)).toBe(10)
  await counts.share(far.db)
  expect(await stored('unheard')).toBe(30)
})

const minute: Limit = { max: 100, seconds: 60, of: 'calls of a test' }

it('lets the whole limit pass in every minute of one process, however its counts are shared', async () => {
  const { now, skip } = createClock()
  const counts = createCallCounts(now)
  for (let minutes = 0; minutes < 3; minutes++) {
    for (let part = 0; part < 4; part++) {
      expect(passed(counts, 'alone', 25, minute)).toBe(25)
      await counts.share(db)
      await skip(14)
    }
    expect(passed(counts, 'alone', 5, minute)).toBe(0)
    await counts.share(db)
    await skip(4)
  }
})

it('lets the whole limit pass in the minutes of two processes together', async () => {
  const { now, skip } = createClock()
  const [one, other] = [createCallCounts(now), createCallCounts(now)]
  for (let minutes = 0; minutes < 3; minutes++) {
    for (let part = 0; part < 4; part++) {
      expect(passed(one, 'both', 15, minute)).toBe(15)
      expect(passed(other, 'both', 10, minute)).toBe(10)
      await one.share(db)
      await other.share(db)
      await skip(14)
    }
    // The other one was the last to share, so it knows all calls.
    expect(passed(other, 'both', 5, minute)).toBe(0)
    await skip(5)
  }
})

it('does not carry calls of the minute before into the next one when they are shared late', async () => {
  const { now, skip } = createClock()
  const [one, other] = [createCallCounts(now), createCallCounts(now)]
  // Too few to be shared.
  expect(passed(other, 'late', 9, minute)).toBe(9)
  await skip(50)
  expect(passed(one, 'late', 80, minute)).toBe(80)
  await one.share(db)
  expect(passed(other, 'late', 5, minute)).toBe(5)
  await other.share(db)
  expect(passed(one, 'late', 1, minute)).toBe(1)
  await one.share(db)
  // The minute of the first nine calls is over.
  await skip(11)
  expect(passed(one, 'late', 100, minute)).toBe(100)
})

it('begins a new minute while the count of the last one is being shared', async () => {
  const { now, skipHere } = createClock()
  const counts = createCallCounts(now)
  expect(passed(counts, 'during', 50, minute)).toBe(50)
  await counts.share(db)
  expect(passed(counts, 'during', 40, minute)).toBe(40)
  const sharing = counts.share(db)
  skipHere(61)
  expect(passed(counts, 'during', 1, minute)).toBe(1)
  await sharing
  expect(passed(counts, 'during', 100, minute)).toBe(99)
})

it('takes a window in the future, of a clock that was put back, for over', async () => {
  const { now, skipHere } = createClock()
  const counts = createCallCounts(now)
  passed(counts, 'put back', 90, minute)
  await counts.share(db)
  await sql`update rate_limit set window_started_at = now() + interval '1 hour' where key = 'put back'`.execute(db)
  passed(counts, 'put back', 1, minute)
  await counts.share(db)
  skipHere(60)
  expect(passed(counts, 'put back', 100, minute)).toBe(100)
})

it('says which limit was met', () => {
  const counts = createCallCounts()
  passed(counts, 'said', 20)
  expect(() => counts.count('said', limit)).toThrow('At most 20 calls of a test in 60 seconds')
})
