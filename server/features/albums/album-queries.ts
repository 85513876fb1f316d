import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { missingInAlbum, type AlbumStatus } from '#contract/album-actions.ts'
import type { Album, AlbumFilter, AlbumListQuery } from '#contract/albums.ts'
import { RELEVANCE, type ListReply } from '#contract/list.ts'
import { freshAddress } from '#contract/media.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { filterCondition, type FilterConditions } from '../../db/list-filter.ts'
import { listPage } from '../../db/list-page.ts'
import type { Order } from '../../db/list-rows.ts'
import { rankedByName } from '../../db/match-score.ts'
import type { Tables } from '../../db/tables.ts'
import { contains, isScanned } from '../../db/substring-search.ts'
import { mediaUrl } from '../media/media-queries.ts'
import type { ImageType } from '../media/media-rules.ts'
import { canDo, reaches, accessOf, type Viewer } from './album-rules.ts'

type Row = {
  id: string
  version: number
  createdAt: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
  deletedAt: string | null
  title: string
  slug: string
  description: string
  eventDate: string | null
  place: string
  photographer: string | null
  photographerName: string | null
  cover: string | null
  status: AlbumStatus
  publishedAt: string | null
  photos: number
  own: boolean
  creatorName: string | null
  updaterName: string | null
  coverId: string | null
  coverAlt: string
  coverType: ImageType
  coverFileVersion: number
  coverWidth: number
  coverHeight: number
  missingAlt: number
}

/** Whether an album is the viewer's own: created by them, or photographed by an author that is linked to them. */
export const isOwn = (viewer: Viewer) => sql<SqlBool>`coalesce(album.created_by = ${viewer.id}::uuid or exists (
  select from author where author.id = author_now(album.photographer) and author.user_id = ${viewer.id}::uuid), false)`

/**
 * How many photos have no alternative text, neither there nor on the media file. What is stored holds until something changes: the photos
 * of albums that did are counted.
 */
const missingAlt = sql`case when exists (select from album_alt_change where album_id = album.id)
  then (select count(*)::int from album_photo join media on media.id = media_id
    where album_id = album.id and album_photo.alt = '' and media.alt = '')
  else album.missing_alt end`

async function albumRows(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select album.id, album.version, album.created_at, album.created_by, album.updated_at, album.updated_by,
      album.deleted_at, album.title, album.slug, album.description, album.event_date, album.place, album.cover,
      album.status, album.published_at, album.photos,
      photographer.id as photographer, photographer.display_name as photographer_name,
      creator.name as creator_name, updater.name as updater_name, ${isOwn(viewer)} as own,
      shown.media_id as cover_id, coalesce(nullif(shown.alt, ''), media.alt) as cover_alt, media.type as cover_type,
      media.file_version as cover_file_version,
      media.width as cover_width, media.height as cover_height, ${missingAlt} as missing_alt
    from album
    left join author as photographer on photographer.id = author_now(album.photographer)
    left join user_account as creator on creator.id = album.created_by
    left join user_account as updater on updater.id = album.updated_by
    left join album_photo as shown on shown.album_id = album.id and shown.media_id = coalesce(album.cover,
      (select media_id from album_photo where album_id = album.id order by position limit 1))
    left join media on media.id = shown.media_id
    where album.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** An album, and whether it is the viewer's own; the trash too. Looks at none of its photos but the cover, unless one was changed just now. */
export const findAlbumRow = async (db: Db, viewer: Viewer, id: string): Promise<Row | undefined> =>
  (await albumRows(db, viewer, [id]))[0]

function toAlbum(row: Row, viewer: Viewer): Album {
  const {
    creatorName,
    updaterName,
    coverId,
    coverAlt,
    coverType,
    coverFileVersion,
    coverWidth,
    coverHeight,
    own: _own,
    ...album
  } = row
  const cover = coverId === null ? null : { id: coverId, type: coverType }
  return {
    ...album,
    createdBy: row.createdBy ? { id: row.createdBy, name: creatorName ?? '' } : null,
    updatedBy: row.updatedBy ? { id: row.updatedBy, name: updaterName ?? '' } : null,
    coverImage: cover && {
      id: cover.id,
      url: mediaUrl(cover),
      thumb: freshAddress(mediaUrl(cover, 'thumb'), coverFileVersion),
      fileVersion: coverFileVersion,
      width: coverWidth,
      height: coverHeight,
      alt: coverAlt,
    },
    missing: missingInAlbum(row),
    can: canDo(viewer, accessOf(row)),
  }
}

/** These albums as the console shows them, in any order, whoever may see them. */
export async function albumsByIds(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Album[]> {
  return (await albumRows(db, viewer, ids)).map((row) => toAlbum(row, viewer))
}

/** One album as this person may see it; undefined when it is not there for them. */
export async function findAlbum(db: Db, viewer: Viewer, id: string): Promise<Album | undefined> {
  const row = await findAlbumRow(db, viewer, id)
  if (!row || !reaches(viewer, 'albums.read', accessOf(row))) return undefined
  return toAlbum(row, viewer)
}

/** The version of an album that this person may see; undefined when it is not there for them. */
export async function findAlbumVersion(db: Db, viewer: Viewer, id: string): Promise<number | undefined> {
  const row = await findAlbumRow(db, viewer, id)
  return row && reaches(viewer, 'albums.read', accessOf(row)) ? row.version : undefined
}

const keys = {
  title: sql`lower(title)`,
  eventDate: sql`event_date`,
  updatedAt: sql`updated_at`,
  photos: sql`photos`,
}

function orderOf(sort: Exclude<AlbumListQuery['sort'], typeof RELEVANCE>): Order {
  const field = sort.replace('-', '') as keyof typeof keys
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return { by: keys[field], direction, ...(field === 'eventDate' && { nulls: 'last' }) }
}

/** One page of the albums that this person may see. */
export function listAlbums(db: Db, viewer: Viewer, query: AlbumListQuery, read = listPage): Promise<ListReply<Album>> {
  const conditions = conditionsOf(viewer, query)
  const condition = all(conditions)
  const order = orderOf(query.sort === RELEVANCE ? '-updatedAt' : query.sort)
  const listed = db.selectFrom('album').select('album.id')
  const rows = listed.where(condition)
  const { q, sort, ...filter } = query
  const [there] = conditions
  const towards = sql.raw(order.direction)
  const newest = (most: number) => sql<
    Selectable<Tables['album']>
  >`(select *, ${order.by} as sort_key from album where ${there}
    order by ${order.by} ${towards}, id ${towards} limit ${most})`
  const hints = {
    ...(q &&
      isScanned(q) && {
        needsScan: true,
        indexScan: (most: number) => db.selectFrom(newest(most).as('album')).select('album.id').where(condition),
      }),
    ...(q &&
      sort === RELEVANCE &&
      rankedByName(db, listed.where(all(conditionsOf(viewer, filter))), keys.title, q, order)),
  }
  return read(db, rows, order, query, (ids) => albumsByIds(db, viewer, ids), hints)
}

/** The ids of the albums that this person may see and that match, at most so many. */
export async function matchingAlbums(db: Db, viewer: Viewer, filter: AlbumFilter, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('album')
    .select('id')
    .where(all(conditionsOf(viewer, filter)))
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** What those of these albums are called that this person may see. */
export async function findTitles(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await albumRows(db, viewer, ids)
  return new Map(
    rows.filter((row) => reaches(viewer, 'albums.read', accessOf(row))).map(({ id, title }) => [id, title]),
  )
}

const lacksAlt = sql<SqlBool>`exists (select from album_photo join media on media.id = media_id
  where album_id = album.id and album_photo.alt = '' and media.alt = '')`
const filters: FilterConditions<AlbumFilter> = {
  status: (status) => (status === 'trashed' ? undefined : sql`status = ${status}`),
  // Also the authors that were merged into this one.
  photographer: (id) => sql`photographer in (with recursive same (id) as (
      select ${id}::uuid union select author.id from same join author on merged_into = same.id
    ) select id from same)`,
  // What is stored holds until something changes; only the photos of albums that did are looked at.
  missingAlt: (missing) => sql`(
    (missing_alt ${sql.raw(missing ? '>' : '=')} 0 and not exists (select from album_alt_change where album_id = album.id))
    or (album.id = any(array(select album_id from album_alt_change)) and ${missing ? lacksAlt : sql`not ${lacksAlt}`}))`,
  from: (from) => sql`event_date >= ${from}`,
  to: (to) => sql`event_date <= ${to}`,
}

const all = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`

function conditionsOf(viewer: Viewer, query: AlbumFilter): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [
    query.status === 'trashed' ? sql`deleted_at is not null` : sql`deleted_at is null`,
    filterCondition(query, filters, undefined),
  ]
  if (query.q) found.push(contains(sql`search_text`, query.q))
  const scope = scopeOf(viewer.role, 'albums.read')
  const published = sql<SqlBool>`(status = 'published' and deleted_at is null)`
  if (scope === 'own+published') found.push(sql`(${published} or ${isOwn(viewer)})`)
  else if (scope !== 'all') found.push(published)
  return found
}
