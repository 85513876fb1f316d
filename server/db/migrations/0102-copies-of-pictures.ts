import { sql, type Kysely } from 'kysely'

/**
 * A picture whose file was replaced by that of another picture of the library has the same bytes as that one. An upload of
 * these bytes still finds one picture only: the one that is no copy.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table media add column is_copy boolean not null default false`.execute(db)
  await sql`alter index media_sha256 rename to media_sha256_before`.execute(db)
  await sql`create unique index media_sha256 on media (sha256) where deleted_at is null and not is_copy`.execute(db)
  await sql`drop index media_sha256_before`.execute(db)
}
