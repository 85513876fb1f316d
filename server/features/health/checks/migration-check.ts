import { lastMigration, pendingMigrations } from '../../../db/migrate.ts'
import type { HealthCheck } from '../health-check.ts'

/** How many steps of the schema that this version needs have not run. */
export const migrationCheck: HealthCheck = {
  name: 'migrations',
  timeLimitMs: 3000,
  everyTurns: 2,
  needsDatabase: true,
  onFailure: 'bad',
  async measure({ db }) {
    const pending = await pendingMigrations(db)
    const last = await lastMigration(db)
    const facts = last ? { lastMigration: Number.parseInt(last, 10) } : {}
    return { value: pending.length, detail: pending.slice(0, 3).join(', ') || (last ?? ''), facts }
  },
}
