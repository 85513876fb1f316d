import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { ALBUM_PHOTOS_MOST, type Album, type albumEndpoints } from '#contract/albums.ts'
import type { AuditAction } from '#contract/audit.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import { lockAlbumForWrite, replyWith, samePhotos, saveAlbum, type LockedAlbum } from './album-lock-commands.ts'
import { runsOf } from './album-order-rules.ts'
import { findPhotos } from './album-photo-queries.ts'
import { readPlaces, writePlaces } from './album-place-commands.ts'
import { recordAlbumStep, type Part, type PhotoRow } from './album-step-commands.ts'

type Add = z.output<typeof albumEndpoints.addPhotos.body>

/**
 * Adds media files; those that are in the album already stay where they are.
 * @throws ProblemError count_changed where `before` is not there (any more); invalid_input for a file that is not there,
 *   or where the album is full
 */
export const addPhotos = ({ db }: Services, actor: Actor, id: string, { media, before }: Add) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockAlbumForWrite(trx, actor, id)
    const known = await mediaOf(trx, id, media)
    const coming = media.filter((file) => !known.has(file))
    const there = await lockMediaForShare(trx, coming)
    for (const file of coming)
      if (!there.has(file)) throw invalidField(`media.${media.indexOf(file)}`, 'unknown_id', 'there is no such file')
    const present = media.filter((file) => known.has(file))
    if (coming.length === 0) return { ...(await unchanged(locked)), added: [], present }
    const rows = coming.map((file) => newPhoto(file, locked.row.version + 1))
    await insertPhotos(locked, rows, before, 'media')
    const photos = rows.map((row) => row.id)
    const part = { kind: 'added' as const, album: id, version: locked.row.version + 1, photos }
    const reply = await finish(locked, 'addPhotos', [part], rows.length)
    return { ...reply, added: await findPhotos(trx, id, photos), present }
  })

/** A row for a media file that comes into an album. */
export const newPhoto = (mediaId: string, version: number, texts = { alt: '', caption: '' }): PhotoRow => ({
  id: uuidv7(),
  mediaId,
  positionVersion: version,
  textVersion: version,
  ...texts,
})

/** Which of these media files the album has. */
export async function mediaOf(trx: Db, album: string, media: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('albumPhoto')
    .select('mediaId')
    .where('albumId', '=', album)
    .where(sql<boolean>`media_id = any(${media}::uuid[])`)
    .execute()
  return new Set(rows.map(({ mediaId }) => mediaId))
}

/** Puts new photos into a locked album. @param path the field that is wrong where the album is full */
export async function insertPhotos(
  { trx, row }: LockedAlbum,
  rows: readonly PhotoRow[],
  before: string | null,
  path: string,
) {
  const { order, now } = await readPlaces(trx, row.id)
  if (order.length + rows.length > ALBUM_PHOTOS_MOST)
    throw invalidField(path, 'too_many', `an album holds ${ALBUM_PHOTOS_MOST} photos`, ALBUM_PHOTOS_MOST)
  const at = before === null ? order.length : order.indexOf(before)
  if (at < 0) throw new ProblemError('count_changed')
  const after = order.toSpliced(at, 0, ...rows.map(({ id }) => id))
  await writePlaces(
    trx,
    row.id,
    after,
    now,
    new Map(rows.map(({ id, positionVersion }) => [id, positionVersion])),
    rows,
  )
}

/** Takes photos out; their media files stay. */
export const removePhotos = ({ db }: Services, actor: Actor, id: string, photos: readonly string[]) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockAlbumForWrite(trx, actor, id)
    const { part, rows } = await takeOut(locked, photos)
    const skipped = photos.length - rows.length
    if (rows.length === 0) return { ...(await unchanged(locked)), skipped }
    return { ...(await finish(locked, 'removePhotos', [part], rows.length)), skipped }
  })

/** Takes those of these photos that are there out of a locked album. */
export async function takeOut(
  { trx, row }: LockedAlbum,
  photos: readonly string[],
): Promise<{ part: Part; rows: PhotoRow[] }> {
  const { order, now } = await readPlaces(trx, row.id)
  const rows = await trx
    .deleteFrom('albumPhoto')
    .where('albumId', '=', row.id)
    .where(sql<boolean>`id = any(${photos}::uuid[])`)
    .returning(['id', 'mediaId', 'alt', 'caption', 'positionVersion', 'textVersion'])
    .execute()
  const runs = runsOf(order, new Set(rows.map(({ id }) => id)), now)
  return { part: { kind: 'removed', album: row.id, version: row.version + 1, rows, runs, cover: row.cover }, rows }
}

/** The end of every change of photos: the album's version, the undo step, a line in the audit log, the reply. */
export async function finish(
  locked: LockedAlbum,
  action: AuditAction,
  parts: Part[],
  changed: number,
  more: object = {},
  saves = true,
): Promise<{ album: Album; undo: UndoPointer; changed: number }> {
  const { trx, actor, row } = locked
  const keepsPhotos = parts.every(({ kind }) => kind === 'moved' || kind === 'texts')
  if (saves) await saveAlbum(locked, keepsPhotos ? samePhotos(locked) : {})
  const undo = await recordAlbumStep(locked, action, row.title, parts)
  const after = { photos: changed, ...more }
  await recordAudit(trx, actor, { action, entityType: 'album', entityId: row.id, entityTitle: row.title, after })
  return { album: await replyWith(trx, actor, row.id), undo, changed }
}

/** The reply where there was nothing to do. */
export const unchanged = async ({
  trx,
  actor,
  row,
}: LockedAlbum): Promise<{ album: Album; undo: null; changed: number }> => ({
  album: await replyWith(trx, actor, row.id),
  undo: null,
  changed: 0,
})
