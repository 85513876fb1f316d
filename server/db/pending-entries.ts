import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Moves what waits in the pending lists of all GIN indexes to its place: PostgreSQL does so in the middle of a save that finds a list full,
 * or when it vacuums, and each search looks through the list until then.
 */
export async function movePendingEntries(db: Db): Promise<void> {
  const { rows } = await sql<{ index: string }>`
    select indexrelid::regclass::text as index from pg_index join pg_class on pg_class.oid = indexrelid
    where relam = (select oid from pg_am where amname = 'gin') and relnamespace = current_schema()::regnamespace
      and indisready and relpersistence <> 't' and 'fastupdate=off' <> all(coalesce(reloptions, '{}'))`.execute(db)
  // One by one: together they may take longer than a statement may.
  for (const { index } of rows) await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db)
}
