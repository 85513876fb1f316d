import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { withTaxonomyLock, lockTaxonomyShared } from './taxonomy-lock.ts'
import { createDatabase } from './database.ts'

const { db, url } = await createTestDatabase()
const held = async () => {
  const { rows } = await sql<{ mode: string }>`select mode from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ mode }) => mode)
}

it('a brief lock of the taxonomy lets others go on before the transaction ends', async () => {
  await withTaxonomyLock(db, async (_trx, whileExclusive) => {
    await whileExclusive(async () => expect(await held()).toEqual(['ExclusiveLock', 'ExclusiveLock']))
    // Its turn among those that change many articles.
    expect(await held()).toEqual(['ExclusiveLock'])
  })
})

it('and also when it fails while holding it', async () => {
  const failing = withTaxonomyLock(db, async (trx, whileExclusive) => {
    await whileExclusive(async () => void (await sql`select 1 / 0`.execute(trx)))
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await held()).toEqual([])
})

it('what changes many articles waits for a long import instead of failing, and lets others save meanwhile', async () => {
  // With a statement time limit that the import outlasts by far.
  const requests = createDatabase({ connectionString: url, statement_timeout: 600 })
  afterAll(requests.close)
  let finish = () => {}
  const until = new Promise<void>((resolve) => (finish = resolve))
  let started = () => {}
  const isStarted = new Promise<void>((resolve) => (started = resolve))
  const importing = db.transaction().execute(async (trx) => {
    await lockTaxonomyShared(trx)
    started()
    await until
  })
  await isStarted
  let over = false
  const merges = Promise.all(
    Array.from({ length: 12 }, () =>
      withTaxonomyLock(requests.db, (_trx, whileExclusive) => whileExclusive(async () => 'merged')),
    ),
  ).finally(() => (over = true))
  merges.catch(() => {})
  const began = performance.now()
  for (let saves = 0; performance.now() - began < 1500; saves++)
    await requests.db.transaction().execute((trx) => lockTaxonomyShared(trx))
  expect(over).toBe(false)
  // Those that wait for their turn keep no connections.
  expect(requests.pool.totalCount - requests.pool.idleCount).toBeLessThanOrEqual(2)
  finish()
  await importing
  expect(await merges).toEqual(Array.from({ length: 12 }, () => 'merged'))
  expect(await held()).toEqual([])
})

it('articles may be saved again at once when locking the rows failed, while the transaction is still open', async () => {
  await withTaxonomyLock(db, async (_trx, whileExclusive) => {
    const failing = whileExclusive(async () => {
      expect(await held()).toEqual(['ExclusiveLock', 'ExclusiveLock'])
      throw new Error('no rows')
    })
    await expect(failing).rejects.toThrow('no rows')
    expect(await held()).toEqual(['ExclusiveLock'])
  })
})
