import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../db/database.ts'
import { createTestApp } from '../../testing/app.ts'

const { services, databaseUrl, signIn, db: own } = await createTestApp()
// With the connections and the time limits of real life.
const requests = createDatabase({ connectionString: databaseUrl })
const app = await buildApp({ ...services, db: requests.db, pool: requests.pool })
afterAll(async () => {
  await app.close()
  await requests.close()
})

it('searches of everything that take all of their time leave connections to another person', async () => {
  const [viewer, editor] = [await signIn('viewer'), await signIn('editor')]
  const ask = async (url: string, headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode
  let searches: Promise<number>[] = []
  await own.transaction().execute(async (trx) => {
    // No part of a search gets anywhere while this is held.
    await sql`lock table article, media, album in access exclusive mode`.execute(trx)
    searches = Array.from({ length: 12 }, (_, n) => ask(`/api/search?q=bridge+${n}`, viewer.headers))
    const waiting = () =>
      sql`select from pg_locks where not granted and locktype = 'relation'`.execute(trx).then(({ rows }) => rows.length)
    await expect.poll(waiting).toBeGreaterThan(3)
    const calls = Array.from({ length: 5 }, () => ask('/api/session', editor.headers))
    expect(await Promise.all(calls)).toEqual(calls.map(() => 200))
    expect(await waiting()).toBeLessThanOrEqual(7)
  })
  await Promise.all(searches)
})
