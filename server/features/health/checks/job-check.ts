import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** For how long the oldest job that is due has been waiting, and whether anything works the queue. */
export const jobCheck: HealthCheck = {
  name: 'jobs',
  timeLimitMs: 3000,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ seconds: number | null; waiting: number; workers: number }>`
      select extract(epoch from clock_timestamp() - min(run_at))::float8 as seconds, count(*)::int as waiting,
        (select count(*)::int from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())
          and classid = hashtext('copydesk jobs')::oid) as workers
      from graphile_worker._private_jobs where is_available and run_at <= clock_timestamp()`.execute(db)
    const { seconds = null, waiting = 0, workers = 0 } = rows[0] ?? {}
    const value = Math.max(0, seconds ?? 0)
    const facts = { waiting, workers }
    return workers === 0 ? { value, facts, state: 'bad', cause: 'no_worker' } : { value, facts }
  },
}
