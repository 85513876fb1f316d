import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { holdCatalogueBriefly } from './catalogue-lock.ts'

const { db } = await createTestDatabase()
const held = async () => {
  const { rows } = await sql<{ mode: string }>`select mode from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ mode }) => mode)
}

it('who holds the catalogue briefly lets others go on before the transaction ends', async () => {
  await holdCatalogueBriefly(db, async (_trx, holdBriefly) => {
    await holdBriefly(async () => expect(await held()).toEqual(['ExclusiveLock', 'ExclusiveLock']))
    // Its turn among those that change many articles.
    expect(await held()).toEqual(['ExclusiveLock'])
  })
})

it('and also when it fails while holding it', async () => {
  const failing = holdCatalogueBriefly(db, async (trx, holdBriefly) => {
    await holdBriefly(async () => void (await sql`select 1 / 0`.execute(trx)))
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await held()).toEqual([])
})
