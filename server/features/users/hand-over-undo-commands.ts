import type { UndoReport } from '#contract/undo.ts'
import { undoItemsOf } from '../../db/undo-log.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { setOwner, type OwnedPart } from './hand-over-commands.ts'
import { findUser } from './user-queries.ts'

type Owner = { owner: string }

/**
 * Gives what was handed over back, as far as it is still owned by whoever was given it.
 * @throws ProblemError undo_expired when the account was removed meanwhile
 */
export const handOverUndo: UndoHandler = {
  permission: () => 'users.manage',
  restore: async ({ trx, actor, step }) => {
    const items = await undoItemsOf<Owner, Owner>(trx, step.id)
    const [first] = items
    const user = first && (await findUser(trx, first.before.owner))
    if (!first || !user) throw new ProblemError('undo_expired')
    const [from, to] = [first.after.owner, first.before.owner]
    let restored = 0
    const left: UndoReport['left'] = []
    let total = 0
    for (const part of new Set(items.map((item) => item.part as OwnedPart))) {
      const ids = items.filter((item) => item.part === part).map(({ itemId }) => itemId)
      const changed = new Set(await setOwner(trx, part, { ids, from, to }))
      // An article and its submission are one item for the person.
      if (part === 'submissions') continue
      total += ids.length
      restored += changed.size
      const others = ids.filter((id) => !changed.has(id))
      left.push(...others.map((id) => ({ id, title: '', code: 'stale_version' as const })))
    }
    await recordAudit(trx, actor, {
      action: 'undo',
      entityType: 'user',
      entityId: to,
      entityTitle: step.title,
      after: { action: step.action, restored, skipped: total - restored },
    })
    return { restored, skipped: total - restored, left, changed: restored > 0 }
  },
}
