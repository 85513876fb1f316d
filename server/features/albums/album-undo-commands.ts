import { sql } from 'kysely'
import { albumActions } from '#contract/album-actions.ts'
import { ALBUM_PHOTOS_MOST } from '#contract/albums.ts'
import type { Db } from '../../db/database.ts'
import { mayChangePublished } from '#contract/permissions.ts'
import { takeUndoStep } from '../../db/undo-steps.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimSlugIn } from '../../slugs/claim-slug.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { upsertRedirect } from '../taxonomy/redirect-commands.ts'
import { lockMediaForShare } from '../media/media-queries.ts'
import { lockAlbumForUpdate, lockAlbumForWrite, lockAlbums, saveAlbum } from './album-lock-commands.ts'
import { putBack, type Run } from './album-order-rules.ts'
import { readPlaces, writePlaces } from './album-place-commands.ts'
import type { AlbumStep, Part } from './album-step-commands.ts'
import { putTexts } from './album-text-commands.ts'

type Of<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>
type Result = { restored: number; skipped: number }

/**
 * Takes a change of photos, or a way into the trash, back: once, within an hour, by the person who did it, or from the trash. The very same
 * photos stand in the very same order; what others changed since stays as they left it.
 * @throws ProblemError undo_expired, also where the album itself is in the trash or gone; forbidden
 */
export const undoAlbumChange = ({ db }: Services, actor: Actor, undo: string, from?: 'trash'): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    const step = await takeUndoStep<AlbumStep>(trx, from === 'trash' ? null : actor.id, 'album', undo)
    if (!step) throw new ProblemError('undo_expired')
    const { parts } = step.changed
    await lockAlbums(
      trx,
      parts.map(({ album }) => album),
    )
    let result = { restored: 0, skipped: 0 }
    // What came last goes first.
    for (const part of parts.toReversed()) {
      const { restored, skipped } = await takeBackPart(trx, actor, part, parts.length > 1)
      // The photos that a transfer took along are counted once, albums each.
      const join = isAlbum(part) ? (one: number, other: number) => one + other : Math.max
      result = { restored: join(result.restored, restored), skipped: join(result.skipped, skipped) }
    }
    await recordAudit(trx, actor, {
      action: 'undo',
      entityType: 'album',
      entityId: parts[0]?.album ?? null,
      entityTitle: step.title,
      after: { action: step.action, ...result },
    })
    return result
  })

/** @param isOneOfMany whether others are taken back beside it, which it does not hinder when its album is gone */
async function takeBackPart(trx: Db, actor: Actor, part: Part, isOneOfMany: boolean): Promise<Result> {
  // Photos that went to another album come back, whatever became of that one.
  const isTarget = isOneOfMany && part.kind === 'added'
  try {
    if (part.kind === 'trashed') return await restoreAlbum(trx, actor, part)
    if (part.kind === 'acted') return await revertAction(trx, actor, part)
    const held = isTarget
      ? await lockAlbumForUpdate(trx, actor, part.album, 'albums.write')
      : await lockAlbumForWrite(trx, actor, part.album)
    const { cover, ...result } = await takeBackPhotos(trx, part)
    if (result.restored > 0) await saveAlbum(held, cover && held.row.cover === null ? { cover } : {})
    return result
  } catch (error) {
    const gone = error instanceof ProblemError && ['not_found', 'illegal_transition'].includes(error.code)
    if (gone && isTarget) return { restored: 0, skipped: 0 }
    if (gone && isOneOfMany && isAlbum(part)) return { restored: 0, skipped: 1 }
    throw gone ? new ProblemError('undo_expired') : error
  }
}

async function restoreAlbum(trx: Db, actor: Actor, { album, version, status }: Of<'trashed'>): Promise<Result> {
  const held = await lockAlbumForUpdate(trx, actor, album, 'albums.trash')
  if (held.access.state !== 'trashed' || held.row.version !== version) return { restored: 0, skipped: 1 }
  // Back as it was means back to the readers.
  if (status === 'published' && !mayChangePublished(actor.role, 'albums')) throw new ProblemError('needs_publisher')
  const slug = await claimSlugIn(trx, 'album', held.row.slug)
  await upsertRedirect(trx, 'album', album, undefined, slug)
  await saveAlbum(held, { deletedAt: null, status, slug })
  return { restored: 1, skipped: 0 }
}

/** Back to the state before an action, unless somebody changed the album since. */
async function revertAction(trx: Db, actor: Actor, part: Of<'acted'>): Promise<Result> {
  const held = await lockAlbumForUpdate(trx, actor, part.album, albumActions[part.action].permission)
  if (held.row.version !== part.version) return { restored: 0, skipped: 1 }
  await saveAlbum(held, { status: part.status, publishedAt: part.publishedAt, deletedAt: part.deletedAt })
  return { restored: 1, skipped: 0 }
}

const isAlbum = (part: Part) => part.kind === 'trashed' || part.kind === 'acted'
type PhotoPart = Exclude<Part, { kind: 'trashed' | 'acted' }>

function takeBackPhotos(trx: Db, part: PhotoPart): Promise<Result & { cover?: string | null }> {
  if (part.kind === 'added') return removeAdded(trx, part)
  if (part.kind === 'worded') return revertTexts(trx, part)
  return part.kind === 'placed' ? moveBack(trx, part) : bringBack(trx, part)
}

async function removeAdded(trx: Db, { album, version, photos }: Of<'added'>): Promise<Result> {
  const gone = await trx
    .deleteFrom('albumPhoto')
    .where('albumId', '=', album)
    .where(sql<boolean>`id = any(${photos}::uuid[])`)
    .where('placed', '=', version)
    .where('worded', '=', version)
    .returning('id')
    .execute()
  return { restored: gone.length, skipped: photos.length - gone.length }
}

async function moveBack(trx: Db, { album, version, runs, placed }: Of<'placed'>): Promise<Result> {
  const places = await readPlaces(trx, album)
  const back = new Set(Object.keys(placed).filter((id) => places.placed.get(id) === version))
  const order = putBack(places.order, only(runs, back))
  await writePlaces(trx, album, order, places.now, new Map([...back].map((id) => [id, placed[id] ?? version])))
  return { restored: back.size, skipped: Object.keys(placed).length - back.size }
}

async function revertTexts(trx: Db, { album, version, texts }: Of<'worded'>): Promise<Result> {
  const rows = await trx
    .selectFrom('albumPhoto')
    .select('id')
    .where('albumId', '=', album)
    .where('worded', '=', version)
    .execute()
  const untouched = new Set(rows.map(({ id }) => id))
  const back = texts.filter(({ id }) => untouched.has(id))
  await putTexts(trx, back)
  return { restored: back.length, skipped: texts.length - back.length }
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
  await writePlaces(trx, album, order, places.now, new Map(back.map(({ id, placed }) => [id, placed])), back, wanted)
  return {
    restored: back.length,
    skipped: rows.length - back.length,
    cover: cover !== null && there.has(cover) ? cover : null,
  }
}

const only = (runs: readonly Run[], wanted: ReadonlySet<string>): Run[] =>
  runs.map(({ ids, positions = [], ...run }) => ({
    ...run,
    ids: ids.filter((id) => wanted.has(id)),
    positions: positions.filter((_, index) => wanted.has(ids[index]!)),
  }))
