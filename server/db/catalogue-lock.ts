import { sql } from 'kysely'
import type { Db } from './database.ts'

const KEY = sql.lit('catalogue')

/**
 * Says that this transaction writes or publishes articles: merges and deletions of names wait for it, and it for them.
 * Take it before any row is locked. Costs nothing while no merge runs.
 */
export async function shareCatalogue(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${KEY}, 0))`.execute(trx)
}

/** Keeps everybody else from changing what articles point at until the transaction ends. Take it before any row is locked. */
export async function holdCatalogue(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`.execute(trx)
}
