import { sql, type Kysely } from 'kysely'

const statements = [
  sql`create table background_run (
    id uuid primary key,
    action text not null,
    step_id uuid,
    actor_id uuid references user_account on delete set null,
    ip text not null,
    status text not null default 'running' check (status in ('running', 'done', 'failed')),
    total int not null default 0,
    done int not null default 0,
    changed int not null default 0,
    position text not null default '',
    detail jsonb not null default '{}',
    failure text,
    created_at timestamptz(3) not null default now(),
    finished_at timestamptz(3)
  )`,
  sql`create unique index background_run_under_way on background_run (coalesce(step_id::text, action)) where status = 'running'`,
  sql`create index background_run_step on background_run (step_id, created_at) where step_id is not null`,
  sql`create index background_run_finished on background_run (finished_at)`,
  sql`create index background_run_actor on background_run (actor_id)`,
]

/** Work that a job does in the background, and how far it is: one at a time for a step of the undo log, or of its action. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
