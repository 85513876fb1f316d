import { sql, type Kysely } from 'kysely'

/** The filter by address read the whole audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_event_ip on audit_event (ip, at desc, id desc)`.execute(db)
}
