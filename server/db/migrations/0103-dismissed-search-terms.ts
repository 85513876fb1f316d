import { sql, type Kysely } from 'kysely'

/** When someone no longer wanted to be told, in the article, which search term it was started from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_term_draft add column dismissed_at timestamptz`.execute(db)
}
