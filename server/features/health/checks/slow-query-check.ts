import { sql } from 'kysely'
import { isRunning } from '../database-connection-queries.ts'
import type { HealthCheck } from '../health-check.ts'

/** How long the longest statement has been running that waits for no lock. */
export const slowQueryCheck: HealthCheck = {
  name: 'slow_queries',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ seconds: number | null; pid: number | null; running: number }>`
      select extract(epoch from max(clock_timestamp() - query_start))::float8 as seconds, count(*)::int as running,
        (array_agg(pid order by query_start))[1] as pid
      from pg_stat_activity where ${isRunning}`.execute(db)
    const [row] = rows
    return {
      value: Math.max(0, row?.seconds ?? 0),
      facts: row?.pid ? { connections: row.running, processId: row.pid } : {},
    }
  },
}
