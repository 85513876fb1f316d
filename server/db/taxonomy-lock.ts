import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { isLockTimeout } from './errors.ts'
import type { Tables } from './tables.ts'

const KEY = sql`hashtextextended(${sql.lit('catalogue')}, 0)`
const TURN = sql`hashtextextended(${sql.lit('catalogue-turn')}, 0)`

/**
 * Says that this transaction writes or publishes articles: merges and deletions of names wait for it, and it for them.
 * Take it before any row is locked. Costs nothing while no merge runs.
 */
export async function lockTaxonomyShared(trx: Db): Promise<void> {
  await sql`select ${takesTaxonomyShared}`.execute(trx)
}

/** The same as a condition of the statement that locks the first row: it holds, and is asked before any row is looked at. */
export const takesTaxonomyShared = sql<boolean>`(select pg_advisory_xact_lock_shared(${KEY})) is not null`

/** Keeps everybody else from changing what articles point at until the transaction ends. Take it before any row is locked. */
export async function lockTaxonomy(trx: Db): Promise<void> {
  await waitForLock(trx, TURN)
  await waitForLock(trx, KEY)
}

/** How long others may hold what is waited for: an import holds the catalogue until its end. */
const LONGEST_WAIT_MS = 900_000
/** While a lock is asked for, all that come later queue behind it: so not for long, and with pauses for them. */
const ASK_MS = 400
const PAUSE_MS = 600

/**
 * Waits for a lock of this transaction, or with `ofSession` of its connection, longer than a single statement may, and
 * lets others pass meanwhile.
 */
export async function waitForLock(trx: Db, key: RawBuilder<unknown>, { ofSession = false } = {}): Promise<void> {
  const lock = sql.raw(ofSession ? 'pg_advisory_lock' : 'pg_advisory_xact_lock')
  for (let waited = 0; ; waited += ASK_MS + PAUSE_MS) {
    await sql`savepoint before_lock`.execute(trx)
    try {
      await sql`select set_config('lock_timeout', ${String(ASK_MS)}, true)`.execute(trx)
      await sql`select ${lock}(${key})`.execute(trx)
      await sql`select set_config('lock_timeout', '0', true)`.execute(trx)
      await sql`release savepoint before_lock`.execute(trx)
      return
    } catch (error) {
      if (!isLockTimeout(error) || waited >= LONGEST_WAIT_MS) throw error
      await sql`rollback to savepoint before_lock`.execute(trx)
      await pause(PAUSE_MS)
    }
  }
}

/** Keeps everybody else out for as long as it takes to lock rows. */
export type WhileExclusive = <T>(lockRows: () => Promise<T>) => Promise<T>

/**
 * A transaction that changes a great many articles and lets others save theirs meanwhile. Alone for a moment, it locks
 * every row that it is going to change; from then on it waits for no one, so it cannot be part of a deadlock. No one
 * else has a row of an article then, so they may be locked in any order.
 */
export function withTaxonomyLock<T>(
  db: Kysely<Tables>,
  run: (trx: Db, whileExclusive: WhileExclusive) => Promise<T>,
): Promise<T> {
  // They go one after the other anyway: here, those that wait take no connection.
  const turn = (turns.get(db) ?? Promise.resolve()).then(() => lockOnConnection(db, run))
  turns.set(
    db,
    turn.then(
      () => undefined,
      () => undefined,
    ),
  )
  return turn
}

const turns = new WeakMap<Kysely<Tables>, Promise<undefined>>()

function lockOnConnection<T>(
  db: Kysely<Tables>,
  run: (trx: Db, whileExclusive: WhileExclusive) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    let asked = false
    const letGo = (on: Db) => sql`select pg_advisory_unlock_all()`.execute(on)
    try {
      return await connection.transaction().execute(async (trx) => {
        await waitForLock(trx, TURN)
        return run(trx, async (lockRows) => {
          asked = true
          await waitForLock(trx, KEY, { ofSession: true })
          await sql`savepoint exclusive`.execute(trx)
          try {
            return await lockRows()
          } catch (error) {
            await sql`rollback to savepoint exclusive`.execute(trx)
            throw error
          } finally {
            // Within the transaction: behind a pooler the next statement may go to another connection.
            await letGo(trx)
            asked = false
          }
        })
      })
    } finally {
      // A lock of the connection outlives a rollback, but not the connection.
      if (asked) await letGo(connection).catch(() => {})
    }
  })
}
