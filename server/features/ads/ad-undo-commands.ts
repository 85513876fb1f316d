import { adActions, type AdAction } from '#contract/ad-actions.ts'
import type { UndoReport } from '#contract/undo.ts'
import { passOnVersions, undoItemsOf } from '../../db/undo-log.ts'
import type { UndoHandler, UndoRun } from '../../http/undo-handler.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { saveAd, type AdColumns } from './ad-lock-commands.ts'
import { findAdRow } from './ad-queries.ts'
import { lockMediaForShare } from '../media/media-queries.ts'

type After = { version: number; versionBefore: number }
type Left = UndoReport['left'][number]

/** Undoes actions on ads: each is again as it was, if nothing changed it since. A copy goes to the trash. */
export const adUndo: UndoHandler = {
  permission: (action) => (action in adActions ? adActions[action as AdAction].permission : 'ads.write'),
  restore: async ({ trx, actor, step }) => {
    const items = await undoItemsOf<AdColumns, After>(trx, step.id)
    const left: Left[] = []
    for (const { itemId: id, part, before, after } of items) {
      await trx.selectFrom('ad').select('id').where('id', '=', id).forUpdate().execute()
      const row = await findAdRow(trx, id)
      const code = !row ? 'not_found' : row.version !== after.version ? 'stale_version' : undefined
      if (!row || code || !(await isComplete(trx, before))) {
        left.push({ id, title: row?.fields.name ?? '', code: code ?? 'in_use' })
        continue
      }
      await saveAd({ trx, actor, row }, part === 'copy' ? { deletedAt: new Date().toISOString() } : before, 'undo')
      await passOnVersions(trx, [{ itemId: id, from: after.versionBefore, to: row.version + 1 }])
    }
    const restored = items.length - left.length
    await recordAudit(trx, actor, {
      action: 'undo',
      entityType: 'ad',
      entityId: items[0]?.itemId ?? null,
      entityTitle: step.title,
      after: { action: step.action, restored, skipped: left.length },
    })
    return { restored, left, skipped: left.length, changed: restored > 0 }
  },
}

/** Whether the placements and pictures that the ad named are still there. */
async function isComplete(trx: UndoRun['trx'], { fields, live }: AdColumns): Promise<boolean> {
  if (!fields) return true
  const placements = (await placementRefs(trx, fields.placements)).filter(({ trashed }) => !trashed)
  const creatives = [...fields.creatives, ...(live?.creatives ?? [])]
  const media = [...new Set(creatives.flatMap((creative) => (creative.kind === 'image' ? [creative.media] : [])))]
  return placements.length === fields.placements.length && (await lockMediaForShare(trx, media)).size === media.length
}
