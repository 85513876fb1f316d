import { sql, type Kysely } from 'kysely'

/** The address of the old site, which an export of Ghost does not say. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_run add column site_url text not null default ''`.execute(db)
}
