import { sql, type Kysely } from 'kysely'

/** Counts of articles are kept by day; what the version before kept by week goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function recount_article_weeks()`.execute(db)
  await sql`drop function note_article_week()`.execute(db)
  await sql`drop table article_week_change, article_week_count`.execute(db)
}
