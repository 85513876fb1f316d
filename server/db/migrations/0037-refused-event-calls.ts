import { sql, type Kysely } from 'kysely'

/** Calls with reader events that were refused, by the hour and the status of the answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table event_refusal (
    hour timestamptz not null, status smallint not null, calls bigint not null, primary key (hour, status))`.execute(db)
}
