import { sql, type Kysely } from 'kysely'

/** Facets are read in the order of the last change. No query has used the one by time of publication. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index article_facets_updated on article_facets (updated_at, article_id)`.execute(db)
  await sql`drop index article_facets_published`.execute(db)
}
