import { sql, type Kysely } from 'kysely'

/** An index of trigrams is read whole for two characters of a script without spaces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index media_trashed_pairs on media using gin (dense_pairs(lower(name)))
    where deleted_at is not null`.execute(db)
  await sql`create index album_trashed_pairs on album using gin (dense_pairs(lower(title)))
    where deleted_at is not null`.execute(db)
}
