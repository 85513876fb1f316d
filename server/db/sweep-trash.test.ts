import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { sweepTrash } from './sweep-trash.ts'

const { db, pool } = await createTestDatabase()

async function createPlacement(trashedDays: number | null): Promise<string> {
  const id = uuidv7()
  await sql`insert into placement (id, key, name, sizes, deleted_at)
    values (${id}, ${id}, ${`Placement ${id}`}, '[]', now() - make_interval(days => ${trashedDays}::int))`.execute(db)
  return id
}

it('deletes what has been in the trash for thirty days, in any number, and nothing else', async () => {
  const old = await Promise.all(Array.from({ length: 405 }, () => createPlacement(31)))
  const [live, fresh] = [await createPlacement(null), await createPlacement(29)]
  const inUse = old[200]!
  const batches: number[] = []
  await sweepTrash(db, {
    table: 'placement',
    title: 'name',
    erase: async (trx, rows) => {
      batches.push(rows.length)
      expect(rows[0]?.title).toBe(`Placement ${rows[0]?.id}`)
      const ids = rows.map(({ id }) => id).filter((id) => id !== inUse)
      await trx.deleteFrom('placement').where('id', 'in', ids).execute()
    },
  })
  // A row that cannot go yet is asked for once, and does not keep the sweep from ending.
  expect(batches).toEqual([200, 200, 5])
  const left = await db.selectFrom('placement').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([live, fresh, inUse].toSorted())
})

it('a row that someone has locked waits for the next sweep', async () => {
  const [locked, free] = [await createPlacement(31), await createPlacement(31)]
  const seen: string[] = []
  const sweep = () =>
    sweepTrash(db, {
      table: 'placement',
      title: 'name',
      where: sql`id = any(${[locked, free]}::uuid[])`,
      erase: async (_trx, rows) => void seen.push(...rows.map(({ id }) => id)),
    })
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from placement where id = $1 for update', [locked])
  await sweep()
  expect(seen).toEqual([free])
  await client.query('rollback')
  client.release()
  await sweep()
  expect(seen.toSorted()).toEqual([free, locked, free].toSorted())
})
