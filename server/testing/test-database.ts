import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { createDatabase, type Database } from '../db/database.ts'
import { asServerAdmin, onDatabase } from './test-postgres.ts'

export type TestDatabase = Database & {
  /** For a process or a pool of its own, as in `DATABASE_URL`. */
  url: string
}

/**
 * A migrated, empty database of this test file's own, dropped after its last test.
 * Call it at the top of the file: `const { db } = await createTestDatabase()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asServerAdmin(server, [`create database ${name} template ${template}`])
  const url = onDatabase(server, name)
  // How long a request waits before it gives up is shown where it is the question; here it would tell a busy machine.
  const database = createDatabase({ connectionString: url, connectionTimeoutMillis: 0, statement_timeout: 0 })
  afterAll(async () => {
    await database.close()
    await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  })
  return { ...database, url }
}
