import { LEFT_NAMED_MOST, type UndoReport } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { withTaxonomyLock, type WhileExclusive } from '../../db/taxonomy-lock.ts'
import { deleteUndoStep, findUndoStep, findUndoStepOf, lockUndoStep, type UndoNoun } from '../../db/undo-log.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult } from '../../http/undo-handler.ts'
import type { Services } from '../../services.ts'
import { undoHandlers } from './undo-handlers.ts'

/** Rolls back, so that the step is not used up. */
class NothingRestored extends Error {
  readonly report: UndoReport
  constructor(report: UndoReport) {
    super('nothing was restored')
    this.report = report
  }
}

/** Set when the trash undoes the step, for everyone who may; `only`: the entity that was asked for. */
type FromTrash = { only?: string }

/**
 * Undoes a step: once, within thirty days, by the person who did it. Items that were changed after the step are left alone
 * and named. Where all of them were, nothing happens and the step can be undone later.
 * @throws ProblemError undo_expired, forbidden; those of the noun; from the trash also why nothing was restored
 */
export async function undoStep(
  services: Services,
  actor: Actor,
  id: string,
  fromTrash?: FromTrash,
): Promise<UndoReport> {
  const { db } = services
  const found = await findUndoStep(db, id)
  if (!found) throw new ProblemError('undo_expired')
  const handler = undoHandlers(services)[found.noun]
  if (!may(actor, handler.permission(found.action))) throw new ProblemError('forbidden')
  let derive: UndoResult['afterCommit']
  try {
    const report = await inTransaction(db, handler, async (trx, whileExclusive) => {
      const step = await lockUndoStep(trx, id, fromTrash ? null : actor.id)
      if (!step) throw new ProblemError('undo_expired')
      const { changed, keepsStep, afterCommit, ...report } = await handler.restore({
        db,
        trx,
        actor,
        step,
        whileExclusive,
        ...(fromTrash?.only && { only: fromTrash.only }),
      })
      derive = afterCommit
      const named = { ...report, left: report.left.slice(0, LEFT_NAMED_MOST) }
      if (!changed && report.skipped > 0) throw new NothingRestored(named)
      if (!keepsStep) await deleteUndoStep(trx, id)
      return named
    })
    await derive?.()
    return report
  } catch (error) {
    const code = handler.problemOf?.(uniqueViolation(error) ?? '')
    if (code) throw new ProblemError(code)
    if (!(error instanceof NothingRestored)) throw error
    if (fromTrash) throw new ProblemError(error.report.left[0]?.code ?? 'undo_expired')
    return error.report
  }
}

/**
 * Brings an entity back from the trash by undoing the step that put it there.
 * @throws ProblemError not_found when no such step is known any more; otherwise as undoStep
 */
export async function undoDeletion(services: Services, actor: Actor, noun: UndoNoun, id: string): Promise<UndoReport> {
  const step = await findUndoStepOf(services.db, noun, id)
  if (!step) throw new ProblemError('not_found')
  return undoStep(services, actor, step.id, { only: id })
}

type Run = (trx: Db, whileExclusive: WhileExclusive) => Promise<UndoReport>

const inTransaction = (db: Services['db'], { locksTaxonomy }: UndoHandler, run: Run): Promise<UndoReport> =>
  locksTaxonomy ? withTaxonomyLock(db, run) : db.transaction().execute((trx) => run(trx, (lockRows) => lockRows()))
