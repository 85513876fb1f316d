import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isMigrated } from '../db/migrate.ts'
import { createTestDatabase } from './test-database.ts'

const one = await createTestDatabase()
const other = await createTestDatabase()

it('a test file gets a migrated database', async () => {
  expect(await isMigrated(one.db)).toBe(true)
})

it('two databases never see each other', async () => {
  await sql`create table mine (n int)`.execute(one.db)
  await expect(sql`select from mine`.execute(other.db)).rejects.toThrow(/does not exist/)
})
