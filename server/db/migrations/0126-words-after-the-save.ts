import { sql, type Kysely } from 'kysely'

/**
 * The words of a text are put into these two indexes in the moment after the save: some four hundred places of an index that are seldom
 * in memory. Who searches meanwhile looks through what waits, which is little: see `movePendingEntries`.
 */
const INDEXES = ['article_facets_terms', 'reader_search_words']

/** In kilobytes, some hundred articles: a change of very many moves them by itself. */
const MOST_PENDING = 1024

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES)
    await sql`alter index ${sql.table(index)} set (fastupdate = on, gin_pending_list_limit = ${sql.lit(MOST_PENDING)})`.execute(
      db,
    )
}
