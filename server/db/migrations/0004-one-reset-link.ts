import { sql, type Kysely } from 'kysely'

// Of two mails that are written at the same moment only one may hold a link that works.
const statements = [
  sql`delete from password_reset where used_at is null`,
  sql`create unique index password_reset_unused on password_reset (user_id) where used_at is null`,
]

/** Links that wait to be used are asked for again: they live for ten minutes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
