import { sql } from 'kysely'
import { freshAddress, type Media } from '#contract/media.ts'
import type { Db } from '../../db/database.ts'
import { mediaUrl } from './media-queries.ts'
import { isSeenByReaders } from './media-published-queries.ts'
import { usesNow } from '../../db/use-counts.ts'
import { focalPointOf, maySee, mayWrite, type Asker } from './media-rules.ts'

const duplicates = sql<number>`coalesce((select pictures - (media.deleted_at is null)::int from perceptual_hash
  where perceptual_hash.id = media.perceptual_hash_id), 0)`

/** Asked of the asker's own pictures only; the others are out of reach anyway. */
const isBlocked = ({ id, mayPublish }: Asker) =>
  mayPublish
    ? sql<boolean>`false`
    : sql<boolean>`(media.created_by::text = ${id} and ${isSeenByReaders(sql`media.id`)})`

const withPeople = (db: Db, asker: Asker) =>
  db
    .selectFrom('media')
    .leftJoin('userAccount as creator', 'creator.id', 'media.createdBy')
    .leftJoin('userAccount as updater', 'updater.id', 'media.updatedBy')
    .selectAll('media')
    .select(['creator.name as creatorName', 'updater.name as updaterName'])
    .select([duplicates.as('duplicates'), usesNow('media').as('uses')])
    .select(isBlocked(asker).as('blocked'))

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
    fileVersion: row.fileVersion,
    capturedAt: row.capturedAt,
    uses: row.uses,
    duplicates: row.duplicates,
    createdBy: person(row.createdBy, row.creatorName),
    updatedBy: person(row.updatedBy, row.updaterName),
    focalPoint: focalPointOf(row),
    url: mediaUrl(row),
    thumb: freshAddress(mediaUrl(row, 'thumb'), row.fileVersion),
    variants: row.variants.map(({ file: _file, ...variant }) => ({ ...variant, url: mediaUrl(row, variant.name) })),
    can: {
      write: mayWrite(asker, row) && !row.blocked,
      purge: deletedAt !== null && asker.mayPurge,
      needsPublisher: mayWrite(asker, row) && row.blocked,
    },
  }
}

/** One picture outside the trash, as the console shows it. */
export async function findMedia(db: Db, id: string, asker: Asker): Promise<Media | undefined> {
  const media = await findMediaOrTrashed(db, id, asker)
  return media?.deletedAt === null ? media : undefined
}

/** One picture as the console shows it, also from the trash if the asker may restore it. */
export async function findMediaOrTrashed(db: Db, id: string, asker: Asker): Promise<Media | undefined> {
  const row = await withPeople(db, asker).where('media.id', '=', id).executeTakeFirst()
  return row && maySee(asker, row) ? toMedia(row, asker) : undefined
}

/** The pictures with these ids, trashed ones too, in no order. */
export async function mediaByIds(db: Db, ids: readonly string[], asker: Asker): Promise<Media[]> {
  const rows = await withPeople(db, asker).where('media.id', 'in', ids).execute()
  return rows.map((row) => toMedia(row, asker))
}

/** The picture whose uploaded bytes had this digest, if the library has it. */
export async function findMediaBySha256(db: Db, sha256: Buffer, asker: Asker): Promise<Media | undefined> {
  const row = await withPeople(db, asker)
    .where('sha256', '=', sha256)
    .where('media.deletedAt', 'is', null)
    .where('media.isCopy', '=', false)
    .executeTakeFirst()
  return row && toMedia(row, asker)
}

/** The picture outside the trash that has the same bytes as this one in the trash. */
export async function findMediaTwin(db: Db, id: string, asker: Asker): Promise<Media | undefined> {
  const sha256 = db.selectFrom('media').select('sha256').where('id', '=', id)
  const row = await withPeople(db, asker)
    .where('media.sha256', '=', sha256)
    .where('media.deletedAt', 'is', null)
    .where('media.isCopy', '=', false)
    .where('media.id', '<>', id)
    .executeTakeFirst()
  return row && toMedia(row, asker)
}
