import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** How long the longest wait for a lock has lasted, and which connection of the database holds that lock. */
export const lockCheck: HealthCheck = {
  name: 'locks',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    // Advisory locks are how servers take turns: waiting for one is nothing unusual.
    const { rows } = await sql<{ seconds: number | null; blocked: number; holder: number | null }>`
      select extract(epoch from max(clock_timestamp() - coalesce(waitstart, clock_timestamp())))::float8 as seconds,
        count(*)::int as blocked,
        (pg_blocking_pids((array_agg(pid order by waitstart))[1]))[1] as holder
      from pg_locks
      where not granted and locktype <> 'advisory'
        and (database is null or database = (select oid from pg_database where datname = current_database()))`.execute(
      db,
    )
    const [row] = rows
    return {
      value: Math.max(0, row?.seconds ?? 0),
      facts: row?.blocked ? { blocked: row.blocked, ...(row.holder !== null && { processId: row.holder }) } : {},
    }
  },
}
