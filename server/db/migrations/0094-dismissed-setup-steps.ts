import { sql, type Kysely } from 'kysely'

/** Steps of setting up that an administrator does not want to be reminded of, for all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table dismissed_setup_step (
    step text primary key, dismissed_by uuid references user_account on delete set null,
    dismissed_at timestamptz not null default now())`.execute(db)
}
