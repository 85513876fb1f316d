import { sql, type Kysely } from 'kysely'

const statements = [
  sql`alter table category_undo rename to undo_step`,
  sql`alter index category_undo_created rename to undo_step_created`,
  sql`alter table undo_step add column noun text not null default 'category'`,
  sql`alter table undo_step alter column noun drop default`,
]

/** One table for everything that can be taken back within the hour, whatever the noun. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
