import { sql, type Kysely } from 'kysely'
import type { ImportCleanUp } from '#contract/import.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { deleteItems, lockUndoStep } from '../../db/undo-log.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { trashArticlesIn } from '../articles/article-bulk-commands.ts'
import { beginUndoStep, endUndoStep } from '../articles/article-undo-step-commands.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { beginBackgroundRun, failRun, performBatch, requireNoRun } from '../background/background-run-commands.ts'
import { findStepRun } from '../background/background-run-queries.ts'
import { countUntouched, findCleanUp, untouchedArticles } from './import-clean-up-queries.ts'

/** Whoever saves one of them meanwhile waits for a second or less. */
const IN_A_BATCH = 50

/**
 * Plans to move the articles that a run created, and that no person changed or published since, to the trash: a job does it, as
 * one step of the undo log.
 * @throws ProblemError not_found; in_progress; count_changed when they are not as many as the person saw
 */
export async function beginCleanUp(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  expectedCount: number,
): Promise<ImportCleanUp> {
  await db.transaction().execute(async (trx) => {
    // The step first, then the import: the order of who undoes it. A second click waits here.
    const stopped = await stepToGoOnWith(trx, actor, id)
    const run = await trx
      .selectFrom('importRun')
      .select(['fileName', 'cleanUp'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!run) throw new ProblemError('not_found')
    if (run.cleanUp) await requireNoRun(trx, run.cleanUp)
    if ((await countUntouched(trx, id)) !== expectedCount) throw new ProblemError('count_changed')
    const stepId = stopped && stopped === run.cleanUp ? stopped : (await beginUndoStep(trx, actor, 'trash')).id
    await trx.updateTable('importRun').set({ cleanUp: stepId }).where('id', '=', id).execute()
    await beginBackgroundRun(trx, actor, { action: 'clean_up', stepId, total: expectedCount })
    await recordAudit(trx, actor, {
      action: 'clean_up',
      entityType: 'import',
      entityId: id,
      entityTitle: run.fileName,
      after: { articles: expectedCount },
    })
  })
  return findCleanUp(db, id, actor.id)
}

/** The step of what stopped before the end, locked, where the same person can undo it: then all of it is undone as one. */
async function stepToGoOnWith(trx: Db, actor: Actor, importId: string): Promise<string | undefined> {
  const run = await trx.selectFrom('importRun').select('cleanUp').where('id', '=', importId).executeTakeFirst()
  if (!run?.cleanUp || (await findStepRun(trx, run.cleanUp))?.status !== 'failed') return undefined
  const step = await lockUndoStep(trx, run.cleanUp, actor.id)
  if (!step) return undefined
  // What is moved now can be undone as long as the step is kept.
  const { rows } = await sql<{ isYoung: boolean }>`select created_at > now() - interval '1 day' as "isYoung"
    from undo_step where id = ${step.id}`.execute(trx)
  return rows[0]?.isYoung ? step.id : undefined
}

/**
 * Ends it after the batch that is under way. One that is over already stays as it ended.
 * @throws ProblemError not_found where this person did not begin it
 */
export async function stopCleanUp(db: Kysely<Tables>, actor: Actor, id: string): Promise<ImportCleanUp> {
  const found = await db.selectFrom('importRun').select('cleanUp').where('id', '=', id).executeTakeFirst()
  const work = found?.cleanUp ? await findStepRun(db, found.cleanUp) : undefined
  if (work?.action !== 'clean_up' || work.actorId !== actor.id) throw new ProblemError('not_found')
  await failRun(db, work.id, new ProblemError('stopped'))
  return findCleanUp(db, id, actor.id)
}

/** The job: moves the next of them. What was changed before its turn came is left. */
export const continueCleanUp = (db: Kysely<Tables>, runId: string): Promise<void> =>
  performBatch(db, runId, async (trx, { stepId, position: after, total, done }, actor) => {
    if (!may(actor, 'import.run')) throw new ProblemError('forbidden')
    const run = await trx
      .selectFrom('importRun')
      .select('id')
      .where('cleanUp', '=', stepId ?? '')
      .executeTakeFirst()
    if (!run || !stepId) throw new ProblemError('not_found')
    const articles = await untouchedArticles(trx, run.id, after === '' ? -1 : Number(after), IN_A_BATCH)
    // What the step moved before and a person brought back is moved once more.
    const ids = articles.map((article) => article.id)
    await deleteItems(trx, sql`step_id = ${stepId} and item_id = any(${ids}::uuid[])`)
    const moved = await trashArticlesIn(trx, actor, articles, stepId)
    const changed = moved.filter((one) => one.changed).length
    const last = articles.at(-1)
    if (last && articles.length === IN_A_BATCH)
      return { done: articles.length, changed, position: String(last.position) }
    await endUndoStep(trx, { id: stepId })
    // With those that were not found any more.
    return { done: total - done, changed, position: null }
  })
