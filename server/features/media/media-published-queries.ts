import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Asker } from './media-rules.ts'

/**
 * Whether readers see the picture whose id this expression is: in a published article or album, as an author's picture, or in
 * what was approved of an ad. Written so that the indexes of each place can be used.
 */
export const isSeenByReaders = (media: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  exists (select from article_live where article_media(content->>'body',
    (content->'cover'->>'media')::uuid, (content->>'socialImage')::uuid) @> array[${media}])
  or exists (select from album_photo join album on album.id = album_id
    where media_id = ${media} and status = 'published' and deleted_at is null)
  or exists (select from author where avatar = ${media} and not hidden and deleted_at is null)
  or exists (select from ad where ad_media(fields, live) @> array[${media}]
    and ad_media('{"creatives": []}', live) @> array[${media}] and status <> 'archived' and deleted_at is null))`

/** Which of these pictures the asker may not change although they are the asker's own, because readers see them. */
export async function findBlocked(db: Db, asker: Asker, ids: readonly string[]): Promise<Set<string>> {
  if (asker.mayPublish || ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select id from unnest(${ids}::uuid[]) as given(id)
    where ${isSeenByReaders(sql`given.id`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
