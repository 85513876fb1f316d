import { sql, type Kysely } from 'kysely'

const statements = [
  sql`alter table user_account add column second_step_since timestamptz(3)`,
  sql`alter table session add column second_step boolean not null default false`,
  sql`create table pending_sign_in (
    id uuid primary key,
    token_hash bytea not null unique,
    user_id uuid not null references user_account (id) on delete cascade,
    password_hash text not null,
    tries integer not null default 0,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null
  )`,
  sql`create index pending_sign_in_user on pending_sign_in (user_id)`,
  sql`create index pending_sign_in_expires on pending_sign_in (expires_at)`,
  sql`create table authenticator_app (
    user_id uuid primary key references user_account (id) on delete cascade,
    secret bytea not null,
    key_id text not null,
    last_step bigint not null,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3)
  )`,
  sql`create table passkey (
    id uuid primary key,
    user_id uuid not null references user_account (id) on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    synced boolean not null,
    name text not null,
    created_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3)
  )`,
  sql`create index passkey_user on passkey (user_id)`,
  sql`create table recovery_code (
    user_id uuid not null references user_account (id) on delete cascade,
    code_hash bytea not null,
    created_at timestamptz(3) not null default now(),
    used_at timestamptz(3),
    primary key (user_id, code_hash)
  )`,
  sql`create table second_step_challenge (
    id uuid primary key,
    kind text not null check (kind in ('app', 'passkey_add', 'passkey_use', 'passkey_sign_in')),
    owner_id uuid,
    value bytea not null,
    expires_at timestamptz(3) not null
  )`,
  sql`create unique index second_step_challenge_owner on second_step_challenge (owner_id, kind)`,
  sql`create index second_step_challenge_expires on second_step_challenge (expires_at)`,
]

/** A second step of the sign-in. Sessions that are open stay as they are: no one has a second step yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
