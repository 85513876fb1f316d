import { sql, type Kysely } from 'kysely'

/** The newest event first, albums without a date last: the index in the other direction has these first, so all albums were sorted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index album_event_newest on album (event_date desc nulls last, id desc) where deleted_at is null`.execute(
    db,
  )
}
