import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** How long the longest statement has been running that waits for no lock. What counts readers may take its time. */
export const slowQueryCheck: HealthCheck = {
  name: 'slow_queries',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ seconds: number | null; pid: number | null; running: number }>`
      select extract(epoch from max(clock_timestamp() - query_start))::float8 as seconds, count(*)::int as running,
        (array_agg(pid order by query_start))[1] as pid
      from pg_stat_activity
      where datname = current_database() and state = 'active' and backend_type = 'client backend'
        and pid <> pg_backend_pid() and wait_event_type is distinct from 'Lock'
        and application_name not in ('copydesk counting', 'copydesk health')`.execute(db)
    const [row] = rows
    return {
      value: Math.max(0, row?.seconds ?? 0),
      facts: row?.pid ? { connections: row.running, processId: row.pid } : {},
    }
  },
}
