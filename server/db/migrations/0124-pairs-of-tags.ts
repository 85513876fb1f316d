import { sql, type Kysely } from 'kysely'

/** One or two characters of a script without spaces are found in names as in albums and media; all tags were looked through. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tag_pairs on tag using gin (dense_pairs(search_text))`.execute(db)
  await sql`create index author_pairs on author using gin (dense_pairs(lower(display_name)))`.execute(db)
}
