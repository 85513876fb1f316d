import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'

/** Albums in one statement. */
const BATCH = 500

/**
 * Counts the photos without alternative text of the albums that changed. One that is locked, as by whoever edits it, is left for the
 * next time. Reads do without: they look at the photos of such an album.
 */
export async function flushMissingAlts(db: Db): Promise<void> {
  if (!(await hasRows(db, sql`album_alt_change`))) return
  await sql`delete from album_alt_change where not exists (select from album where id = album_id)`.execute(db)
  while ((await flushBatch(db)) === BATCH);
}

/** @returns how many albums were counted */
async function flushBatch(db: Db): Promise<number> {
  // What another transaction commits later has left a note of its own, which is not visible here and stays.
  const { rows } = await sql<{ id: string }>`with free as materialized (
      select id from album where id in (select album_id from album_alt_change)
      order by id limit ${BATCH} for no key update skip locked
    ), changed as (
      delete from album_alt_change where album_id in (select id from free)
    ), counted as (
      select id, (select count(*) from album_photo join media on media.id = media_id
        where album_id = free.id and album_photo.alt = '' and media.alt = '') as photos from free
    ), written as (
      update album set missing_alt = counted.photos from counted where album.id = counted.id and missing_alt <> counted.photos
    )
    select id from free`.execute(db)
  return rows.length
}
