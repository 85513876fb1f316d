import { sql, type Kysely } from 'kysely'

/** Whom a preview link is for, in the words of the person who made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table preview_link add column name text not null default ''`.execute(db)
}
