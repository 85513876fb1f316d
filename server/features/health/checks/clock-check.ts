import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** How far the clock of this machine is from that of the database, corrected for the way there and back. */
export const clockCheck: HealthCheck = {
  name: 'clock',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db, now }) {
    const begun = performance.now()
    const sent = now()
    const { rows } = await sql<{ at: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
    const roundTrip = performance.now() - begun
    const [row] = rows
    return row ? { value: Math.abs(sent + roundTrip / 2 - row.at), facts: { roundTrip } } : { value: null }
  },
}
