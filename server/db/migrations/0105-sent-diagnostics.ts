import { sql, type Kysely } from 'kysely'

/** When a person passed a measured connection on to the administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table diagnostic_run add column sent_at timestamptz`.execute(db)
  await sql`create index diagnostic_run_sent on diagnostic_run (sent_at) where sent_at is not null`.execute(db)
}
