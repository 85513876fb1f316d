import { sql } from 'kysely'
import type { UndoReport } from '#contract/undo.ts'
import { undoItemsOf } from '../../db/undo-log.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { moveBack } from './hand-over-run-commands.ts'
import { findUser } from './user-queries.ts'

/**
 * Gives what was handed over back, as far as it is still owned by whoever was given it, in short transactions as it was
 * handed over. Only the step is locked meanwhile; one that ended early can be undone again.
 * @throws ProblemError undo_expired when the account was removed meanwhile
 */
export const handOverUndo: UndoHandler = {
  permission: () => 'users.manage',
  restore: async ({ db, trx, actor, step }) => {
    const [first] = await undoItemsOf<{ owner: string }>(trx, step.id)
    const user = first && (await findUser(trx, first.before.owner))
    if (!user) throw new ProblemError('undo_expired')
    // This transaction has nothing to do while others move the items.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    // An article and its submission are one item for the person.
    const parts = (await moveBack(db, step.id)).filter(({ part }) => part !== 'submissions')
    const left: UndoReport['left'] = parts.flatMap((part) =>
      part.left.map((id) => ({ id, title: '', code: 'stale_version' as const })),
    )
    const restored = parts.reduce((sum, { back }) => sum + back.length, 0)
    await recordAudit(trx, actor, {
      action: 'undo',
      entityType: 'user',
      entityId: user.id,
      entityTitle: step.title,
      after: { action: step.action, restored, skipped: left.length },
    })
    return { restored, skipped: left.length, left, changed: restored > 0 }
  },
}
