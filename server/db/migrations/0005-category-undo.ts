import { sql, type Kysely } from 'kysely'

const statements = [
  // What a move, merge or deletion of categories changed, kept for an hour so that it can be taken back.
  sql`create table category_undo (
    id uuid primary key,
    created_at timestamptz(3) not null default now(),
    created_by uuid not null references user_account on delete cascade,
    action text not null,
    title text not null,
    changed jsonb not null
  )`,
  sql`create index category_undo_created on category_undo (created_at)`,
]

/** Changes of the category tree can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
