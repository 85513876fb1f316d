import { sql, type SqlBool } from 'kysely'
import type { DeliveryAlbumSummary } from '#contract/delivery.ts'
import type { Db } from '../../db/database.ts'
import { publicAuthors } from '../authors/author-queries.ts'
import { deliveryImages, type DeliveryImage } from '../media/media-queries.ts'

type Texts = { mediaId: string; alt: string; caption: string }

/** Pictures with the texts of the album, where it has some, over those of the file. */
export async function imagesOf<Photo extends Texts>(db: Db, publicUrl: string, photos: readonly Photo[]) {
  const images = await deliveryImages(db, [...new Set(photos.map(({ mediaId }) => mediaId))], publicUrl)
  return photos.flatMap((photo): (Photo & DeliveryImage)[] => {
    const image = images.get(photo.mediaId)
    return image ? [{ ...photo, ...withTexts(image, photo) }] : []
  })
}

const withTexts = (image: DeliveryImage, { alt, caption }: Texts): DeliveryImage => ({
  ...image,
  alt: alt || image.alt,
  caption: caption || image.caption,
})

const published = (db: Db) =>
  db
    .selectFrom('album')
    .select(['id', 'slug', 'title', 'description', 'eventDate', 'place', 'photos', 'publishedAt', 'updatedAt'])
    .select(sql<string | null>`author_now(photographer)`.as('photographer'))
    .select(
      sql<Texts | null>`(select jsonb_build_object('mediaId', media_id, 'alt', alt, 'caption', caption) from album_photo
        where album_id = album.id and media_id = coalesce(album.cover,
          (select media_id from album_photo where album_id = album.id order by position limit 1)))`.as('shown'),
    )
    .where('status', '=', 'published')
    .where('deletedAt', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof published>['execute']>>[number]

/** Published albums, newest first, from the cursor on. */
export async function publicAlbums(
  db: Db,
  publicUrl: string,
  cursor: { publishedAt: string; id: string } | undefined,
  limit: number,
): Promise<DeliveryAlbumSummary[]> {
  let rows = published(db)
  if (cursor) rows = rows.where(sql<SqlBool>`(published_at, id) < (${cursor.publishedAt}, ${cursor.id}::uuid)`)
  return summarise(
    db,
    publicUrl,
    await rows.orderBy('publishedAt', 'desc').orderBy('id', 'desc').limit(limit).execute(),
  )
}

/** One published album with its photos behind a position; `next` is null on the last page. */
export async function publicAlbum(
  db: Db,
  publicUrl: string,
  slug: string,
  after: number | undefined,
  limit: number,
): Promise<(DeliveryAlbumSummary & { items: DeliveryImage[]; next: number | null }) | undefined> {
  const row = await published(db).where('slug', '=', slug).executeTakeFirst()
  const [album] = row ? await summarise(db, publicUrl, [row]) : []
  if (!album) return undefined
  const photos = await db
    .selectFrom('albumPhoto')
    .select(['mediaId', 'alt', 'caption', 'position'])
    .where('albumId', '=', album.id)
    .$if(after !== undefined, (some) => some.where('position', '>', after ?? 0))
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  const shown = photos.slice(0, limit)
  const next = photos.length > limit ? (shown.at(-1)?.position ?? null) : null
  return { ...album, items: await imagesOf(db, publicUrl, shown), next }
}

async function summarise(db: Db, publicUrl: string, rows: Row[]): Promise<DeliveryAlbumSummary[]> {
  const authors = await publicAuthors(
    db,
    rows.flatMap(({ photographer }) => photographer ?? []),
  )
  const covers = rows.flatMap(({ shown }) => shown ?? [])
  const images = await deliveryImages(
    db,
    covers.map(({ mediaId }) => mediaId),
    publicUrl,
  )
  return rows.map(({ photographer, shown, publishedAt, ...album }) => {
    const image = shown && images.get(shown.mediaId)
    return {
      ...album,
      publishedAt: publishedAt ?? album.updatedAt,
      photographer: (photographer && authors.get(photographer)) || null,
      cover: image ? withTexts(image, shown) : null,
    }
  })
}
