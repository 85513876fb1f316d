import { sql, type Kysely } from 'kysely'

/** A session stores the position of its last change in the write-ahead log, to compare with what a replica has replayed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column wrote_lsn pg_lsn`.execute(db)
}
