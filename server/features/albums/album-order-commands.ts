import type { AuditAction } from '#contract/audit.ts'
import type { z } from 'zod'
import type { albumEndpoints } from '#contract/albums.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { lockAlbumForWrite, type LockedAlbum } from './album-lock-commands.ts'
import { moveBefore, runsOf } from './album-order-rules.ts'
import { finish, unchanged } from './album-photo-commands.ts'
import { sortKeys } from './album-photo-queries.ts'
import { readPlaces, writePlaces, type Places } from './album-place-commands.ts'

type Move = z.output<typeof albumEndpoints.movePhotos.body>
type Sort = z.output<typeof albumEndpoints.sortPhotos.body>

/**
 * Moves photos; those that have gone meanwhile are skipped.
 * @throws ProblemError count_changed where the photo they should come before is not in the album (any more)
 */
export const movePhotos = ({ db }: Services, actor: Actor, id: string, { photos, before }: Move) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockAlbumForWrite(trx, actor, id)
    const places = await readPlaces(trx, id)
    if (before !== null && !places.now.has(before)) throw new ProblemError('count_changed')
    const going = new Set(photos.filter((photo) => places.now.has(photo)))
    const skipped = photos.length - going.size
    return { ...(await reorder(locked, 'movePhotos', places, moveBefore(places.order, going, before), going)), skipped }
  })

/** Puts all photos in the order of capture time or file name; those without a capture time come last, by name. */
export const sortPhotos = ({ db }: Services, actor: Actor, id: string, { by, direction }: Sort) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockAlbumForWrite(trx, actor, id)
    const places = await readPlaces(trx, id)
    const photos = await sortKeys(trx, id)
    // IMG_2 comes before IMG_10.
    const { compare } = new Intl.Collator('en', { numeric: true })
    const turn = direction === 'desc' ? -1 : 1
    const byName = (a: (typeof photos)[number], b: typeof a) => compare(a.name, b.name)
    const sorted = photos.toSorted((a, b) => {
      if (by === 'name') return turn * byName(a, b)
      if (a.capturedAt === null || b.capturedAt === null)
        return Number(a.capturedAt === null) - Number(b.capturedAt === null) || byName(a, b)
      return turn * compare(a.capturedAt, b.capturedAt) || byName(a, b)
    })
    const order = sorted.map((photo) => photo.id)
    return { ...(await reorder(locked, 'sortPhotos', places, order, new Set(order))), skipped: 0 }
  })

async function reorder(locked: LockedAlbum, action: AuditAction, places: Places, order: string[], going: Set<string>) {
  if (order.every((id, index) => id === places.order[index])) return unchanged(locked)
  const { trx, row } = locked
  const version = row.version + 1
  await writePlaces(trx, row.id, order, places.now, new Map([...going].map((id) => [id, version])))
  const positionVersions = Object.fromEntries([...going].map((id) => [id, places.versions.get(id) ?? 0]))
  const part = { kind: 'moved' as const, album: row.id, version, runs: runsOf(places.order, going), positionVersions }
  return finish(locked, action, [part], going.size)
}
