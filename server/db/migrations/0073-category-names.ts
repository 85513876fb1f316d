import { sql, type Kysely } from 'kysely'

/** Whether another category has the same name is asked each time an article is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index category_name on category (lower(name)) where deleted_at is null`.execute(db)
}
