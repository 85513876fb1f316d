import { freshAddress, previewSizes, type MediaRef } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import {
  fileNameOf,
  focalPointOf,
  maySee,
  type Asker,
  type FocalPoint,
  type ImageType,
  type Variant,
} from './media-rules.ts'

/** Address of one file of a picture, a path on this server. */
export const mediaUrl = (media: { id: string; type: ImageType }, variant: Variant = 'original'): string =>
  `/media/${media.id}/${fileNameOf(media.type, variant)}`

/** The pictures among these ids that are there (not trashed); order is not kept. */
export async function mediaRefs(db: Db, ids: readonly string[]): Promise<MediaRef[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select(['id', 'type', 'width', 'height', 'alt', 'fileVersion'])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(mediaRefOf)
}

export type MediaRefRow = Omit<MediaRef, 'url' | 'thumb'> & { type: ImageType }

/** Address of the small picture for lists; another one when its file was replaced. */
export const thumbOf = (media: Pick<MediaRefRow, 'id' | 'type' | 'fileVersion'>): string =>
  freshAddress(mediaUrl(media, 'thumb'), media.fileVersion)

/** A row of a picture as the console shows it. */
export const mediaRefOf = ({ type, ...row }: MediaRefRow): MediaRef => ({
  ...row,
  url: mediaUrl({ id: row.id, type }),
  thumb: thumbOf({ ...row, type }),
})

type DeliveryFile = { url: string; type: string; width: number; height: number }

/** A picture for the outside site, before the article's own texts are laid over it. Addresses are absolute. */
export type DeliveryImage = {
  url: string
  alt: string
  caption: string
  credit: string
  width: number
  height: number
  focalPoint: FocalPoint
  variants: DeliveryFile[]
  /** The part around the focal point; null for a moment after an update from an older Copydesk. */
  square: DeliveryFile | null
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
    .select([
      'id',
      'type',
      'width',
      'height',
      'alt',
      'caption',
      'credit',
      'variants',
      'focalX',
      'focalY',
      'fileVersion',
    ])
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(
    rows.map(({ id, variants, fileVersion, focalX, focalY, ...row }) => {
      const address = (name?: Variant) => publicUrl + freshAddress(mediaUrl({ id, type: row.type }, name), fileVersion)
      const files = variants.map(({ name, type, width, height }) => ({ name, url: address(name), type, width, height }))
      const { type: _type, ...shown } = row
      return [
        id,
        {
          ...shown,
          url: address(),
          focalPoint: focalPointOf({ focalX, focalY }),
          variants: files.filter(({ name }) => name !== 'square').map(({ name: _name, ...file }) => file),
          square: files.find(({ name }) => name === 'square') ?? null,
        },
      ]
    }),
  )
}

/**
 * Which of these pictures exist, held against deletion until the transaction ends:
 * call it before writing a row that shows them.
 */
export async function lockMediaForShare(trx: Db, ids: readonly string[]): Promise<Set<string>> {
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

/** Where one public file of a picture is stored; undefined when the picture has no such file or is trashed. */
export async function findMediaFile(
  db: Db,
  id: string,
  file: string,
): Promise<{ key: string; type: string; etag: string; fileVersion: number } | undefined> {
  const row = await db
    .selectFrom('media')
    .select(['type', 'variants', 'storageKey', 'sha256', 'fileVersion'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { storageKey, sha256, fileVersion } = row
  const files = [{ name: 'original' as const, type: row.type, file: undefined }, ...row.variants]
  const found = files.find(({ name }) => fileNameOf(row.type, name) === file)
  const etag = `"${sha256.toString('hex', 0, 16)}-${fileVersion}-${file}"`
  return found && { key: `${storageKey}/${found.file ?? file}`, type: found.type, etag, fileVersion }
}

/** Where the file is stored that shows a picture to this asker in at least this size, or as large as there is. */
export async function findPreviewFile(
  db: Db,
  id: string,
  size: (typeof previewSizes)[number],
  asker: Asker,
): Promise<{ key: string; type: string } | undefined> {
  const row = await db
    .selectFrom('media')
    .select(['type', 'variants', 'storageKey', 'createdBy', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !maySee(asker, row)) return undefined
  const larger = previewSizes.slice(previewSizes.indexOf(size))
  const smaller = previewSizes.slice(0, previewSizes.indexOf(size)).toReversed()
  const found = [...larger, ...smaller].flatMap((name) => row.variants.find((one) => one.name === name) ?? [])[0]
  const { name, type, file } = found ?? { name: 'original' as const, type: row.type, file: undefined }
  return { key: `${row.storageKey}/${file ?? fileNameOf(row.type, name)}`, type }
}
