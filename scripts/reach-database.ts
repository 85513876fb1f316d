/** Opens the database of this installation for a command, and closes it again however the command ends. */
import type { Config } from '../server/config.ts'
import { createDatabase } from '../server/db/database.ts'
import { databaseVariable, requireDatabase } from '../server/db/database-address.ts'
import { databaseConnection, type DatabaseConnection } from '../server/db/database-hosts.ts'
import { hasPlace } from '../server/db/embedded/place.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate, migrationsBegan } from '../server/db/migrate.ts'
import { makeFolder } from '../server/db/embedded/make-folder.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'

type EmbeddedSettings = Record<string, string>
type OpenDatabase = Pick<ReturnType<typeof createDatabase>, 'db' | 'pool'> & { connection: DatabaseConnection }

/**
 * What the command needs: the tables as they are; brought up to date; or made where there are none. But for the last one it
 * is a mistake when there is no Copydesk, as where DATA_DIR was forgotten.
 */
type Schema = 'present' | 'current' | 'made'

/** DATABASE_DIRECT_URL or DATABASE_URL, or the embedded database, which is started unless it runs. */
export async function withConnection<Result>(
  config: Config,
  work: (connection: DatabaseConnection) => Promise<Result>,
  settings: EmbeddedSettings = {},
): Promise<Result> {
  const variable = databaseVariable(config)
  if (variable) {
    const connection = databaseConnection(config.databaseDirectUrl ?? config.databaseUrl ?? '')
    await requireAddress(connection, variable)
    makeFolder(config.dataDir)
    return work(connection)
  }
  makeFolder(config.dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log, settings })
  try {
    return await work(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

/** Under a name of its own: a restore counts the connections of Copydesk. */
async function requireAddress(connection: DatabaseConnection, variable: string): Promise<void> {
  const { pool, close } = createDatabase({
    ...connection,
    max: 1,
    connectionTimeoutMillis: 10_000,
    application_name: 'address check',
  })
  await requireDatabase(pool, variable).finally(close)
}

/**
 * The database with its tables. Statements may take as long as they need.
 * @param options.settings of the embedded database, should it be started
 * @throws Error with a sentence when there is no Copydesk and none is to be made
 */
export async function withDatabase<Result>(
  config: Config,
  { schema, pool = {}, settings }: { schema: Schema; pool?: DatabaseConnection; settings?: EmbeddedSettings },
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const isEmbedded = databaseVariable(config) === undefined
  if (isEmbedded && schema !== 'made' && !hasPlace(config.dataDir))
    throw new Error(`There is no Copydesk in ${config.dataDir}. Set DATA_DIR to that of the server.`)
  const open = async (connection: DatabaseConnection) => {
    const { close, ...database } = createDatabase({ ...pool, ...connection, statement_timeout: 0 })
    try {
      if (schema !== 'made' && !(await migrationsBegan(database.db)))
        throw new Error('There is no Copydesk in this database.')
      if (schema !== 'present') {
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
