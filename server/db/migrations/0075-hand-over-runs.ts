import { sql, type Kysely } from 'kysely'

/** A hand-over under way: it moves items in short transactions, and is completed by a job when its process ends early. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table hand_over_run (
    step_id uuid primary key references undo_step on delete cascade,
    actor_id uuid not null,
    actor_name text not null,
    ip text not null,
    from_id uuid not null,
    to_id uuid not null,
    kinds text[] not null,
    counts jsonb not null default '{}',
    touched_at timestamptz(3) not null default now()
  )`.execute(db)
}
