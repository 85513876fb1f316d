import { sql, type Kysely } from 'kysely'

/** Who of the administrators looked at a measurement that was passed on to them first, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table diagnostic_run add column seen_at timestamptz, add column seen_by uuid references user_account on delete set null`.execute(
    db,
  )
  await sql`create index diagnostic_run_seen_by on diagnostic_run (seen_by) where seen_by is not null`.execute(db)
}
