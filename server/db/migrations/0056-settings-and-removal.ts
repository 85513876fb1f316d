import { sql, type Kysely } from 'kysely'

const statements = [
  sql`alter table setting add column version int not null default 1`,

  // Null: the person has set none, so the site's zone counts. An account that was never changed still has the old default.
  sql`alter table user_account alter column time_zone drop not null, alter column time_zone drop default`,
  sql`update user_account set time_zone = null where time_zone = 'UTC' and version = 1`,

  sql`alter table user_account add column last_sign_in_at timestamptz(3)`,
  sql`update user_account set last_sign_in_at = found.at from (
    select entity_id, max(at) as at from audit_event where action = 'sign_in' and entity_type = 'user' group by entity_id
  ) as found where found.entity_id = user_account.id`,

  // A removed account keeps its row and its name, because history refers to it.
  sql`alter table user_account drop constraint user_account_status_check`,
  sql`alter table user_account add constraint user_account_status_check
    check (status in ('pending', 'active', 'suspended', 'removed'))`,

  sql`create index ad_creator on ad (created_by)`,

  sql`create table delivery_key (
    id uuid primary key,
    name text not null,
    scopes text[] not null,
    token_hash bytea not null constraint delivery_key_token_hash unique,
    hint text not null,
    created_at timestamptz(3) not null default now(),
    created_by uuid references user_account,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3)
  )`,
  sql`create table delivery_key_day (
    key_id uuid not null references delivery_key on delete cascade,
    day date not null,
    calls bigint not null default 0,
    refused bigint not null default 0,
    primary key (key_id, day)
  )`,
]

/** Versions of settings, accounts without a time zone of their own, removed accounts, and keys of the delivery API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
