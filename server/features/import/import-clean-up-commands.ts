import type { Kysely } from 'kysely'
import type { ImportCleanUp } from '#contract/import.ts'
import type { Tables } from '../../db/tables.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { trashArticlesIn } from '../articles/article-bulk-commands.ts'
import { beginUndoStep, endUndoStep } from '../articles/article-undo-step-commands.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { beginBackgroundRun, performBatch, requireNoRun } from '../background/background-run-commands.ts'
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
    // A second click waits here.
    const run = await trx
      .selectFrom('importRun')
      .select(['fileName', 'cleanUp'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!run) throw new ProblemError('not_found')
    if (run.cleanUp) await requireNoRun(trx, run.cleanUp)
    if ((await countUntouched(trx, id)) !== expectedCount) throw new ProblemError('count_changed')
    const { id: stepId } = await beginUndoStep(trx, actor, 'trash')
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
    const moved = await trashArticlesIn(trx, actor, articles, stepId)
    const changed = moved.filter((one) => one.changed).length
    const last = articles.at(-1)
    if (last && articles.length === IN_A_BATCH)
      return { done: articles.length, changed, position: String(last.position) }
    await endUndoStep(trx, { id: stepId })
    // With those that were not found any more.
    return { done: total - done, changed, position: null }
  })
