import type { Db } from '../../db/database.ts'
import { passOnVersions, undoItemsOf } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult, UndoRun } from '../../http/undo-handler.ts'

/** Changes an item of the noun, if it still has this version. @throws ProblemError not_found, stale_version */
type Edit = (trx: Db, actor: Actor, id: string, edit: { version: number }, isUndo: true) => Promise<{ version: number }>

/** What is refused because it is no longer as the step left it. */
const leftAlone: ReadonlySet<string> = new Set(['stale_version', 'not_found', 'illegal_transition'])

/** The same handler, which also undoes that one item got another name, with all fields of that change. */
export const withRenames = (handler: UndoHandler, edit: Edit): UndoHandler => ({
  ...handler,
  problemOf: (index) =>
    index.endsWith('_slug')
      ? 'slug_taken'
      : index === 'category_sibling_name'
        ? 'name_taken'
        : handler.problemOf?.(index),
  restore: (run) => (run.step.action === 'rename' ? restoreName(run, edit) : handler.restore(run)),
})

async function restoreName({ trx, actor, step }: UndoRun, edit: Edit): Promise<UndoResult> {
  const [item] = await undoItemsOf<object, { version: number; versionBefore: number }>(trx, step.id)
  if (!item) throw new ProblemError('undo_expired')
  const { itemId, before, after } = item
  try {
    const { version } = await edit(trx, actor, itemId, { ...before, version: after.version }, true)
    await passOnVersions(trx, [{ itemId, from: after.versionBefore, to: version }])
    return { restored: 1, skipped: 0, left: [], changed: true }
  } catch (error) {
    if (!(error instanceof ProblemError && leftAlone.has(error.code))) throw error
    // Of what is not found the person may not learn the name.
    const title = error.code === 'not_found' ? '' : step.title
    return { restored: 0, skipped: 1, left: [{ id: itemId, title, code: error.code }], changed: false }
  }
}
