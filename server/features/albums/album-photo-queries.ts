import { sql } from 'kysely'
import type { AlbumPhoto } from '#contract/albums.ts'
import { freshAddress } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from '../media/media-queries.ts'
import { focalPointOf } from '../media/media-rules.ts'

const photos = (db: Db) =>
  db
    .selectFrom('albumPhoto')
    .innerJoin('media', 'media.id', 'albumPhoto.mediaId')
    .select(['albumPhoto.id', 'albumPhoto.mediaId', 'albumPhoto.alt', 'albumPhoto.caption', 'position'])
    .select([
      'fileVersion',
      'capturedAt',
      'media.type',
      'media.name',
      'media.width',
      'media.height',
      'media.credit',
      'focalX',
      'focalY',
    ])
    .select(['media.alt as mediaAlt', 'media.caption as mediaCaption'])

type Row = Awaited<ReturnType<ReturnType<typeof photos>['executeTakeFirstOrThrow']>>

function toPhoto({ mediaId, focalX, focalY, position: _position, ...photo }: Row): AlbumPhoto {
  const file = { id: mediaId, type: photo.type }
  return {
    ...photo,
    media: mediaId,
    url: mediaUrl(file),
    thumb: freshAddress(mediaUrl(file, 'thumb'), photo.fileVersion),
    focalPoint: focalPointOf({ focalX, focalY }),
  }
}

/** Photos in their order, behind a position. */
export async function listPhotos(
  db: Db,
  album: string,
  after: string | undefined,
  limit: number,
): Promise<{ items: AlbumPhoto[]; next: string | null }> {
  const rows = await photos(db)
    .where('albumId', '=', album)
    .$if(after !== undefined, (some) => some.where(sql<boolean>`position > ${after}::bigint`))
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit)
  return { items: items.map(toPhoto), next: rows.length > limit ? String(items.at(-1)?.position) : null }
}

/** These photos, in the order of the album. */
export async function findPhotos(db: Db, album: string, ids: readonly string[]): Promise<AlbumPhoto[]> {
  const rows = await photos(db)
    .where('albumId', '=', album)
    .where(sql<boolean>`album_photo.id = any(${ids}::uuid[])`)
    .orderBy('position')
    .execute()
  return rows.map(toPhoto)
}

/** What sorting goes by, in the present order. */
export async function sortKeys(
  db: Db,
  album: string,
): Promise<{ id: string; name: string; capturedAt: string | null }[]> {
  const rows = await photos(db).where('albumId', '=', album).orderBy('position').execute()
  return rows.map(toPhoto)
}
