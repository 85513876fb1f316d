import type { Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { storeImage } from './media-commands.ts'
import { arrivedBytes, arrivedUpload, cancelUpload, FinishedMeanwhile, completeUpload } from './media-piece-commands.ts'
import { replaceMedia, type ReplaceTarget } from './media-replace-commands.ts'
import { theMedia } from './media-row-commands.ts'

/**
 * Makes a picture of an upload that is complete, even when no one waits any more: asked again, it answers the same picture.
 * @throws ProblemError not_found, wrong_offset, and those of storeImage; bytes that are no picture are forgotten
 */
export async function finishUpload(
  services: Services,
  actor: Actor,
  id: string,
): Promise<{ media: Media; existing: boolean }> {
  const finished = async (media: string) => ({ media: await theMedia(services.db, media, actor), existing: true })
  const upload = await arrivedUpload(services.db, actor, id)
  if (upload.mediaId !== null) return finished(upload.mediaId)
  const { name, alt, caption, credit } = upload
  try {
    const stored = await forgetUnreadable(services, actor, id, () =>
      storeImage(services, actor, {
        name,
        alt,
        caption,
        credit,
        load: () => arrivedBytes(services.db, actor, id),
        beside: (trx, media) => completeUpload(trx, id, media),
      }),
    )
    if (stored.existing) await completeUpload(services.db, id, stored.media.id)
    return stored
  } catch (error) {
    if (error instanceof FinishedMeanwhile) return finished(error.media)
    throw error
  }
}

/**
 * Puts an upload that is complete in the place of a picture. Where the library has it already it is kept, for the picture may be
 * made a copy of that one.
 * @throws ProblemError as finishUpload and replaceMedia
 */
export async function replaceWithUpload(
  services: Services,
  actor: Actor,
  target: ReplaceTarget,
  uploadId: string,
): Promise<Media & { undo: UndoPointer }> {
  const upload = await arrivedUpload(services.db, actor, uploadId)
  if (upload.mediaId !== null) throw new ProblemError('not_found')
  const load = () => arrivedBytes(services.db, actor, uploadId)
  const finish = (trx: Db) => completeUpload(trx, uploadId, target.id)
  return forgetUnreadable(services, actor, uploadId, () => replaceMedia(services, actor, target, load, finish)).catch(
    (error: unknown) => {
      throw error instanceof FinishedMeanwhile ? new ProblemError('not_found') : error
    },
  )
}

async function forgetUnreadable<T>({ db }: Services, actor: Actor, id: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const hopeless = ['unreadable_file', 'unsupported_media_type']
    if (error instanceof ProblemError && hopeless.includes(error.code))
      await cancelUpload(db, actor, id).catch(() => undefined)
    throw error
  }
}
