import { sql, type Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { LEFT_NAMED_MOST, type UndoReport } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { isDatabaseFull, isDatabaseUnavailable, uniqueViolation } from '../../db/errors.ts'
import type { BackgroundDetail, Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { addJob } from '../../jobs/job-queue.ts'
import type { BackgroundAction, BackgroundRun } from './background-run-queries.ts'

/** The job of each action: it does one batch, and adds itself once more. */
const tasks: Record<BackgroundAction, string> = {
  clean_up: 'clean_up_import',
  undo: 'undo_step',
  bulk: 'bulk_articles',
  export: 'export_site',
}
const keyOf = (id: string) => `background:${id}`
/** With its growing pauses, a failing job is tried for some ten minutes. */
const TRIES_MOST = 7
/** After mails: someone who cannot sign in waits for one. */
const PRIORITY = 20

type NewRun = { action: BackgroundAction; stepId: string | null; total: number; detail?: BackgroundDetail }

/** What may be under way only once: work on a step, or without one of an action; a bulk action of a person. */
const once: ReadonlySet<string | undefined> = new Set(['background_run_under_way', 'background_run_bulk_of_person'])

/**
 * Plans work for a job, within the transaction that decides it.
 * @throws ProblemError in_progress when work on the same step, or without one the same action, or a bulk action of the same
 *   person is under way
 */
export async function beginBackgroundRun(trx: Db, actor: Actor, { detail = {}, ...run }: NewRun): Promise<string> {
  const id = uuidv7()
  try {
    await trx
      .insertInto('backgroundRun')
      .values({ id, ...run, detail: JSON.stringify(detail), actorId: actor.id, ip: actor.ip })
      .execute()
  } catch (error) {
    if (once.has(uniqueViolation(error))) throw new ProblemError('in_progress')
    throw error
  }
  await planBatch(trx, run.action, id)
  return id
}

/** @throws ProblemError in_progress when work on this step is under way */
export async function requireNoRun(trx: Db, stepId: string): Promise<void> {
  const found = await trx
    .selectFrom('backgroundRun')
    .select('id')
    .where('stepId', '=', stepId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (found) throw new ProblemError('in_progress')
}

const planBatch = (trx: Db, action: BackgroundAction, id: string) =>
  addJob(trx, tasks[action], { run: id }, { key: keyOf(id), maxAttempts: TRIES_MOST, priority: PRIORITY })

/** What a batch did; `position` is where the next one begins, null after the last one. */
export type Batch = {
  done: number
  changed: number
  skipped?: number
  left?: UndoReport['left']
  position: string | null
}

/** What a run is still to do: one item, and the version that it must have, where that counts. */
export type RunItem = { id: string; version: number | undefined }

/** Fixes what a run is to do, in this order. `nextItems` takes them, batch by batch. */
export async function recordRunItems(trx: Db, runId: string, items: readonly RunItem[]): Promise<void> {
  const [ids, versions] = [items.map(({ id }) => id), items.map(({ version }) => version ?? null)]
  await sql`insert into background_run_item (run_id, item_id, version, position)
    select ${runId}::uuid, given.* from unnest(${ids}::uuid[], ${versions}::int[]) with ordinality as given`.execute(
    trx,
  )
}

/** Takes the next items of a run, within the transaction that does them. */
export async function nextItems(trx: Db, runId: string, most: number): Promise<(RunItem & { position: number })[]> {
  const { rows } = await sql<{ id: string; version: number | null; position: number }>`
    delete from background_run_item where run_id = ${runId} and position in (
      select position from background_run_item where run_id = ${runId} order by position limit ${most})
    returning item_id as id, version, position`.execute(trx)
  return rows
    .toSorted((one, other) => one.position - other.position)
    .map(({ version, ...item }) => ({ ...item, version: version ?? undefined }))
}

/**
 * The next batch of a run, as the person who began it, in a transaction of its own with the counts and the job for the batch
 * after it: a process that ends in the middle has done nothing of it. What goes wrong ends the run.
 * @param work gets the run with what it has done so far
 */
export async function performBatch(
  db: Kysely<Tables>,
  id: string,
  work: (trx: Db, run: BackgroundRun, actor: Actor) => Promise<Batch>,
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      const run = await lockRun(trx, id)
      if (!run) return
      await recordBatch(trx, run, await work(trx, run, await actorOf(trx, run)))
    })
  } catch (error) {
    await endFailedRun(db, id, error)
  }
}

/**
 * Ends a run with what went wrong in its job, unless the database was away: then the job is tried again.
 * @throws the error, where it is none that a person can be told
 */
export async function endFailedRun(db: Db, id: string, error: unknown): Promise<void> {
  if (error instanceof ProblemError) return failRun(db, id, error)
  if (isDatabaseFull(error)) return failRun(db, id, new ProblemError('storage_full'))
  if (!isDatabaseUnavailable(error)) await failRun(db, id, new ProblemError('unexpected'))
  throw error
}

/** Locks a run until the transaction ends; undefined when it is over. */
export async function lockRun(trx: Db, id: string): Promise<BackgroundRun | undefined> {
  return (await trx
    .selectFrom('backgroundRun')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()) as BackgroundRun | undefined
}

/** Adds what a batch did to a locked run, and plans the next one. */
export async function recordBatch(trx: Db, run: BackgroundRun, { position, ...batch }: Batch): Promise<void> {
  const detail: BackgroundDetail = {
    ...run.detail,
    skipped: (run.detail.skipped ?? 0) + (batch.skipped ?? 0),
    left: [...(run.detail.left ?? []), ...(batch.left ?? [])].slice(0, LEFT_NAMED_MOST),
  }
  await trx
    .updateTable('backgroundRun')
    .set({
      done: run.done + batch.done,
      changed: run.changed + batch.changed,
      detail: JSON.stringify(detail),
      ...(position === null ? { status: 'done', finishedAt: sql<string>`now()` } : { position }),
    })
    .where('id', '=', run.id)
    .execute()
  if (position !== null) await planBatch(trx, run.action, run.id)
}

/** Ends a run with the reason of a refusal. */
export async function failRun(db: Db, id: string, { code, details: { reasons = [] } }: ProblemError): Promise<void> {
  await sql`update background_run set status = 'failed', failure = ${code}, finished_at = now(),
    detail = detail || ${JSON.stringify({ reasons } satisfies BackgroundDetail)}::jsonb
    where id = ${id} and status = 'running'`.execute(db)
}

type Begun = Pick<BackgroundRun, 'actorId' | 'ip'>

/** The person who began it, with the rights of now; undefined when they have no active account any more. */
export async function findActor(db: Db, { actorId, ip }: Begun): Promise<Actor | undefined> {
  if (actorId === null) return undefined
  const row = await db
    .selectFrom('userAccount')
    .select(['id', 'name', 'role'])
    .where('id', '=', actorId)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return row && { ...row, ip, sessionId: '' }
}

/** As `findActor`. @throws ProblemError forbidden when they have no active account any more */
export async function actorOf(db: Db, begun: Begun): Promise<Actor> {
  const actor = await findActor(db, begun)
  if (!actor) throw new ProblemError('forbidden')
  return actor
}

/** Ends runs whose job was given up, and forgets those that ended long ago. */
export async function sweepBackgroundRuns(db: Db): Promise<void> {
  // A job that has planned the one after it has lost its key to it.
  await sql`update background_run set status = 'failed', failure = 'unexpected', finished_at = now()
    where status = 'running' and not exists (select from graphile_worker._private_jobs
      where payload->>'run' = background_run.id::text and (locked_at is not null or attempts < max_attempts))`.execute(
    db,
  )
  await sql`delete from background_run where finished_at < now() - interval '30 days'`.execute(db)
  // What stopped before its end is not gone on with.
  await sql`delete from background_run_item where run_id in (select id from background_run where status <> 'running')`.execute(
    db,
  )
}
