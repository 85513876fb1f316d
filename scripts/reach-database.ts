import type pg from 'pg'
import type { Config } from '../server/config.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'

/** The database of this installation: DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function reachDatabase(config: Config): Promise<{ connection: pg.PoolConfig; stop: () => Promise<void> }> {
  if (config.databaseUrl) return { connection: { connectionString: config.databaseUrl }, stop: async () => {} }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
  return { connection: embedded.connection, stop: embedded.stop }
}
