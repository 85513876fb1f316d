import { sql } from 'kysely'
import { FAILED_JOBS_SHOWN, type FailedJob, type FailedJobs } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'
import { detailOf } from './health-state-rules.ts'

/** Mails have a check of their own. */
export const isNoMail = sql<boolean>`(key is null or key not like 'mail:%')`
/** Tried until the last time; one that is at work right now is not over. */
export const isGivenUp = sql<boolean>`attempts >= max_attempts and locked_at is null`

/** The newest jobs that were given up, and how many there are. */
export async function listFailedJobs(db: Db): Promise<FailedJobs> {
  const { rows } = await sql<Omit<FailedJob, 'error'> & { error: string | null; total: number }>`
    select job.id::text as id, task.identifier as task, job.payload, job.attempts, job.last_error as error,
      job.created_at as "addedAt", job.updated_at as "failedAt", count(*) over ()::int as total
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where ${isGivenUp} and ${isNoMail}
    order by job.updated_at desc, job.id desc limit ${FAILED_JOBS_SHOWN}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _total, error, ...job }) => ({ ...job, error: detailOf({ message: error ?? '' }) })),
  }
}
