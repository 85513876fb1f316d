import { sql, type Kysely } from 'kysely'

/**
 * Titles and names of found articles are read by the thousand; beside their row, as the long word lists pushed them, each
 * costs a look-up of its own. Written again in the order of `doc`, so that neighbours are also neighbours on disk.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reader_search alter column title set storage main, alter column terms set storage main`.execute(
    db,
  )
  await sql`cluster reader_search using reader_search_doc_key`.execute(db)
}
