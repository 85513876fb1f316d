import { Logger, run, runMigrations, runOnce, type Runner, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/database.ts'

/** What a job does; throwing makes it run again later, with growing pauses. Must bear running twice. */
export type JobTask = (payload: Record<string, string>) => Promise<void>
export type JobTasks = Record<string, JobTask>

/** Gets one line about each failed try; the job's row keeps the whole error. */
export type JobReport = (line: string) => void

const loggerFor = (report: JobReport) =>
  new Logger(() => (level, message) => {
    if (level === 'error') report(message.split('\n')[0] ?? '')
  })
const quiet = loggerFor(() => undefined)

/** Creates or updates the tables of the queue. Safe from many processes at once. The pool needs two connections. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  // `create schema if not exists` fails when two do it at once, so they take turns.
  const turn = await pool.connect()
  try {
    await turn.query(`select pg_advisory_lock(hashtext('copydesk job tables'))`)
    await runMigrations({ pgPool: pool, logger: quiet })
  } finally {
    // Ends the connection, and with it the lock.
    turn.release(true)
  }
}

/**
 * Adds a durable job inside the caller's transaction: it exists if and only if the change is committed.
 * @param options.key a job with the same key that has not started is replaced, so a plan can be moved
 * @param options.runAt ISO time; by the database's clock. Left out: at once
 */
export async function addJob(
  db: Db,
  name: string,
  payload: Record<string, string>,
  options: { key?: string; runAt?: string; maxAttempts?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}::text, max_attempts => ${options.maxAttempts ?? 25}
  )`.execute(db)
}

/** Forgets a job that has not started. */
export async function removeJob(db: Db, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db)
}

/**
 * Works the queue until `stop()`, which lets running jobs end. Jobs missed while no process ran are done first.
 * @param crontab graphile-worker's cron lines for what repeats, e.g. `0 * * * * purge_trash`
 */
export function startJobRunner(pool: pg.Pool, tasks: JobTasks, crontab: string, report: JobReport): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: taskListOf(tasks),
    logger: loggerFor(report),
    crontab,
    concurrency: 3,
    pollInterval: 2000,
    noHandleSignals: true,
  })
}

/** Works every job that is due now, then comes back. For tests and command lines. */
export const runJobsOnce = (pool: pg.Pool, tasks: JobTasks): Promise<void> =>
  runOnce({ pgPool: pool, taskList: taskListOf(tasks), logger: quiet, noHandleSignals: true })

const taskListOf = (tasks: JobTasks): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) => task((payload ?? {}) as Record<string, string>),
    ]),
  )
