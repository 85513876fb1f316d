import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table background_run_item (
    run_id uuid not null references background_run on delete cascade,
    position int not null,
    item_id uuid not null,
    version int,
    primary key (run_id, position)
  )`,
  sql`create unique index background_run_bulk_of_person on background_run (actor_id) where status = 'running' and action = 'bulk'`,
]

/**
 * The items that work in the background is still to do, fixed when it begins; `version`: only if they have it still. A person has
 * one bulk action under way at a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
