import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table late_reply (
    id uuid primary key, user_id uuid not null references user_account on delete cascade,
    began_at timestamptz(3) not null default now(), seen_at timestamptz(3) not null default now(),
    status int, body text)`.execute(db)
}
