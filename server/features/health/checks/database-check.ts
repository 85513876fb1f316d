import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** How long the database takes to answer the shortest question. */
export const databaseCheck: HealthCheck = {
  name: 'database',
  timeLimitMs: 3000,
  onFailure: 'bad',
  async measure({ db }) {
    const begun = performance.now()
    await sql`select 1`.execute(db)
    return { value: performance.now() - begun }
  },
}
