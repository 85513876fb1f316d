import { passOnVersions, undoItemsOf, type UndoItem } from '../../db/undo-log.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult, UndoRun } from '../../http/undo-handler.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { restoreTexts, type TextItem } from './media-bulk-commands.ts'
import { restoreFile, type ReplaceItem } from './media-replace-commands.ts'
import { askerOf, lockRows } from './media-row-commands.ts'
import { maySee, mayWrite } from './media-rules.ts'
import { bringBack } from './media-trash-commands.ts'

/**
 * Undoes a change of pictures. A picture that was changed since is left alone; so is one that the person may not change any
 * more, and one in the trash whose very bytes were uploaded again.
 * @throws ProblemError already_here when the bytes of a replaced picture are in the library again; undo_expired,
 *   needs_publisher
 */
export const mediaUndo: UndoHandler = {
  permission: () => 'media.write',
  problemOf: (index) => (index === 'media_sha256' ? 'already_here' : undefined),
  restore,
}

type Row = Awaited<ReturnType<typeof lockRows>>[number]

async function restore({ trx, actor, step }: UndoRun): Promise<UndoResult> {
  const items = await undoItemsOf(trx, step.id)
  const locked = await lockRows(
    trx,
    items.map(({ itemId }) => itemId),
  )
  const rows = new Map(locked.map((row) => [row.id, row]))
  // The role, or whose picture it is, may be another since.
  const asker = askerOf(actor)
  const foreign = new Set(locked.filter((row) => !mayWrite(asker, row)).map(({ id }) => id))
  const within = items.filter(({ itemId }) => !foreign.has(itemId))
  const restored = new Set(await restoreItems(trx, actor, step.action, within, rows))
  const versions = items.flatMap(({ itemId, after }) => {
    const { version, versionBefore } = after as { version?: number; versionBefore?: number }
    const isNext = restored.has(itemId) && rows.get(itemId)?.version === version
    return isNext && version && versionBefore ? [{ itemId, from: versionBefore, to: version + 1 }] : []
  })
  await passOnVersions(trx, versions)
  const left = items
    .filter(({ itemId }) => !restored.has(itemId))
    .map(({ itemId: id }) => {
      const row = rows.get(id)
      const code = foreign.has(id) ? ('forbidden' as const) : ('stale_version' as const)
      return { id, title: row && maySee(asker, row) ? row.name : '', code }
    })
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'media',
    entityId: items[0]?.itemId ?? null,
    entityTitle: step.title,
    after: { action: step.action, restored: restored.size, skipped: left.length },
  })
  return { restored: restored.size, skipped: left.length, left, changed: restored.size > 0 }
}

/** @returns the ids of those that were restored */
async function restoreItems(
  trx: Db,
  actor: Actor,
  action: string,
  items: readonly UndoItem[],
  rows: ReadonlyMap<string, Row>,
): Promise<string[]> {
  const [first] = items
  if (!first) return []
  if (action === 'replace') {
    const item = first as ReplaceItem
    const row = rows.get(item.itemId)
    if (!row || row.deletedAt !== null || row.storageKey !== item.after.storageKey) return []
    await restoreFile(trx, actor, row, item)
    return [row.id]
  }
  const versioned = items as UndoItem<unknown, { version: number }>[]
  const still = versioned.filter(({ itemId, after }) => rows.get(itemId)?.version === after.version)
  if (still.length === 0) return []
  if (action === 'trash')
    return restoreTrashed(
      trx,
      actor,
      still.flatMap(({ itemId }) => rows.get(itemId) ?? []),
    )
  if (action !== 'texts') throw new ProblemError('undo_expired')
  const there = still.filter(({ itemId }) => rows.get(itemId)?.deletedAt === null) as TextItem[]
  await restoreTexts(trx, actor, there)
  return there.map(({ itemId }) => itemId)
}

async function restoreTrashed(trx: Db, actor: Actor, rows: readonly Row[]): Promise<string[]> {
  const again = await trx
    .selectFrom('media')
    .select('sha256')
    .where(
      'sha256',
      'in',
      rows.map(({ sha256 }) => sha256),
    )
    .where('deletedAt', 'is', null)
    .execute()
  const taken = new Set(again.map(({ sha256 }) => sha256.toString('hex')))
  const coming = rows.filter(({ deletedAt, sha256 }) => deletedAt !== null && !taken.has(sha256.toString('hex')))
  const ids = coming.map(({ id }) => id)
  if (ids.length > 0) await bringBack(trx, actor, ids)
  return ids
}
