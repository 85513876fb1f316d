import { sql, type Kysely } from 'kysely'

const statements = [
  // A step is found again by what it put into the trash, for as long as that can be brought back.
  sql`alter table undo_step add column gone uuid[] not null default '{}'`,
  // Steps of the hour before were written in another form; what they deleted comes back by itself.
  sql`delete from undo_step`,
  sql`create index undo_step_gone on undo_step using gin (gone)`,
  sql`create index catalogue_undo_gone on catalogue_undo using gin (gone)`,
  sql`create index category_trashed on category (deleted_at) where deleted_at is not null`,
]

/** What was merged or deleted can be brought back from the trash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
