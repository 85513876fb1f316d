import { sql } from 'kysely'
import { waits } from '../database-connection-queries.ts'
import type { HealthCheck } from '../health-check.ts'

/** How long the longest wait for a lock has lasted, and which connection of the database most of them wait for. */
export const lockCheck: HealthCheck = {
  name: 'locks',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ seconds: number | null; blocked: number; holder: number | null }>`
      with ${waits}
      select extract(epoch from max(clock_timestamp() - coalesce(waitstart, clock_timestamp())))::float8 as seconds,
        count(*)::int as blocked,
        (select root from behind where root not in (select pid from waits)
          group by root order by count(*) desc, root limit 1) as holder
      from pg_locks where not granted and locktype <> 'advisory' and pid in (select pid from waits)`.execute(db)
    const [row] = rows
    return {
      value: Math.max(0, row?.seconds ?? 0),
      facts: row?.blocked ? { blocked: row.blocked, ...(row.holder && { processId: row.holder }) } : {},
    }
  },
}
