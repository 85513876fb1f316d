import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { Migrator } from 'kysely/migration'
import { createDatabase, type Database } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import { cleanUp } from './clean-up.ts'
import { asServerAdmin, onDatabase } from './test-postgres.ts'

export type TestDatabase = Database & {
  /** For a process or a pool of its own, as in `DATABASE_URL`. */
  url: string
}

/**
 * A migrated, empty database of this test's or test file's own, dropped after its last test.
 * Call it at the top of the file: `const { db } = await createTestDatabase()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copied file by file: through the log, as is the default, takes twice the work.
  await asServerAdmin(server, [`create database ${name} template ${template} strategy file_copy`])
  const url = onDatabase(server, name)
  // How long a request waits before it gives up is shown where it is the question; here it would tell a busy machine.
  const database = createDatabase({ connectionString: url, connectionTimeoutMillis: 0, statement_timeout: 0 })
  cleanUp(async () => {
    await database.close()
    await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  })
  return { ...database, url }
}

/**
 * A database of this test's or test file's own that has only the migrations up to and including `last`, for what a later one makes of
 * it. `migrate(db)` brings it up to date.
 */
export async function createDatabaseOf(last: keyof typeof migrations): Promise<Database> {
  const { url: server } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asServerAdmin(server, [`create database ${name} strategy file_copy`])
  const database = createDatabase({ connectionString: onDatabase(server, name) })
  cleanUp(async () => {
    await database.close()
    await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  })
  await migrateTo(database.db, last)
  return database
}

/** Runs the migrations up to and including `last`. */
export async function migrateTo(db: Database['db'], last: keyof typeof migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(last)
  if (error) throw new Error(`the migrations up to ${last} failed`, { cause: error })
}
