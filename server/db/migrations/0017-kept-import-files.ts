import { sql, type Kysely } from 'kysely'

const statements = [
  sql`alter table import_run add column failure text,
    add column file_of uuid references import_run on delete cascade,
    add column file_until timestamptz(3)`,
  sql`create index import_run_file_of on import_run (file_of) where file_of is not null`,
  // Files of imports that still wait are read under the same name as before.
  sql`update import_run set file_until = created_at + interval '1 day' where status in ('waiting', 'running')`,
]

/** An uploaded file is kept for a day after it was tried, and a failed import says why by a code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
