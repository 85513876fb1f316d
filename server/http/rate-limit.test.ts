import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { countHit, countTry, forgetHits, sweepRateLimits } from './rate-limit.ts'

const { db } = await createTestDatabase()
const limit = { max: 3, seconds: 60, of: 'calls of a test' }
const passed = async (hits: Promise<void>[]) =>
  (await Promise.allSettled(hits)).filter(({ status }) => status === 'fulfilled').length
const later = (key: string, seconds: number) =>
  sql`update rate_limit set window_started_at = window_started_at - make_interval(secs => ${seconds}) where key = ${key}`.execute(
    db,
  )

describe('a limit', () => {
  it('lets exactly its number through, however many come at once', async () => {
    expect(await passed(Array.from({ length: 40 }, () => countHit(db, 'race', limit)))).toBe(3)
  })

  it('starts again when its time is over, and says when that is', async () => {
    for (let n = 0; n < 3; n++) await countHit(db, 'window', limit)
    await later('window', 20)
    await expect(countHit(db, 'window', limit)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfter: 40, detail: 'At most 3 calls of a test in 60 seconds' },
    })
    await later('window', 41)
    await countHit(db, 'window', limit)
  })

  it('is forgotten when nothing looks at it any more', async () => {
    await countHit(db, 'old', limit)
    await later('old', 3 * 3600)
    await sweepRateLimits(db)
    expect(await db.selectFrom('rateLimit').where('key', '=', 'old').selectAll().execute()).toEqual([])
  })
})

describe('a slowing limit', () => {
  it('lets exactly its number through, however many come at once', async () => {
    expect(await passed(Array.from({ length: 40 }, () => countTry(db, 'race of tries', limit)))).toBe(3)
  })

  it('waits 8 seconds, then 16, then 32, and hammering does not make it longer', async () => {
    for (let n = 0; n < 3; n++) await countTry(db, 'slow', limit)
    for (const pause of [8, 16, 32]) {
      for (let n = 0; n < 5; n++)
        await expect(countTry(db, 'slow', limit)).rejects.toMatchObject({ details: { retryAfter: pause } })
      await later('slow', pause)
      await countTry(db, 'slow', limit)
    }
  })

  it('begins again after success', async () => {
    for (let n = 0; n < 3; n++) await countTry(db, 'good', limit)
    await forgetHits(db, 'good')
    await countTry(db, 'good', limit)
  })
})
