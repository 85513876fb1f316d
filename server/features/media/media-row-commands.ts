import type { Media } from '#contract/media.ts'
import { mayChangePublished } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { may, reach, type Actor } from '../../http/actor.ts'
import { ProblemError, staleVersion } from '../../http/problem-error.ts'
import { findBlocked } from './media-published-queries.ts'
import { mayWrite, type Asker } from './media-rules.ts'
import { mediaByIds } from './media-view-queries.ts'

/** What the person may do with rows of the library; the system (null) may do all. */
export const askerOf = (actor: Actor | null): Asker => ({
  id: actor?.id ?? '',
  scope: actor ? reach(actor, 'media.write') : 'all',
  mayPurge: !actor || may(actor, 'media.purge'),
  mayPublish: !actor || mayChangePublished(actor.role, 'media'),
})

/** These pictures, trashed ones too, locked in one order for everybody against change, and against being used. */
export const lockRows = (trx: Db, ids: readonly string[]) =>
  trx.selectFrom('media').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

/**
 * One picture that the actor may change, locked.
 * @param where `library` outside the trash, `trash` in it
 * @throws ProblemError not_found, forbidden; stale_version (with the picture as it is now) if `version` is given
 */
export async function lockedMedia(
  trx: Db,
  id: string,
  actor: Actor,
  version?: number,
  where: 'library' | 'trash' = 'library',
) {
  const [row] = await lockRows(trx, [id])
  if (!row || (row.deletedAt !== null) !== (where === 'trash')) throw new ProblemError('not_found')
  if (!mayWrite(askerOf(actor), row)) throw new ProblemError('forbidden')
  if (version !== undefined && row.version !== version) throw staleVersion(await theMedia(trx, id, actor))
  return row
}

/** @throws ProblemError needs_publisher where readers see one of these pictures and the asker may not publish */
export async function requireUnpublished(db: Db, asker: Asker, ids: readonly string[]): Promise<void> {
  if ((await findBlocked(db, asker, ids)).size > 0) throw new ProblemError('needs_publisher')
}

/** A picture as the console shows it, in the trash or not. */
export async function theMedia(db: Db, id: string, actor: Actor | null): Promise<Media> {
  const [media] = await mediaByIds(db, [id], askerOf(actor))
  if (!media) throw new ProblemError('not_found')
  return media
}

/**
 * The index has the last word about bytes, which are in the library once only.
 * @param find the picture that has them
 * @throws ProblemError already_here, with that picture
 */
export async function unlessHere<T>(find: () => Promise<Media | undefined>, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (uniqueViolation(error) !== 'media_sha256') throw error
    throw new ProblemError('already_here', { current: await find() })
  }
}
