import { sql, type Kysely } from 'kysely'

/** The step that moved what an import made to the trash, as long as it can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_run add column clean_up uuid references undo_step on delete set null`.execute(db)
  await sql`create index import_run_clean_up on import_run (clean_up) where clean_up is not null`.execute(db)
}
