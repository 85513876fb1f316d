import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { createDatabase } from './database.ts'
import { poolerProblem } from './pooler.ts'

const { url } = await createTestDatabase()
const open = (settings: { statement_timeout?: number } = {}) => {
  const database = createDatabase({ connectionString: url, ...settings })
  afterAll(database.close)
  return database.pool
}

it('PostgreSQL itself is no pooler, and its time limits hold', async () => {
  expect(await poolerProblem(open(), false)).toEqual({})
})

it('a pooler that drops the time limit of statements is refused', async () => {
  // What PgBouncer makes of it.
  const { missing } = await poolerProblem(open({ statement_timeout: 0 }), true)
  expect(missing).toContain('drops statement_timeout')
})

it('a pooler without an address of PostgreSQL itself is pointed out', async () => {
  const pool = open()
  const client = await pool.connect()
  // PgBouncer tells a number of its own.
  Object.assign(client, { processID: 1 })
  client.release()
  expect((await poolerProblem(pool, false)).hint).toContain('DATABASE_DIRECT_URL')
  expect(await poolerProblem(pool, true)).toEqual({})
})
