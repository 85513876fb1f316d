import { undoItemsOf } from '../../db/undo-log.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import { restoreChoice, type ChoiceItem } from './hot-choice-commands.ts'

/** Undoes a decision about what is hot, unless someone decided about the same article since. */
export const hotUndo: UndoHandler = {
  permission: () => 'insight.write',
  restore: async ({ trx, actor, step }) => {
    const [item] = (await undoItemsOf(trx, step.id)) as ChoiceItem[]
    if (!item) throw new ProblemError('undo_expired')
    const restored = await restoreChoice(trx, actor, step, item)
    const left = restored ? [] : [{ id: item.itemId, title: step.title, code: 'stale_version' as const }]
    return { restored: restored ? 1 : 0, skipped: left.length, left, changed: restored }
  },
}
