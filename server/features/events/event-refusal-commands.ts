import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const KEPT_DAYS = 30

/** Counts refused calls in this process; `flush` adds them to the table `event_refusal`, which all processes share. */
export function createRefusalCounts() {
  let counts = new Map<number, number>()
  return {
    /** @param status of the answer; only refusals (4xx) count */
    add(status: number): void {
      if (status >= 400 && status < 500) counts.set(status, (counts.get(status) ?? 0) + 1)
    },
    async flush(db: Db): Promise<void> {
      if (counts.size === 0) return
      const flushed = counts
      counts = new Map()
      try {
        await write(db, flushed)
      } catch (error) {
        for (const [status, calls] of flushed) counts.set(status, (counts.get(status) ?? 0) + calls)
        throw error
      }
    },
  }
}

async function write(db: Db, counts: ReadonlyMap<number, number>): Promise<void> {
  // In one order for every process, so that two of them never wait for each other.
  const rows = [...counts].toSorted(([one], [other]) => one - other)
  await sql`insert into event_refusal (hour, status, calls)
    select date_trunc('hour', now(), 'UTC'), * from unnest(${rows.map(([status]) => status)}::smallint[],
      ${rows.map(([, calls]) => calls)}::bigint[])
    on conflict (hour, status) do update set calls = event_refusal.calls + excluded.calls`.execute(db)
  await sql`delete from event_refusal where hour < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}
