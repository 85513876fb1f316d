import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table snippet (
    id uuid primary key, version int not null default 1, name text not null, body text not null,
    created_at timestamptz(3) not null default now(), created_by uuid references user_account on delete set null,
    updated_at timestamptz(3) not null default now(), updated_by uuid references user_account on delete set null)`.execute(
    db,
  )
  await sql`create unique index snippet_name on snippet (lower(name))`.execute(db)
}
