import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** How large the database is. No size is wrong by itself: the check of the disk tells when room runs out. */
export const databaseSizeCheck: HealthCheck = {
  name: 'database_size',
  timeLimitMs: 3000,
  everyTurns: 12,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return { value: rows[0]?.bytes ?? null }
  },
}
