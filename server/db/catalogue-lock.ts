import { sql, type Kysely } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

const KEY = sql`hashtextextended(${sql.lit('catalogue')}, 0)`
const TURN = sql`hashtextextended(${sql.lit('catalogue-turn')}, 0)`

/**
 * Says that this transaction writes or publishes articles: merges and deletions of names wait for it, and it for them.
 * Take it before any row is locked. Costs nothing while no merge runs.
 */
export async function shareCatalogue(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${KEY})`.execute(trx)
}

/** Keeps everybody else from changing what articles point at until the transaction ends. Take it before any row is locked. */
export async function holdCatalogue(trx: Db): Promise<void> {
  await takeTurn(trx)
  await sql`select pg_advisory_xact_lock(${KEY})`.execute(trx)
}

/** Tenths of a second to wait for one's turn, before the last four seconds. */
const PATIENCE = 100

/**
 * What changes many articles goes one after the other. Who has to wait for that keeps nobody else waiting meanwhile, and
 * waits longer than a single statement may: a merge of ten thousand articles takes some seconds.
 */
async function takeTurn(trx: Db): Promise<void> {
  for (let waited = 0; waited < PATIENCE; waited++) {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${TURN}) as mine`.execute(trx)
    if (rows[0]?.mine) return
    await sql`select pg_sleep(0.1)`.execute(trx)
  }
  await sql`select pg_advisory_xact_lock(${TURN})`.execute(trx)
}

/** Keeps everybody else out for as long as it takes to lock rows. */
export type HoldBriefly = <T>(lockRows: () => Promise<T>) => Promise<T>

/**
 * A transaction that changes a great many articles and lets others save theirs meanwhile. Alone for a moment, it locks
 * every row that it is going to change; from then on it waits for nobody, so nobody can stand in a circle with it. Nobody
 * else has a row of an article then, so they may be locked in any order.
 */
export function holdCatalogueBriefly<T>(
  db: Kysely<Tables>,
  run: (trx: Db, holdBriefly: HoldBriefly) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    let asked = false
    const letGo = (on: Db) => sql`select pg_advisory_unlock_all()`.execute(on)
    try {
      return await connection.transaction().execute(async (trx) => {
        await takeTurn(trx)
        return run(trx, async (lockRows) => {
          asked = true
          await sql`select pg_advisory_lock(${KEY})`.execute(trx)
          const held = await lockRows()
          await letGo(trx)
          asked = false
          return held
        })
      })
    } finally {
      // A lock of the connection outlives a rollback, but not the connection.
      if (asked) await letGo(connection).catch(() => {})
    }
  })
}
