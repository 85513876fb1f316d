import { sql, type Kysely } from 'kysely'

const INDEXES = ['article_facets_terms', 'reader_search_words']
const WRITERS = ['facet_articles(uuid[])', 'index_live_articles(uuid[], tsvector)']

/**
 * Some two thousand articles: more than one bulk action leaves behind, which is moved half a second later, as a job moves what each of its
 * batches leaves. And little enough to be moved in some seconds by an import that is alone.
 */
const MOST_PENDING = '16MB'

/**
 * No save moves the entries that wait any more: one that found a list full did so for a hundred other articles, in one to three seconds at a
 * million, and bulk actions for all of theirs. A function that is defined again has to be told again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of INDEXES) await sql`alter index ${sql.table(index)} reset (gin_pending_list_limit)`.execute(db)
  for (const writer of WRITERS)
    await sql`alter function ${sql.raw(writer)} set gin_pending_list_limit = ${sql.lit(MOST_PENDING)}`.execute(db)
}
