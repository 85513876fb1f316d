import { sql, type Kysely } from 'kysely'

/** A text in the names of the trash, as articles have it: all pictures and albums there were looked through. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index media_trashed_search on media using gin (lower(name) gin_trgm_ops) where deleted_at is not null`.execute(
    db,
  )
  await sql`create index album_trashed_search on album using gin (lower(title) gin_trgm_ops) where deleted_at is not null`.execute(
    db,
  )
}
