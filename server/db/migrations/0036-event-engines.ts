import { sql, type Kysely } from 'kysely'

/** Counts of hours are numbered, and an hour knows when it last changed: for engines whose replicas may be a moment behind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reader_hour add column changed_at timestamptz not null default now()`.execute(db)
  await sql`create sequence reader_count_version`.execute(db)
}
