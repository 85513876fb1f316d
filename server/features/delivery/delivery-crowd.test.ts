import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { createDatabase, DELIVERY_POOL } from '../../db/database.ts'
import { createTestApp } from '../../testing/app.ts'

const { services, databaseUrl, signIn, db: own } = await createTestApp()
// With the connections and the time limits of real life.
const requests = createDatabase({ connectionString: databaseUrl })
const delivery = createDatabase({ connectionString: databaseUrl, ...DELIVERY_POOL })
const app = await buildApp({ ...services, db: requests.db, deliveryDb: delivery.db, pool: requests.pool })
afterAll(async () => {
  await app.close()
  await Promise.all([requests.close(), delivery.close()])
})
const figures: Record<string, string | number>[] = []
afterAll(() => console.table(figures))

async function timed(url: string, headers: Record<string, string> = {}) {
  const began = performance.now()
  const reply = await app.inject({ url, headers })
  return { reply, status: reply.statusCode, ms: Math.round(performance.now() - began) }
}

it('70 searches of a viewer that take all of their time delay neither readers nor another person', async () => {
  const [viewer, editor] = [await signIn('viewer'), await signIn('editor')]
  expect((await timed('/content/v1/articles')).status).toBe(200)
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  // No search of articles gets anywhere while this is held: as slow as a search can be.
  const slow = own.transaction().execute(async (trx) => {
    await sql`lock table article_facets, article in access exclusive mode`.execute(trx)
    locked()
    await until
  })
  await isLocked
  let over = false
  const searches = Promise.all(
    Array.from({ length: 70 }, (_, n) => timed(`/api/articles?q=bridge+${n}`, viewer.headers)),
  ).finally(() => (over = true))
  await expect
    .poll(
      async () =>
        (await sql`select from pg_locks where not granted and locktype = 'relation'`.execute(own)).rows.length,
    )
    .toBeGreaterThan(1)
  const readers = await Promise.all(Array.from({ length: 10 }, () => timed('/content/v1/articles')))
  const other = await timed('/api/session', editor.headers)
  expect(over).toBe(false)
  release()
  await slow
  const answers = await searches
  const refused = answers.filter(({ status }) => status === 503)
  figures.push({
    '70 searches': `${answers.length - refused.length} × 200, ${refused.length} × 503`,
    'delivery beside them': [...new Set(readers.map(({ status }) => status))].join(),
    'longest, ms': Math.max(...readers.map(({ ms }) => ms)),
    'another person': other.status,
    'after ms': other.ms,
  })
  expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200))
  expect(other.status).toBe(200)
  // Four run and sixty wait; the others are told when to come again.
  expect(refused).toHaveLength(6)
  for (const { reply } of refused) {
    expect(reply.headers['retry-after']).toBe('2')
    expect(reply.json()).toMatchObject({ code: 'busy' })
  }
})
