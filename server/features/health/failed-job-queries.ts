import { sql } from 'kysely'
import { FAILED_JOBS_SHOWN, type FailedJob, type FailedJobs } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'
import { readFailure } from '../../jobs/job-failure-rules.ts'
import { detailOf } from './health-state-rules.ts'

const isMail = sql<boolean>`coalesce(key, '') like 'mail:%'`
/** While a mail is tried again, the check of mails tells of it. */
export const isNoMail = sql<boolean>`not ${isMail}`
/**
 * Tried until the last time; one that is at work right now is not over. A mail may have been dropped since: something newer
 * took its place.
 */
export const isGivenUp = sql<boolean>`attempts >= max_attempts and locked_at is null
  and (${isNoMail} or key in (select 'mail:' || mail_outbox.id from mail_outbox where status = 'failed'))`
/** The mail that a job sends; null: it sends none. */
export const mailOf = sql<string | null>`case when ${isMail} then substr(key, 6)::uuid end`
/** What a job is about. Of a mail its id would say nothing. */
export const about = sql<Record<string, string>>`coalesce(
  (select json_build_object('kind', kind, 'to', recipient) from mail_outbox where mail_outbox.id = ${mailOf}),
  job.payload)`

/** The newest jobs that were given up, and how many there are. */
export async function listFailedJobs(db: Db): Promise<FailedJobs> {
  const { rows } = await sql<Omit<FailedJob, 'error' | 'failure'> & { error: string | null; total: number }>`
    select job.id::text as id, task.identifier as task, ${about} as payload, attempts, job.last_error as error,
      job.created_at as "addedAt", job.updated_at as "failedAt", count(*) over ()::int as total
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where ${isGivenUp}
    order by job.updated_at desc, job.id desc limit ${FAILED_JOBS_SHOWN}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _total, error, ...job }) => {
      const { failure, message } = readFailure(error ?? '')
      return { ...job, failure, error: detailOf({ message }) }
    }),
  }
}
