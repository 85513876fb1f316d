import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Moves what waits in the pending lists of all GIN indexes to its place: PostgreSQL does so when it vacuums, or in the middle of a save that
 * finds a list full, and each search looks through the list until then.
 */
export async function movePendingEntries(db: Db): Promise<void> {
  const { rows } = await sql<{ index: string }>`
    select indexrelid::regclass::text as index from pg_index join pg_class on pg_class.oid = indexrelid
    where relam = (select oid from pg_am where amname = 'gin') and relnamespace = current_schema()::regnamespace
      and indisready and relpersistence <> 't' and 'fastupdate=off' <> all(coalesce(reloptions, '{}'))`.execute(db)
  // One by one: together they may take longer than a statement may.
  for (const { index } of rows) await movePendingEntriesOf(db, index)
}

/** The same for one index, after a batch of a job that has written much. */
export async function movePendingEntriesOf(db: Db, index: string): Promise<void> {
  await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db)
}
