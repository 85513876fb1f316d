import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const LOCK = `hashtext('copydesk jobs'), hashtext`
const AFTER_A_LOSS_MS = 250

/**
 * Tells all other processes that the one called `name` is alive, by a lock that PostgreSQL itself
 * releases when the connection of a killed process breaks. No clock is used, so a process that is merely slow,
 * or whose machine has another time, never counts as dead.
 */
export function startHeartbeat(pool: pg.Pool, name: string, heartbeatMs: number): { end: () => Promise<void> } {
  const ended = new AbortController()
  const rest = (ms: number) => pause(ms, undefined, { signal: ended.signal }).catch(() => undefined)

  async function stay() {
    const client = await pool.connect()
    try {
      // A machine that vanishes says no goodbye: PostgreSQL asks after it. Means nothing on a Unix socket.
      await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
      await client.query(`select pg_advisory_lock_shared(${LOCK}($1))`, [name])
      for (let missing: string[] = []; !ended.signal.aborted; await rest(heartbeatMs))
        missing = await unlockStaleJobs(client, missing)
    } finally {
      // Ends the connection, and with it the lock.
      client.release(true)
    }
  }

  async function stayForGood() {
    while (!ended.signal.aborted) {
      await stay().catch(() => undefined)
      await rest(AFTER_A_LOSS_MS)
    }
  }

  const done = stayForGood()
  return {
    end: () => {
      ended.abort()
      return done
    },
  }
}

/**
 * Unlocks the jobs of killed processes. A process counts as killed if it was missing in the check before as well:
 * it may just be taking its lock, or taking it again after PostgreSQL was away.
 * @param before what the check before returned
 * @returns the processes that have jobs and are missing
 */
export async function unlockStaleJobs(db: pg.Pool | pg.ClientBase, before: string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`
    select distinct locked_by as name from graphile_worker._private_jobs
    where locked_by is not null and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (classid, objid) = (hashtext('copydesk jobs')::oid, hashtext(locked_by)::oid)
    )`)
  const missing = rows.map(({ name }) => name)
  const dead = missing.filter((name) => before.includes(name))
  if (dead.length > 0) await db.query('select graphile_worker.force_unlock_workers($1)', [dead])
  return missing
}
