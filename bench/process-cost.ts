import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** What serving cost so far: processor milliseconds of the server and of each connection, and rows that PostgreSQL read. */
export type Cost = { server: number; connections: Map<number, number>; rows: number }

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
export async function costOf(pool: pg.Pool, pid: number, backends: string): Promise<Cost> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name like $1
     and pid <> pg_backend_pid()`,
    [backends],
  )
  const read = await pool.query<{ rows: string }>(
    `select tup_returned + tup_fetched as rows from pg_stat_database where datname = current_database()`,
  )
  const connections = new Map(rows.map((row) => [row.pid, processorMs(row.pid)]))
  return { server: processorMs(pid), connections, rows: Number(read.rows[0]?.rows ?? Number.NaN) }
}

/** What the connections used in between, those included that were opened since. */
export const connectionMs = (before: Cost, after: Cost): number =>
  [...after.connections].reduce((sum, [pid, ms]) => sum + ms - (before.connections.get(pid) ?? 0), 0)
