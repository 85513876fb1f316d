import { scopeOf } from '#contract/permissions.ts'
import { changeTypes } from '#contract/trash.ts'
import { LEFT_NAMED_MOST, UNDO_AT_ONCE_MAX, type UndoProgress, type UndoReport } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { withTaxonomyLock, type WhileExclusive } from '../../db/taxonomy-lock.ts'
import {
  countUndoItems,
  deleteUndoStep,
  findUndoStep,
  findUndoStepOf,
  lockUndoStep,
  type UndoNoun,
} from '../../db/undo-log.ts'
import { may, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult } from '../../http/undo-handler.ts'
import {
  actorOf,
  beginBackgroundRun,
  endFailedRun,
  failRun,
  lockRun,
  performBatch,
  recordBatch,
  requireNoRun,
} from '../background/background-run-commands.ts'
import { findRunning, findStepRun, leftOf, progressOf, type StepRun } from '../background/background-run-queries.ts'
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
  const { handler } = await findRight(services, actor, id)
  return performUndo(services, actor, id, handler, { who: fromTrash ? null : actor.id, fromTrash })
}

/**
 * The same, where a job undoes a step of many items: the reply says only that it began. Such a step may be of someone else, as in
 * the trash, where the person has the right to all of its kind.
 * @throws ProblemError in_progress when it began before; those of `undoStep`
 */
export async function undoInBackground(services: Services, actor: Actor, id: string): Promise<UndoReport> {
  const { handler, who } = await findRight(services, actor, id)
  return (await beginInBackground(services.db, actor, id, who))
    ? { restored: 0, skipped: 0, left: [], inBackground: true }
    : performUndo(services, actor, id, handler, { who: actor.id })
}

/** `who`: whose steps the person may undo in the background; null: those of everybody. */
type Right = { handler: UndoHandler; who: string | null }

/** @throws ProblemError undo_expired, forbidden */
async function findRight(services: Services, actor: Actor, id: string, db: Db = services.db): Promise<Right> {
  const found = await findUndoStep(db, id)
  if (!found) throw new ProblemError('undo_expired')
  const handler = undoHandlers(services)[found.noun]
  const permission = handler.permission(found.action)
  if (!may(actor, permission)) throw new ProblemError('forbidden')
  const isListed = (changeTypes as readonly UndoNoun[]).includes(found.noun)
  return { handler, who: isListed && scopeOf(actor.role, permission) === 'all' ? null : actor.id }
}

/** @returns whether the step has so many items that a job undoes it */
const beginInBackground = (db: Services['db'], actor: Actor, id: string, who: string | null): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await lockUndoStep(trx, id, who))) throw new ProblemError('undo_expired')
    await requireNoRun(trx, id)
    const total = await countUndoItems(trx, id)
    if (total <= UNDO_AT_ONCE_MAX) return false
    await beginBackgroundRun(trx, actor, { action: 'undo', stepId: id, total })
    return true
  })

/** @throws ProblemError not_found where it is not an undo that this person began */
async function requireOwnUndo(db: Db, actor: Actor, id: string): Promise<StepRun> {
  const run = await findStepRun(db, id)
  if (run?.action !== 'undo' || run.actorId !== actor.id) throw new ProblemError('not_found')
  return run
}

/** Whether it can end between two parts. */
async function canStop(services: Services, { status, stepId }: StepRun): Promise<boolean> {
  const step = status === 'running' && stepId ? await findUndoStep(services.db, stepId) : undefined
  return step !== undefined && undoHandlers(services)[step.noun].restorePart !== undefined
}

/** @throws ProblemError not_found as in requireOwnUndo */
export async function undoProgress(services: Services, actor: Actor, id: string): Promise<UndoProgress> {
  const run = await requireOwnUndo(services.db, actor, id)
  const report = { restored: run.changed, ...leftOf(run) }
  return { ...progressOf(run), report, can: { stop: await canStop(services, run) } }
}

/**
 * Ends it after the part that is under way. One that is over already stays as it ended.
 * @throws ProblemError not_found as in requireOwnUndo; illegal_transition where it has no parts
 */
export async function stopUndo(services: Services, actor: Actor, id: string): Promise<UndoProgress> {
  const run = await requireOwnUndo(services.db, actor, id)
  if (run.status === 'running') {
    if (!(await canStop(services, run))) throw new ProblemError('illegal_transition')
    await failRun(services.db, run.id, new ProblemError('stopped'))
  }
  return undoProgress(services, actor, id)
}

/** The job: undoes the next part of a step, or all of a step whose noun has no parts. What goes wrong ends the run. */
export async function continueUndo(services: Services, runId: string): Promise<void> {
  const { db } = services
  const run = await findRunning(db, runId)
  const id = run?.stepId
  if (!id) return
  try {
    const actor = await actorOf(db, run)
    const { handler, who } = await findRight(services, actor, id)
    const { restorePart } = handler
    if (restorePart)
      return await performBatch(db, runId, async (trx, { position, changed }, actor) => {
        const step = await lockUndoStep(trx, id, (await findRight(services, actor, id, trx)).who)
        if (!step) throw new ProblemError('undo_expired')
        const part = await restorePart({ db, trx, actor, step }, position || null)
        // What was left stays in a step that nothing came back of: it can be undone later.
        if (part.last === null && changed + part.restored > 0) await deleteUndoStep(trx, id)
        return {
          done: part.restored + part.skipped,
          changed: part.restored,
          skipped: part.skipped,
          left: part.left,
          position: part.last,
        }
      })
    const report = await performUndo(services, actor, id, handler, { who, runId })
    // Nothing was restored, so nothing was written.
    if (report.restored === 0) await db.transaction().execute((trx) => recordWhole(trx, runId, report))
  } catch (error) {
    await endFailedRun(db, runId, error)
  }
}

/** Ends a run whose step was undone as a whole. */
async function recordWhole(trx: Db, runId: string, { restored, skipped, left }: UndoReport): Promise<void> {
  const run = await lockRun(trx, runId)
  if (run) await recordBatch(trx, run, { done: run.total, changed: restored, skipped, left, position: null })
}

async function performUndo(
  services: Services,
  actor: Actor,
  id: string,
  handler: UndoHandler,
  { who, fromTrash, runId }: { who: string | null; fromTrash?: FromTrash | undefined; runId?: string },
): Promise<UndoReport> {
  const { db } = services
  let derive: UndoResult['afterCommit']
  try {
    const report = await inTransaction(db, handler, async (trx, whileExclusive) => {
      const step = await lockUndoStep(trx, id, who)
      if (!step) throw new ProblemError('undo_expired')
      if (runId === undefined) await requireNoRun(trx, id)
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
      if (runId !== undefined) await recordWhole(trx, runId, named)
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
