import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { albumsIn, GALLERY_PHOTOS, withGalleries } from './album-gallery-rules.ts'
import { imagesOf } from './album-public-queries.ts'

/**
 * The text of an article with its albums as galleries: a published one by its first photos, any other by nothing.
 * @param publicUrl without trailing slash, put before the addresses of pictures
 */
export async function showGalleries(db: Db, publicUrl: string, html: string): Promise<string> {
  const albums = albumsIn(html)
  if (albums.length === 0) return html
  const { rows } = await sql<{ albumId: string; mediaId: string; alt: string; caption: string }>`
    select album.id as album_id, photo.media_id, photo.alt, photo.caption
    from album cross join lateral (
      select * from album_photo where album_id = album.id order by position limit ${GALLERY_PHOTOS}
    ) as photo
    where album.id = any(${albums}::uuid[]) and status = 'published' and deleted_at is null
    order by album.id, photo.position`.execute(db)
  const images = await imagesOf(db, publicUrl, rows)
  const galleries = albums.map((id) => [id, images.filter(({ albumId }) => albumId === id)] as const)
  return withGalleries(html, new Map(galleries))
}
