import { sql, type Kysely } from 'kysely'

const statements = [
  sql`alter table backup_record
    alter column finished_at drop not null,
    alter column bytes drop not null,
    add column started_at timestamptz not null default now(),
    add column state text not null default 'done' check (state in ('running', 'done', 'failed')),
    add column kind text not null default 'recorded' check (kind in ('recorded', 'command', 'request', 'schedule')),
    add column path text not null default '',
    add column host text not null default '',
    add column rows bigint,
    add column files bigint,
    add column missing_files bigint,
    add column error text not null default '',
    add column verified text not null default 'no'
      check (verified in ('no', 'running', 'passed', 'failed', 'not_possible')),
    add column verified_at timestamptz,
    add column verify_detail text not null default '',
    add column created_by uuid references user_account on delete set null,
    add check (state <> 'done' or (finished_at is not null and bytes is not null))`,
  // Recorded by others before this: they began when they ended, as far as anyone knows.
  sql`update backup_record set started_at = finished_at where finished_at is not null`,
  sql`create index backup_record_started on backup_record (started_at desc, id desc)`,
]

/** Backups that Copydesk makes by itself: where they are, whether they went well, and whether a trial restore did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
