import type { Config } from '../server/config.ts'
import { databaseConnection, type DatabaseConnection } from '../server/db/database-hosts.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'

/** The database of this installation: DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function reachDatabase(
  config: Config,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const address = config.databaseDirectUrl ?? config.databaseUrl
  if (address) return { connection: databaseConnection(address), stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
  return { connection: embedded.connection, stop: embedded.stop }
}
