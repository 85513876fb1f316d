import { sql, type Kysely } from 'kysely'

/** A session remembers where its last change stands in the write-ahead log, so that a replica can tell whether it has it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column wrote_lsn pg_lsn`.execute(db)
}
