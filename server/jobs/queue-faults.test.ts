import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { databaseConnection } from '../db/database-hosts.ts'
import { createDatabase } from '../db/database.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { addJob, startJobRunner } from './job-queue.ts'

const { db, pool, url } = await createTestDatabase()
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

// A rejection that no one waits for ends the process; here it fails the run.
it.each(['done', 'failed'])(
  'a job that is %s while the database is away is begun again, and the process lives',
  async (outcome) => {
    let [begun, away] = [0, false]
    const connect = pool.connect.bind(pool) as () => Promise<unknown>
    const refusing = vi.spyOn(pool, 'connect').mockImplementation((...given: unknown[]) => {
      if (!away) return (connect as (...args: unknown[]) => Promise<unknown>)(...given)
      return Promise.reject(new Error('Connection terminated due to connection timeout'))
    })
    ends.push(() => refusing.mockRestore())
    const runner = await startJobRunner(
      pool,
      {
        note: async () => {
          begun++
          if (begun > 1) return
          away = true
          setTimeout(() => (away = false), 500)
          if (outcome === 'failed') throw new Error('statement timeout')
        },
      },
      '',
      () => undefined,
      100,
    )
    ends.unshift(runner.stop)
    await addJob(db, 'note', {})
    await expect.poll(() => begun, { timeout: 20_000 }).toBe(2)
    await expect.poll(async () => (await pool.query('select from graphile_worker.jobs')).rows.length).toBe(0)
  },
)

it('a queue whose first query failed works once the database answers', async () => {
  await db.executeQuery(sql`alter table graphile_worker._private_tasks rename to tasks_away`.compile(db))
  const own = createDatabase(databaseConnection(url))
  ends.unshift(own.close)
  let [refused, done] = [0, 0]
  own.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown> | undefined
    const counted = (...given: unknown[]) => {
      const answer = query(...given)
      answer?.catch?.((error: Error) => (refused += Number(error.message.includes('_private_tasks'))))
      return answer
    }
    client.query = counted as typeof client.query
  })
  const runner = await startJobRunner(own.pool, { note: async () => void done++ }, '', () => undefined, 100)
  ends.unshift(runner.stop)
  await expect.poll(() => refused).toBeGreaterThan(0)
  await db.executeQuery(sql`alter table graphile_worker.tasks_away rename to _private_tasks`.compile(db))
  await addJob(db, 'note', {})
  await expect.poll(() => done, { timeout: 30_000 }).toBe(1)
})
