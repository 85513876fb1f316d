import type pg from 'pg'

/**
 * Does this while no other process on the same database does it; others wait their turn, also when this one is killed.
 * The pool needs a connection more than `act` does.
 * @param its name, the same in all processes
 */
export async function withAdvisoryLock<T>(pool: pg.Pool, what: string, act: () => Promise<T>): Promise<T> {
  const turn = await pool.connect()
  try {
    await turn.query('select pg_advisory_lock(hashtext($1))', [what])
    return await act()
  } finally {
    // Ends the connection, and with it the lock.
    turn.release(true)
  }
}
