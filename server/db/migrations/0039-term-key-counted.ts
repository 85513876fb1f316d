import { sql, type Kysely } from 'kysely'

/** When the day of a term was last counted, so that only the terms that changed are ranked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table term_key_day add column counted_at timestamptz not null default now()`.execute(db)
  await sql`create index term_key_day_counted on term_key_day (counted_at)`.execute(db)
  // Whether anything was published since is asked each minute.
  await sql`create index article_live_updated on article_live (updated_at)`.execute(db)
}
