import { sql, type Kysely } from 'kysely'

/** What was delivered of one ad since the last roll-up is counted from its raw events. Views and searches are not in this index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reader_event_ad on reader_event (ad, at) where ad is not null`.execute(db)
}
