import { takeUndoStep } from '../../db/undo-steps.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { takeBackTexts, type Rewritten } from './media-bulk-commands.ts'
import { takeBackReplacement, type Replaced } from './media-replace-commands.ts'
import { lockRows } from './media-row-commands.ts'
import { bringBack, type Trashed } from './media-trash-commands.ts'

type Step =
  | { action: 'trash'; title: string; changed: Trashed }
  | { action: 'texts'; title: string; changed: Rewritten }
  | { action: 'replace'; title: string; changed: Replaced }

/** Rolls back, so that the step is not used up. */
class NothingRestored extends Error {
  readonly skipped: number
  constructor(skipped: number) {
    super('nothing was restored')
    this.skipped = skipped
  }
}

/**
 * Takes a change of pictures back: once, within an hour, by who made it; from the trash as long as that keeps it. What
 * others changed since stays as it is and is counted as skipped, and so does a picture in the trash whose very bytes were
 * uploaded anew. Where all of it stays, the step does, too: a later one may have to be taken back first.
 * @throws ProblemError undo_expired; already_here when the bytes of a replaced picture are in the library again
 */
export async function undoMediaChange({ db }: Services, actor: Actor, undo: string, from?: 'trash') {
  try {
    return await db.transaction().execute(async (trx) => {
      const step = (await takeUndoStep(trx, from === 'trash' ? null : actor.id, 'media', undo)) as Step | undefined
      if (!step) throw new ProblemError('undo_expired')
      const pictures = step.action === 'replace' ? [step.changed] : step.changed
      const skipped = await takeBack(trx, actor, step)
      const result = { restored: pictures.length - skipped, skipped }
      if (result.restored === 0) throw new NothingRestored(skipped)
      await recordAudit(trx, actor, {
        action: 'undo',
        entityType: 'media',
        entityId: pictures[0]?.id ?? null,
        entityTitle: step.title,
        after: { action: step.action, ...result },
      })
      return result
    })
  } catch (error) {
    if (error instanceof NothingRestored) return { restored: 0, skipped: error.skipped }
    if (uniqueViolation(error) === 'media_sha256') throw new ProblemError('already_here')
    throw error
  }
}

function takeBack(trx: Db, actor: Actor, { action, changed }: Step): Promise<number> {
  switch (action) {
    case 'trash':
      return takeBackFromTrash(trx, actor, changed)
    case 'texts':
      return takeBackTexts(trx, actor, changed)
    case 'replace':
      return takeBackReplacement(trx, actor, changed)
  }
}

async function takeBackFromTrash(trx: Db, actor: Actor, kept: Trashed): Promise<number> {
  const rows = await lockRows(
    trx,
    kept.map(({ id }) => id),
  )
  const versions = new Map(kept.map(({ id, version }) => [id, version]))
  const still = rows.filter(({ id, version, deletedAt }) => deletedAt !== null && version === versions.get(id))
  if (still.length === 0) return kept.length
  const digests = still.map(({ sha256 }) => sha256)
  const anew = await trx
    .selectFrom('media')
    .select('sha256')
    .where('sha256', 'in', digests)
    .where('deletedAt', 'is', null)
    .execute()
  const taken = new Set(anew.map(({ sha256 }) => sha256.toString('hex')))
  const coming = still.filter(({ sha256 }) => !taken.has(sha256.toString('hex')))
  if (coming.length)
    await bringBack(
      trx,
      actor,
      coming.map(({ id }) => id),
    )
  return kept.length - coming.length
}
