import { sql } from 'kysely'
import type { Media, MediaListQuery, MediaRef } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { escapeLike, listPage } from '../../db/list-page.ts'
import { fileNameOf, mayWrite, type Asker, type ImageType, type Variant } from './media-rules.ts'

/** Address of one file of a picture, a path on this server. */
export const mediaUrl = (media: { id: string; type: ImageType }, variant: Variant = 'original'): string =>
  `/media/${media.id}/${fileNameOf(media.type, variant)}`

/** The pictures among these ids that are there (not trashed); order is not kept. */
export async function mediaRefs(db: Db, ids: readonly string[]): Promise<MediaRef[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select(['id', 'type', 'width', 'height', 'alt'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ type, ...row }) => ({
    ...row,
    url: mediaUrl({ id: row.id, type }),
    thumb: `/media/${row.id}/thumb.webp`,
  }))
}

/** A picture for the outside site, before the article's own texts are laid over it. Addresses are absolute. */
export type DeliveryImage = {
  url: string
  alt: string
  caption: string
  credit: string
  width: number
  height: number
  variants: { url: string; type: string; width: number; height: number }[]
}

/**
 * Pictures as the outside site gets them, by id; what is not there is left out.
 * @param publicUrl without trailing slash, put before every address
 */
export async function deliveryImages(
  db: Db,
  ids: readonly string[],
  publicUrl: string,
): Promise<Map<string, DeliveryImage>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'type', 'width', 'height', 'alt', 'caption', 'credit', 'variants'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, type, variants, ...row }) => [
      id,
      {
        ...row,
        url: publicUrl + mediaUrl({ id, type }),
        variants: variants.map(({ name, bytes: _bytes, ...variant }) => ({
          ...variant,
          url: publicUrl + mediaUrl({ id, type }, name),
        })),
      },
    ]),
  )
}

/**
 * Which of these pictures exist, held against deletion until the transaction ends:
 * call it before writing a row that shows them.
 */
export async function holdMedia(trx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const withPeople = (db: Db) =>
  db
    .selectFrom('media')
    .leftJoin('userAccount as creator', 'creator.id', 'media.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'media.updatedBy')
    .selectAll('media')
    .select(['creator.name as creatorName', 'updater.name as updaterName'])

type Row = Awaited<ReturnType<ReturnType<typeof withPeople>['executeTakeFirstOrThrow']>>

const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })

function toMedia(row: Row, asker: Asker): Media {
  const { id, version, createdAt, updatedAt, deletedAt, name, type, bytes, width, height, alt, caption, credit } = row
  return {
    id,
    version,
    createdAt,
    updatedAt,
    deletedAt,
    name,
    type,
    bytes,
    width,
    height,
    alt,
    caption,
    credit,
    createdBy: person(row.createdBy, row.creatorName),
    updatedBy: person(row.updatedBy, row.updaterName),
    focalPoint: row.focalX === null || row.focalY === null ? null : { x: row.focalX, y: row.focalY },
    url: mediaUrl(row),
    thumb: mediaUrl(row, 'thumb'),
    variants: row.variants.map((variant) => ({ ...variant, url: mediaUrl(row, variant.name) })),
    can: { write: mayWrite(asker, row) },
  }
}

/** One picture as the console shows it; undefined when it is not there or trashed. */
export async function findMedia(db: Db, id: string, asker: Asker): Promise<Media | undefined> {
  const row = await withPeople(db).where('media.id', '=', id).where('media.deletedAt', 'is', null).executeTakeFirst()
  return row && toMedia(row, asker)
}

/** The picture whose uploaded bytes had this digest, if the library has it. */
export async function findMediaBySha256(db: Db, sha256: Buffer, asker: Asker): Promise<Media | undefined> {
  const row = await withPeople(db).where('sha256', '=', sha256).where('media.deletedAt', 'is', null).executeTakeFirst()
  return row && toMedia(row, asker)
}

/** One page of the library. */
export async function listMedia(db: Db, query: MediaListQuery, asker: Asker) {
  const { q, type, missingAlt, sort } = query
  let rows = db.selectFrom('media').select('id').where('deletedAt', 'is', null)
  if (q)
    rows = rows.where(sql<boolean>`lower(name || ' ' || alt || ' ' || caption) like lower(${`%${escapeLike(q)}%`})`)
  if (type) rows = rows.where('type', '=', type)
  if (missingAlt !== undefined) rows = rows.where('alt', missingAlt ? '=' : '<>', '')

  const keys = { createdAt: sql`created_at`, name: sql`lower(name)`, bytes: sql`bytes` }
  const by = keys[sort.replace(/^-/, '') as keyof typeof keys]
  return listPage(db, rows, { by, direction: sort.startsWith('-') ? 'desc' : 'asc' }, query, async (ids) => {
    const found = await withPeople(db).where('media.id', 'in', ids).where('media.deletedAt', 'is', null).execute()
    return found.map((row) => toMedia(row, asker))
  })
}

/** Where one public file of a picture is stored; undefined when the picture has no such file or is trashed. */
export async function findMediaFile(
  db: Db,
  id: string,
  file: string,
): Promise<{ key: string; type: string; etag: string } | undefined> {
  const row = await db
    .selectFrom('media')
    .select(['type', 'variants', 'storageKey', 'sha256'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { storageKey, sha256 } = row
  const files = [{ name: 'original' as const, type: row.type }, ...row.variants]
  const found = files.find(({ name }) => fileNameOf(row.type, name) === file)
  const etag = `"${sha256.toString('hex', 0, 16)}-${file}"`
  return found && { key: `${storageKey}/${file}`, type: found.type, etag }
}
