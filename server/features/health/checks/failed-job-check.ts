import { sql } from 'kysely'
import { readFailure } from '../../../jobs/job-failure-rules.ts'
import { isGivenUp, isNoMail } from '../failed-job-queries.ts'
import type { HealthCheck } from '../health-check.ts'
import { detailOf } from '../health-state-rules.ts'

/** How many jobs and mails were given up after their last try. */
export const failedJobCheck: HealthCheck = {
  name: 'failed_jobs',
  timeLimitMs: 3000,
  everyTurns: 2,
  needsDatabase: true,
  onFailure: 'unknown',
  async measure({ db }) {
    const { rows } = await sql<{ failed: number; retrying: number; error: string | null }>`
      select count(*) filter (where ${isGivenUp})::int as failed,
        count(*) filter (where ${isNoMail} and attempts between 1 and max_attempts - 1)::int as retrying,
        (array_agg(last_error order by updated_at desc) filter (where ${isGivenUp}))[1] as error
      from graphile_worker._private_jobs`.execute(db)
    const { failed = 0, retrying = 0, error = null } = rows[0] ?? {}
    return { value: failed, facts: { retrying }, detail: error === null ? '' : detailOf(readFailure(error)) }
  },
}
