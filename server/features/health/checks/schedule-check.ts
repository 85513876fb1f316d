import { sql } from 'kysely'
import type { HealthCheck } from '../health-check.ts'

/** Plans that were missed: articles that should be out for a minute and are not, or what repeats every minute and does not. */
export const scheduleCheck: HealthCheck = {
  name: 'schedules',
  timeLimitMs: 3000,
  everyTurns: 2,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ late: number; silent: boolean | null }>`
      select (select count(*)::int from article where status = 'scheduled' and deleted_at is null
          and publish_at < now() - interval '1 minute') as late,
        (select max(coalesce(last_execution, known_since)) < now() - interval '5 minutes'
          from graphile_worker._private_known_crontabs) as silent`.execute(db)
    const { late = 0, silent = false } = rows[0] ?? {}
    return { value: late + (silent ? 1 : 0), facts: { late } }
  },
}
