import { sql, type Kysely } from 'kysely'

const statements = [
  // Numbers grow with time, also for what was written before there were any.
  sql`alter table audit_event add column number bigint`,
  sql`update audit_event set number = ordered.number
    from (select id, row_number() over (order by at, id) as number from audit_event) as ordered
    where ordered.id = audit_event.id`,
  sql`alter table audit_event alter column number set not null`,
  sql`alter table audit_event alter column number add generated always as identity`,
  sql`select setval(pg_get_serial_sequence('audit_event', 'number'), greatest((select max(number) from audit_event), 1))`,
  sql`create unique index audit_event_number on audit_event (number)`,
  sql`create index audit_event_actor on audit_event (actor_id, at desc, id desc)`,
  sql`create index audit_event_type on audit_event (entity_type, at desc, id desc)`,
  sql`create index audit_event_action on audit_event (action, at desc, id desc)`,
  sql`create function audit_text(entity_title text, actor_name text) returns text language sql immutable parallel safe
    return lower(entity_title || ' ' || actor_name)`,
  sql`create index audit_event_text on audit_event using gin (audit_text(entity_title, actor_name) gin_trgm_ops)`,
  // A seal covers the rows after the one before it, up to up_to: how many there were, and the hash of all so far.
  sql`create table audit_seal (
    up_to bigint primary key,
    rows integer not null,
    hash bytea not null,
    at timestamptz(3) not null default now()
  )`,
  // One row: what the last look at the whole chain found.
  sql`create table audit_check (
    only_row boolean primary key default true check (only_row),
    at timestamptz(3) not null,
    rows bigint not null,
    broken_after bigint,
    broken_up_to bigint
  )`,
  sql`create function audit_row_hash(e audit_event) returns bytea language sql immutable parallel safe as $$
    select sha256(convert_to(jsonb_build_array(e.number, e.id, (extract(epoch from e.at) * 1000)::bigint, e.actor_id,
      e.actor_name, e.action, e.entity_type, e.entity_id, e.entity_title, e.ip, e.before, e.after)::text, 'UTF8'))
  $$`,
  sql`create function refuse_audit_change() returns trigger language plpgsql as $$ begin
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end $$`,
  ...['audit_event', 'audit_seal'].flatMap((table) => [
    sql`create trigger ${sql.ref(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_audit_change()`,
    // An owner may give these rights back to itself, so this alone would not do.
    sql`revoke update, delete, truncate on ${sql.table(table)} from public, current_user`,
  ]),
]

/** Numbers the audit log and lets no one change it; seals over its rows show what someone removed all the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
