import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, run, runMigrations, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { withFailure } from './job-failure-rules.ts'
import { startHeartbeat } from './worker-heartbeat.ts'

/** What a job does; throwing makes it run again later, with growing pauses. Must bear running twice. */
export type JobTask = (payload: Record<string, string>) => Promise<void>
export type JobTasks = Record<string, JobTask>

/** Jobs with workers of their own. */
export type JobLane = { tasks: JobTasks; crontab: string; concurrency: number }

/** Gets one line about each failed try; the job's row keeps the whole error. */
export type JobReport = (line: string) => void

const loggerFor = (report: JobReport) =>
  new Logger(() => (level, message) => {
    if (level === 'error') report(message.split('\n')[0] ?? '')
  })
const quiet = loggerFor(() => undefined)

/** Creates or updates the tables of the queue. One process at a time: `create schema if not exists` fails in a crowd. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quiet })
}

/**
 * Adds a durable job inside the caller's transaction: it exists if and only if the change is committed.
 * @param options.key a job with the same key that has not started is replaced, so a plan can be moved
 * @param options.runAt ISO time; by the database's clock. Left out: at once
 * @param options.queue jobs of one queue are done one after the other
 * @param options.priority of jobs that are due, the lowest number is taken first; 0 unless said otherwise
 */
export async function addJob(
  db: Db,
  name: string,
  payload: Record<string, string>,
  options: { key?: string; runAt?: string; maxAttempts?: number; priority?: number; queue?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz, job_key => ${options.key ?? null}::text, max_attempts => ${options.maxAttempts ?? 25},
    priority => ${options.priority ?? 0}, queue_name => ${options.queue ?? null}::text
  )`.execute(db)
}

/** Forgets a job that has not started. */
export async function removeJob(db: Db, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db)
}

/** Jobs of killed processes are free again after two checks: within half a minute. */
const LOOK_EVERY_MS = 10_000
const BEFORE_ANOTHER_RUN_MS = 1000
const CONCURRENCY = 3
/**
 * Without it, graphile-worker does not wait for the write that ends a job: when that fails, the rejection ends the process
 * and the job stays locked. With it, the run ends and is started again.
 */
const AWAITED_ENDS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/**
 * So many queries for a job in a row may fail. graphile-worker keeps the answer of the first one, a failure too, and would
 * never work again: then the run ends and is started again.
 */
const MISSES_MOST = 6

/**
 * Works the queue until `stop()`, which lets running jobs end. Jobs missed while no process ran are done first; those
 * that a killed process had begun are begun again soon. The pool needs three connections more than `concurrency`.
 * @param crontab graphile-worker's cron lines for what repeats, e.g. `0 * * * * purge_trash`
 */
export async function startJobRunner(
  pool: pg.Pool,
  tasks: JobTasks,
  crontab: string,
  report: JobReport,
  heartbeatMs = LOOK_EVERY_MS,
  concurrency = CONCURRENCY,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const begin = () => startRun(pool, { tasks, crontab, concurrency }, report, heartbeatMs)
  let current = await begin()

  // graphile-worker gives up when PostgreSQL stays away; we do not.
  async function workOn() {
    while (!stopping.signal.aborted) {
      await current.over
      if (stopping.signal.aborted) return
      report('The job queue stopped by itself and is started again')
      await pause(BEFORE_ANOTHER_RUN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      current = await begin().catch(() => current)
    }
  }

  const worked = workOn()
  return {
    stop: async () => {
      stopping.abort()
      await current.stop()
      await worked
      await current.stop()
    },
  }
}

async function startRun(
  pool: pg.Pool,
  { tasks, crontab, concurrency }: JobLane,
  report: JobReport,
  heartbeatMs: number,
) {
  const events: WorkerEvents = new EventEmitter()
  let heartbeat: { end: () => Promise<void> } | undefined
  events.on('pool:create', ({ workerPool }) => (heartbeat = startHeartbeat(pool, workerPool.id, heartbeatMs)))
  const runner = await run({
    preset: AWAITED_ENDS,
    pgPool: pool,
    taskList: taskListOf(tasks),
    logger: loggerFor(report),
    crontab,
    events,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
  }).catch(async (error: unknown) => {
    await heartbeat?.end()
    throw error
  })
  let misses = 0
  const found = () => (misses = 0)
  events.on('worker:getJob:empty', found).on('job:start', found)
  events.on('worker:getJob:error', () => {
    misses += 1
    if (misses === MISSES_MOST) void runner.stop().catch(() => undefined)
  })
  const over = runner.promise.catch(() => undefined).then(() => heartbeat?.end())
  return {
    over,
    stop: async () => {
      await runner.stop().catch(() => undefined)
      await over
    },
  }
}

/** The connections that these lanes need together. */
export const connectionsFor = (lanes: JobLane[]): number =>
  lanes.reduce((sum, { concurrency }) => sum + concurrency + 3, 0)

/** Works several lanes side by side: however many jobs one of them has to do, the others do not wait. */
export async function startJobLanes(
  pool: pg.Pool,
  lanes: JobLane[],
  report: JobReport,
): Promise<{ stop: () => Promise<void> }> {
  const runners: { stop: () => Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(runners.map((runner) => runner.stop()))
  }
  try {
    for (const { tasks, crontab, concurrency } of lanes)
      runners.push(await startJobRunner(pool, tasks, crontab, report, LOOK_EVERY_MS, concurrency))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Works every job that is due now, then comes back. For tests and command lines. */
export const runJobsOnce = (pool: pg.Pool, tasks: JobTasks): Promise<void> =>
  runOnce({ pgPool: pool, taskList: taskListOf(tasks), logger: quiet, noHandleSignals: true })

const taskListOf = (tasks: JobTasks): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) =>
        task((payload ?? {}) as Record<string, string>).catch((error: unknown) => {
          throw withFailure(error)
        }),
    ]),
  )
