import { sql, type Kysely } from 'kysely'

/**
 * What editors decide about search terms. Terms with the same `head` are one group; the row of the head itself is its main
 * term. A term without a row is a group by itself, without pins, and shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_rule (
    key text primary key, term text not null,
    head text not null references search_rule on delete cascade deferrable initially deferred,
    pins uuid[] not null default '{}', hidden boolean not null default false, version integer not null default 1,
    updated_by uuid references user_account on delete set null, updated_at timestamptz not null default now())`.execute(
    db,
  )
  await sql`create index search_rule_head on search_rule (head)`.execute(db)
  await sql`create index search_rule_hidden on search_rule (key) where hidden`.execute(db)
}
