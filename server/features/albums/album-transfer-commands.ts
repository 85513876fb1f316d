import { sql } from 'kysely'
import type { z } from 'zod'
import type { albumEndpoints } from '#contract/albums.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { lockAlbumForWrite, replyWith, saveAlbum, type LockedAlbum } from './album-lock-commands.ts'
import { finish, insertPhotos, mediaOf, newPhoto, takeOut, unchanged } from './album-photo-commands.ts'
import type { Part } from './album-step-commands.ts'

type Transfer = z.output<typeof albumEndpoints.transferPhotos.body>

/** Moves or copies photos to the end of another album, with their texts; what that one has already is not doubled. */
export const transferPhotos = ({ db }: Services, actor: Actor, id: string, { photos, to, mode }: Transfer) =>
  db.transaction().execute(async (trx) => {
    if (to === id) throw invalidField('to', 'same', 'is the album itself')
    const [locked, target] = await lockBoth(trx, actor, id, to)
    const rows = await photoRows(trx, id, photos)
    const skipped = photos.length - rows.length
    const known = await mediaOf(
      trx,
      to,
      rows.map(({ mediaId }) => mediaId),
    )
    const coming = rows.filter(({ mediaId }) => !known.has(mediaId))
    const present = rows.length - coming.length
    const version = target.row.version + 1
    const added = coming.map(({ mediaId, ...texts }) => newPhoto(mediaId, version, texts))
    const parts: Part[] = []
    if (added.length > 0) {
      await insertPhotos(target, added, null, 'to')
      await saveAlbum(target)
      parts.push({ kind: 'added', album: to, version, photos: added.map((row) => row.id) })
    }
    if (mode === 'move' && rows.length > 0) parts.push((await takeOut(locked, photos)).part)
    const rest = { present, skipped }
    const action = mode === 'move' ? 'movePhotosTo' : 'copyPhotosTo'
    const reply =
      parts.length === 0
        ? await unchanged(locked)
        : await finish(locked, action, parts, coming.length, { to: target.row.title }, mode === 'move')
    return { ...reply, ...rest, to: await replyWith(trx, actor, to) }
  })

/** The texts and files of these photos, in the order of the album. */
const photoRows = (trx: Db, album: string, photos: readonly string[]) =>
  trx
    .selectFrom('albumPhoto')
    .select(['mediaId', 'alt', 'caption'])
    .where('albumId', '=', album)
    .where(sql<boolean>`id = any(${photos}::uuid[])`)
    .orderBy('position')
    .execute()

/** In the order of their ids, so that two transfers the other way round do not wait for each other. */
async function lockBoth(trx: Db, actor: Actor, from: string, to: string): Promise<[LockedAlbum, LockedAlbum]> {
  const lockTarget = () =>
    lockAlbumForWrite(trx, actor, to).catch((error: unknown) => {
      if (!(error instanceof ProblemError && error.code === 'not_found')) throw error
      throw invalidField('to', 'unknown_id', 'there is no album with this id')
    })
  if (from < to) return [await lockAlbumForWrite(trx, actor, from), await lockTarget()]
  const target = await lockTarget()
  return [await lockAlbumForWrite(trx, actor, from), target]
}
