import { sql, type Kysely } from 'kysely'

/** What is wrong with a malformed file and what refused an import, as codes that the console says in the person's language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_run add column fault jsonb, add column problem text`.execute(db)
}
