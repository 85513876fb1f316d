/** Opens the database of this installation for a command, and closes it again however the command ends. */
import { mkdirSync } from 'node:fs'
import type { Config } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { databaseConnection, type DatabaseConnection } from '../server/db/database-hosts.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'

type EmbeddedSettings = Record<string, string>
type OpenDatabase = Pick<ReturnType<typeof createDatabase>, 'db' | 'pool'> & { connection: DatabaseConnection }

/** DATABASE_DIRECT_URL or DATABASE_URL, or the embedded database, which is started unless it runs. */
export async function withConnection<Result>(
  config: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
  settings: EmbeddedSettings = {},
): Promise<Result> {
  mkdirSync(config.dataDir, { recursive: true })
  const address = config.databaseDirectUrl ?? config.databaseUrl
  if (address) return work(databaseConnection(address))
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log, settings })
  try {
    return await work(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

/**
 * The database with its tables. Statements may take as long as they need. `isUpdated`: to the newest schema first;
 * `settings`: of the embedded database, should it be started.
 */
export function withDatabase<Result>(
  config: Config,
  { isUpdated, pool = {}, settings }: { isUpdated: boolean; pool?: DatabaseConnection; settings?: EmbeddedSettings },
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const open = async (connection: DatabaseConnection) => {
    const { close, ...database } = createDatabase({ ...pool, ...connection, statement_timeout: 0 })
    try {
      if (isUpdated) {
        await migrate(database.db)
        await migrateJobs(database.pool)
      }
      return await work({ ...database, connection })
    } finally {
      await close()
    }
  }
  return withConnection(config, open, settings)
}
