import { sql, type Kysely } from 'kysely'

const statements = [
  // Written by every process every few seconds: room in the page keeps these updates out of the index.
  sql`create unlogged table health_report (
    process_id uuid primary key,
    host text not null,
    pid int not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null default now(),
    checks jsonb not null
  ) with (fillfactor = 20)`,
  sql`create unlogged table health_sample (
    process_id uuid not null,
    at timestamptz not null,
    figures jsonb not null,
    primary key (process_id, at)
  )`,
  sql`create index health_sample_at on health_sample (at)`,
  sql`create table health_day (
    day date not null,
    name text not null,
    state text not null check (state in ('good', 'unknown', 'warning', 'bad')),
    primary key (day, name)
  )`,
  sql`create table health_incident (
    id uuid primary key,
    name text not null,
    state text not null check (state in ('warning', 'bad')),
    cause text,
    detail text not null default '',
    value double precision,
    process text not null default '',
    started_at timestamptz not null,
    bad_at timestamptz,
    ended_at timestamptz,
    alerted_at timestamptz,
    recovery_alerted_at timestamptz
  )`,
  sql`create unique index health_incident_open on health_incident (name) where ended_at is null`,
  sql`create index health_incident_started on health_incident (started_at desc, id)`,
  sql`create table health_mute (
    name text primary key,
    until timestamptz not null,
    reason text not null default '',
    created_at timestamptz not null default now(),
    created_by uuid references user_account on delete set null
  )`,
  sql`create table backup_record (
    id uuid primary key,
    finished_at timestamptz not null,
    bytes bigint not null
  )`,
  sql`create index backup_record_finished on backup_record (finished_at desc)`,
  sql`create table diagnostic_run (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    created_at timestamptz not null default now(),
    report jsonb not null
  )`,
  sql`create index diagnostic_run_user on diagnostic_run (user_id, created_at desc)`,
]

/** What checks measured, incidents and mutes, backups that were made, and runs of the connection diagnostics. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
