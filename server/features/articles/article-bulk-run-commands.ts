import { sql, type Kysely } from 'kysely'
import { articleActions } from '#contract/article-actions.ts'
import {
  type ArticleBulk,
  type ArticleBulkProgress,
  type ArticleBulkReply,
  BULK_AT_ONCE_MAX,
} from '#contract/article-bulk.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { findUndoPointer, lockUndoStep } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import {
  beginBackgroundRun,
  failRun,
  nextItems,
  performBatch,
  recordRunItems,
  type RunItem,
} from '../background/background-run-commands.ts'
import { findStepRun, leftOf, progressOf, type StepRun } from '../background/background-run-queries.ts'
import { bulkArticles, changeArticles, isEdit, requireBulk } from './article-bulk-commands.ts'
import { selectedArticles } from './article-review-commands.ts'
import { beginUndoStep, endUndoStep } from './article-undo-step-commands.ts'

/** Whoever saves one of them meanwhile waits for a second or less. */
const IN_A_BATCH = 50

/**
 * `bulkArticles`, or where they are too many for one reply, planned for a job.
 * @throws ProblemError count_changed; in_progress while a job does another one of this person
 */
export const runBulk = (services: Services, actor: Actor, bulk: ArticleBulk): Promise<ArticleBulkReply> =>
  bulk.expectedCount <= BULK_AT_ONCE_MAX
    ? bulkArticles(services, actor, bulk)
    : services.db.transaction().execute((trx) => beginBulk(trx, actor, bulk))

async function beginBulk(trx: Db, actor: Actor, bulk: ArticleBulk): Promise<ArticleBulkReply> {
  await requireBulk(trx, actor, bulk)
  const ids = await selectedArticles(trx, actor, bulk)
  const undo = await beginUndoStep(trx, actor, bulk.action)
  const { action, values = [] } = bulk
  const run = await beginBackgroundRun(trx, actor, {
    action: 'bulk',
    stepId: undo.id,
    total: ids.length,
    detail: { bulk: { action, values } },
  })
  await recordRunItems(trx, run, await itemsOf(trx, bulk, ids))
  return { results: [], undo, inBackground: true }
}

/** What moves articles to another state is done to those that are as they were when it began: their turn may come minutes later. */
async function itemsOf(trx: Db, { action, versions }: ArticleBulk, ids: readonly string[]): Promise<RunItem[]> {
  if (versions || !(action in articleActions)) return ids.map((id, place) => ({ id, version: versions?.[place] }))
  const rows = await trx
    .selectFrom('article')
    .select(['id', 'version'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const now = new Map(rows.map(({ id, version }) => [id, version]))
  return ids.map((id) => ({ id, version: now.get(id) }))
}

/** The job: changes the next of them. */
export const continueBulk = (db: Kysely<Tables>, runId: string): Promise<void> =>
  performBatch(db, runId, async (trx, run, actor) => {
    const bulk = run.detail.bulk as Pick<ArticleBulk, 'action' | 'values'>
    // Without its step nothing could be undone.
    const step = await lockUndoStep(trx, run.stepId ?? '', actor.id)
    if (!step) throw new ProblemError('undo_expired')
    await requireBulk(trx, actor, bulk)
    const items = await nextItems(trx, runId, IN_A_BATCH)
    const versions = items.map(({ version }) => version)
    const results = await changeArticles(
      trx,
      actor,
      { ...bulk, versions },
      items.map(({ id }) => id),
      step,
    )
    const changed = results.filter((one) => one.changed).length
    const left = results.flatMap(({ id, title, code }) => (code ? [{ id, title, code }] : []))
    const done = run.done + items.length
    const isLast = done >= run.total
    // Named from its first change on: a run that stops can be undone from the trash.
    if (isLast || changed > 0) await endUndoStep(trx, step)
    return { done: items.length, changed, skipped: left.length, left, position: isLast ? null : String(done) }
  })

/** @throws ProblemError not_found where it is not a bulk action of this person, or its undo has begun */
async function requireOwnBulk(db: Db, actor: Actor, id: string): Promise<StepRun> {
  const run = await findStepRun(db, id)
  if (run?.action !== 'bulk' || run.actorId !== actor.id) throw new ProblemError('not_found')
  return run
}

/** The step of what this person has under way; null for none. */
export async function currentBulk(db: Db, actor: Actor): Promise<string | null> {
  const found = await db
    .selectFrom('backgroundRun')
    .select('stepId')
    .where('action', '=', 'bulk')
    .where('actorId', '=', actor.id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return found?.stepId ?? null
}

/** Ends it after the batch that is under way. One that is over already stays as it ended. @throws ProblemError not_found */
export async function stopBulk(db: Db, actor: Actor, id: string): Promise<ArticleBulkProgress> {
  const run = await requireOwnBulk(db, actor, id)
  await failRun(db, run.id, new ProblemError('stopped'))
  return bulkProgress(db, actor, id)
}

/** @throws ProblemError not_found as in requireOwnBulk */
export async function bulkProgress(db: Db, actor: Actor, id: string): Promise<ArticleBulkProgress> {
  const run = await requireOwnBulk(db, actor, id)
  const { skipped: refused, left } = leftOf(run)
  const action = run.detail.bulk!.action as ArticleBulk['action']
  const isOver = run.status !== 'running' && run.changed > 0
  const waiting = isOver ? await waitingOf(db, id, action) : []
  return {
    ...progressOf(run),
    action,
    report: { changed: run.changed, refused, left },
    undo: isOver ? await findUndoPointer(db, id, actor.id) : null,
    ...(waiting.length > 0 && { waiting }),
  }
}

/** The articles of a step whose readers do not see it yet, or do not see them: edited ones, and those that were restored. */
async function waitingOf(db: Db, stepId: string, action: ArticleBulk['action']): Promise<string[]> {
  if (!isEdit(action) && action !== 'restore') return []
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where('id', 'in', db.selectFrom('undoStepItem').select('itemId').where('stepId', '=', stepId))
    .where((row) =>
      action === 'restore' ? row('status', '=', 'draft') : row.and({ status: 'published', hasChanges: true }),
    )
    .where('deletedAt', 'is', null)
    .limit(BULK_AT_ONCE_MAX + 1)
    .execute()
  return rows.map(({ id }) => id)
}
