import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** What serving cost so far: processor milliseconds of the server and of PostgreSQL, and rows that PostgreSQL read. */
export type Cost = { server: number; postgres: number; rows: number }

/** Clock ticks of Linux: a hundredth of a second on every platform that Node runs on. */
const TICK_MS = 10

/** Processor time of a process with all of its threads; NaN where there is no /proc. */
function processorMs(pid: number): number {
  try {
    // The name in brackets may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/**
 * Measures one server and the connections it has to its database, told apart by their application name.
 * @param backends which of them: `like` pattern of application_name
 */
export async function costOf(pool: pg.Pool, pid: number, backends: string): Promise<Cost & { pids: number[] }> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like $1
     and pid <> pg_backend_pid()`,
    [backends],
  )
  const read = await pool.query<{ rows: string }>(
    `select tup_returned + tup_fetched as rows from pg_stat_database where datname = current_database()`,
  )
  const pids = rows.map((row) => row.pid)
  const postgres = pids.reduce((sum, each) => sum + processorMs(each), 0)
  return { server: processorMs(pid), postgres, rows: Number(read.rows[0]?.rows ?? Number.NaN), pids }
}
