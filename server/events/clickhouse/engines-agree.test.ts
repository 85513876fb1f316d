import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createTestClickHouse } from '../../testing/test-events.ts'
import type { EventBatch, EventStore, ReaderEvent } from '../event-store.ts'
import { createPostgresEvents } from '../postgres/postgres-events.ts'
import { answersOf, callsOf, createWorld } from '../testing/event-world.ts'
import { createClickHouseEvents } from './clickhouse-events.ts'
import { ch } from './clickhouse-sql.ts'

const [{ db }, { db: ledger }, clickHouse] = [
  await createTestDatabase(),
  await createTestDatabase(),
  await createTestClickHouse(),
]
const stores: EventStore[] = [createPostgresEvents(db), createClickHouseEvents(clickHouse, ledger)]
const world = createWorld(7, 8000, { days: 1 })
const each = (work: (store: EventStore) => Promise<unknown>) => Promise.all(stores.map(work))
const compare = async () => {
  const [postgres, inClickHouse] = await each((store) => answersOf(store, world))
  for (const [question, answer] of Object.entries(postgres as object))
    expect([question, (inClickHouse as Record<string, unknown>)[question]]).toEqual([question, answer])
  return postgres as Record<string, unknown>
}
const calls = [...callsOf(world)]

/** Today's engine answers one statement at a time in the tests. */
const SLOWEST_MS = 300_000

describe('both engines', { timeout: SLOWEST_MS }, () => {
  it('give the same answer to every question, with repeats, calls sent twice and late events', async () => {
    // The second half comes after the first was counted: all hours are counted twice.
    const middle = Math.floor(calls.length / 2)
    for (const part of [calls.slice(0, middle), calls.slice(middle)]) {
      for (let from = 0; from < part.length; from += 200)
        await each((store) => store.append(part.slice(from, from + 200)))
      await each((store) => store.rollUp())
    }
    const answers = await compare()
    for (const [question, answer] of Object.entries(answers))
      expect([question, JSON.stringify(answer)?.length > 12]).toEqual([question, true])
  })

  it('forget what a late event has turned into a repeat', async () => {
    const at = world.period.from.getTime() + 10 * 3_600_000
    const event = (minutes: number): ReaderEvent => ({
      kind: 'view',
      at: new Date(at + minutes * 60_000),
      visitor: Buffer.from('sleepers'),
      article: world.articles.at(-1)!,
    })
    const send = async (minutes: number): Promise<void> => {
      const batch: EventBatch = { id: undefined, events: [event(minutes)] }
      await each((store) => store.append([batch]))
      await each((store) => store.rollUp())
    }
    const views = async () => {
      const [postgres] = await each((store) => store.pageViews(world.period, [world.articles.at(-1)!]))
      return (postgres as { views: number }[]).reduce((sum, hour) => sum + hour.views, 0)
    }
    await send(61)
    const before = await views()
    await send(40)
    await compare()
    expect(await views()).toBe(before)
  })

  it('count again what was lost', async () => {
    for (const table of ['article_view_hour', 'term_key_hour', 'ad_hour'])
      await clickHouse.run(ch`truncate table ${{ sql: table }}`)
    await each((store) => store.rebuild(world.period))
    await compare()
  })

  it('say how many calls they did not have, where this is remembered', async () => {
    const batch = { ...calls[0]!, id: '0198a000-0000-4000-8000-000000000001', isKept: true }
    expect(await each((store) => store.append([batch, batch]))).toEqual([1, 1])
    expect(await each((store) => store.append([batch]))).toEqual([0, 0])
  })
})
