import { sql } from 'kysely'
import { albumActions } from '#contract/album-actions.ts'
import { ALBUM_PHOTOS_MOST } from '#contract/albums.ts'
import { mayChangePublished } from '#contract/permissions.ts'
import type { UndoReport } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { passOnVersions, undoItemsOf } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { UndoHandler, UndoResult, UndoRun } from '../../http/undo-handler.ts'
import { claimSlugIn } from '../../slugs/claim-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { upsertRedirect } from '../../slugs/redirects.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import {
  lockAlbumForUpdate,
  lockAlbumForWrite,
  lockAlbums,
  saveAlbum,
  type LockedAlbum,
} from './album-lock-commands.ts'
import { putBack, type Run } from './album-order-rules.ts'
import { readPlaces, writePlaces } from './album-place-commands.ts'
import { partsOf, type Part } from './album-step-commands.ts'
import { putTexts } from './album-text-commands.ts'

type Of<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>
type Result = Pick<UndoReport, 'restored' | 'left'>

/**
 * Undoes a change of photos or an action on albums: the same photos in the same order. What was changed since is left alone.
 * @throws ProblemError undo_expired where the album itself is in the trash or gone; forbidden
 */
export const albumUndo: UndoHandler = { permission: () => 'albums.write', restore }

async function restore({ trx, actor, step }: UndoRun): Promise<UndoResult> {
  const parts = partsOf(await undoItemsOf(trx, step.id))
  await lockAlbums(
    trx,
    parts.map(({ album }) => album),
  )
  let result: Result = { restored: 0, left: [] }
  for (const part of parts) {
    const { restored, left } = await restorePart(trx, actor, part, parts.length > 1)
    // Photos that were transferred are counted once, albums each.
    result = isAlbum(part)
      ? { restored: result.restored + restored, left: [...result.left, ...left] }
      : { restored: Math.max(result.restored, restored), left: left.length > result.left.length ? left : result.left }
  }
  const report = { ...result, skipped: result.left.length }
  await recordAudit(trx, actor, {
    action: 'undo',
    entityType: 'album',
    entityId: parts[0]?.album ?? null,
    entityTitle: step.title,
    after: { action: step.action, restored: report.restored, skipped: report.skipped },
  })
  return { ...report, changed: report.restored > 0 }
}

/** @param isOneOfMany whether the step has other parts, which can be undone although the album of this one is gone */
async function restorePart(trx: Db, actor: Actor, part: Part, isOneOfMany: boolean): Promise<Result> {
  // Photos that were moved to another album come back, even if that one was deleted.
  const isTarget = isOneOfMany && part.kind === 'added'
  try {
    if (part.kind === 'trashed') return await restoreAlbum(trx, actor, part)
    if (part.kind === 'acted') return await revertAction(trx, actor, part)
    const locked = isTarget
      ? await lockAlbumForUpdate(trx, actor, part.album, 'albums.write')
      : await lockAlbumForWrite(trx, actor, part.album)
    const { cover, ...result } = await restorePhotos(trx, part)
    if (result.restored > 0) {
      await saveAlbum(locked, cover && locked.row.cover === null ? { cover } : {})
      await passOn(locked, part)
    }
    return result
  } catch (error) {
    const gone = error instanceof ProblemError && ['not_found', 'illegal_transition'].includes(error.code)
    if (gone && isTarget) return { restored: 0, left: [] }
    // The person may not be allowed to see an album that is not found, so its title is left out.
    if (gone && isOneOfMany && isAlbum(part))
      return { restored: 0, left: [{ ...leftAlbum(part.album, ''), code: error.code }] }
    throw gone ? new ProblemError('undo_expired') : error
  }
}

/** Actions on the album that came before this change can be undone next, if nothing else came between. */
async function passOn({ trx, row }: LockedAlbum, { album, current, versionBefore = 0 }: Part): Promise<void> {
  if (row.version === current) await passOnVersions(trx, [{ itemId: album, from: versionBefore, to: row.version + 1 }])
}

const leftAlbum = (id: string, title: string) => ({ id, title, code: 'stale_version' as const })

/** Photos that were left alone, by the names of their files. */
async function leftPhotos(trx: Db, media: readonly string[]): Promise<UndoReport['left']> {
  if (media.length === 0) return []
  const rows = await trx
    .selectFrom('media')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${media}::uuid[])`)
    .execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return media.map((id) => ({ id, title: names.get(id) ?? '', code: 'stale_version' }))
}

/** The same, given by the photos of an album; those that have left it meanwhile have no name any more. */
async function leftOf(trx: Db, photos: readonly string[]): Promise<UndoReport['left']> {
  if (photos.length === 0) return []
  const rows = await trx
    .selectFrom('albumPhoto')
    .select(['id', 'mediaId'])
    .where(sql<boolean>`id = any(${photos}::uuid[])`)
    .execute()
  const media = new Map(rows.map(({ id, mediaId }) => [id, mediaId]))
  return leftPhotos(
    trx,
    photos.map((id) => media.get(id) ?? id),
  )
}

async function restoreAlbum(trx: Db, actor: Actor, part: Of<'trashed'>): Promise<Result> {
  const { album, current, status } = part
  const locked = await lockAlbumForUpdate(trx, actor, album, 'albums.trash')
  if (locked.access.state !== 'trashed' || locked.row.version !== current)
    return { restored: 0, left: [leftAlbum(album, locked.row.title)] }
  // Back as it was means back to the readers.
  if (status === 'published' && !mayChangePublished(actor.role, 'albums')) throw new ProblemError('needs_publisher')
  const slug = await claimSlugIn(trx, 'album', locked.row.slug)
  await upsertRedirect(trx, 'album', album, undefined, slug)
  await saveAlbum(locked, { deletedAt: null, status, slug })
  await passOn(locked, part)
  return { restored: 1, left: [] }
}

/** Back to the state before an action, unless the album was changed since. */
async function revertAction(trx: Db, actor: Actor, part: Of<'acted'>): Promise<Result> {
  const locked = await lockAlbumForUpdate(trx, actor, part.album, albumActions[part.action].permission)
  if (locked.row.version !== part.current) return { restored: 0, left: [leftAlbum(part.album, locked.row.title)] }
  await saveAlbum(locked, { status: part.status, publishedAt: part.publishedAt, deletedAt: part.deletedAt })
  await passOn(locked, part)
  return { restored: 1, left: [] }
}

const isAlbum = (part: Part) => part.kind === 'trashed' || part.kind === 'acted'
type PhotoPart = Exclude<Part, { kind: 'trashed' | 'acted' }>

function restorePhotos(trx: Db, part: PhotoPart): Promise<Result & { cover?: string | null }> {
  if (part.kind === 'added') return removeAdded(trx, part)
  if (part.kind === 'texts') return revertTexts(trx, part)
  return part.kind === 'moved' ? moveBack(trx, part) : bringBack(trx, part)
}

async function removeAdded(trx: Db, { album, version, photos }: Of<'added'>): Promise<Result> {
  const gone = await trx
    .deleteFrom('albumPhoto')
    .where('albumId', '=', album)
    .where(sql<boolean>`id = any(${photos}::uuid[])`)
    .where('positionVersion', '=', version)
    .where('textVersion', '=', version)
    .returning('id')
    .execute()
  const removed = new Set(gone.map(({ id }) => id))
  const left = await leftOf(
    trx,
    photos.filter((id) => !removed.has(id)),
  )
  return { restored: gone.length, left }
}

async function moveBack(trx: Db, { album, version, runs, positionVersions }: Of<'moved'>): Promise<Result> {
  const places = await readPlaces(trx, album)
  const back = new Set(Object.keys(positionVersions).filter((id) => places.versions.get(id) === version))
  const order = putBack(places.order, only(runs, back))
  await writePlaces(
    trx,
    album,
    order,
    places.now,
    new Map([...back].map((id) => [id, positionVersions[id] ?? version])),
  )
  const left = await leftOf(
    trx,
    Object.keys(positionVersions).filter((id) => !back.has(id)),
  )
  return { restored: back.size, left }
}

async function revertTexts(trx: Db, { album, version, texts }: Of<'texts'>): Promise<Result> {
  const rows = await trx
    .selectFrom('albumPhoto')
    .select('id')
    .where('albumId', '=', album)
    .where('textVersion', '=', version)
    .execute()
  const untouched = new Set(rows.map(({ id }) => id))
  const back = texts.filter(({ id }) => untouched.has(id))
  await putTexts(trx, back)
  const left = await leftOf(
    trx,
    texts.map(({ id }) => id).filter((id) => !untouched.has(id)),
  )
  return { restored: back.length, left }
}

async function bringBack(trx: Db, { album, rows, runs, cover }: Of<'removed'>) {
  const places = await readPlaces(trx, album)
  const there = await lockMediaForShare(
    trx,
    rows.map(({ mediaId }) => mediaId),
  )
  const present = await trx
    .selectFrom('albumPhoto')
    .select('mediaId')
    .where('albumId', '=', album)
    .where(sql<boolean>`media_id = any(${rows.map(({ mediaId }) => mediaId)}::uuid[])`)
    .execute()
  for (const { mediaId } of present) there.delete(mediaId)
  const room = ALBUM_PHOTOS_MOST - places.order.length
  const back = rows.filter(({ mediaId }) => there.has(mediaId)).slice(0, Math.max(0, room))
  const coming = only(runs, new Set(back.map(({ id }) => id)))
  const order = putBack(places.order, coming, places.now)
  const wanted = new Map(coming.flatMap(({ ids, positions = [] }) => positions.map((at, index) => [ids[index]!, at])))
  await writePlaces(
    trx,
    album,
    order,
    places.now,
    new Map(back.map(({ id, positionVersion }) => [id, positionVersion])),
    back,
    wanted,
  )
  return {
    restored: back.length,
    left: await leftPhotos(
      trx,
      rows.filter((row) => !back.includes(row)).map(({ mediaId }) => mediaId),
    ),
    cover: cover !== null && there.has(cover) ? cover : null,
  }
}

const only = (runs: readonly Run[], wanted: ReadonlySet<string>): Run[] =>
  runs.map(({ ids, positions = [], ...run }) => ({
    ...run,
    ids: ids.filter((id) => wanted.has(id)),
    positions: positions.filter((_, index) => wanted.has(ids[index]!)),
  }))
