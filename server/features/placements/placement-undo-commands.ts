import type { UndoReport } from '#contract/undo.ts'
import { passOnVersions, undoItemsOf } from '../../db/undo-log.ts'
import type { UndoHandler } from '../../http/undo-handler.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findPlacementRow } from './placement-queries.ts'
import { savePlacement } from './placement-commands.ts'
import { adsBookedIn } from './placement-use-queries.ts'

type Before = { deletedAt: string | null }
type After = { version: number; versionBefore: number }

/** Undoes that a placement was moved to the trash or back, if nothing changed it since. */
export const placementUndo: UndoHandler = {
  permission: () => 'ads.write',
  problemOf: (index) => (index === 'placement_key' ? 'key_taken' : undefined),
  restore: async ({ trx, actor, step }) => {
    const items = await undoItemsOf<Before, After>(trx, step.id)
    const left: UndoReport['left'] = []
    let restored = 0
    for (const { itemId: id, before, after } of items) {
      await trx.selectFrom('placement').select('id').where('id', '=', id).forUpdate().execute()
      const row = await findPlacementRow(trx, id)
      const code = !row
        ? 'not_found'
        : row.version !== after.version
          ? 'stale_version'
          : before.deletedAt && (await adsBookedIn(trx, id)).length > 0
            ? 'in_use'
            : undefined
      if (code || !row) {
        left.push({ id, title: row?.name ?? '', code: code ?? 'not_found' })
        continue
      }
      await savePlacement({ trx, actor, row }, { deletedAt: before.deletedAt })
      await passOnVersions(trx, [{ itemId: id, from: after.versionBefore, to: row.version + 1 }])
      restored++
    }
    await recordAudit(trx, actor, {
      action: 'undo',
      entityType: 'placement',
      entityId: items[0]?.itemId ?? null,
      entityTitle: step.title,
      after: { action: step.action, restored, skipped: left.length },
    })
    return { restored, left, skipped: left.length, changed: restored > 0 }
  },
}
