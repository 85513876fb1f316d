import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

/** What the last look at the whole chain found; `broken` names the rows between two seals, of which one was changed or is gone. */
export type AuditCheck = { at: string; rows: number; broken: { after: number; upTo: number } | null }

/** Rows of one seal: small enough to name a place, large enough that a million rows are 200 seals. */
const ROWS_PER_SEAL = 5_000
/** A number is taken a moment before its row is there. */
const UNSEALED_BEFORE = sql`now() - interval '10 seconds'`
const MOST_SEALS = 200

/**
 * Seals what came since the last seal, up to the newest row that no transaction under way can still precede. Of two at
 * once the second waits, and goes on from the seal of the first.
 * @param until rows from before this moment are looked at
 */
export async function sealAudit(db: Kysely<Tables>, until = UNSEALED_BEFORE): Promise<void> {
  const newest = await sql<{ number: number; horizon: string }>`
    select coalesce(max(number), 0)::int8 as number, pg_snapshot_xmax(pg_current_snapshot())::text as horizon
    from audit_event where at < ${until} and number > ${lastSealed}`.execute(db)
  const { number, horizon } = newest.rows[0]!
  if (!(await hasEnded(db, horizon))) return
  for (let seals = 0; seals < MOST_SEALS; seals++) if (!(await sealNext(db, Number(number)))) return
}

const lastSealed = sql`coalesce((select max(up_to) from audit_seal), 0)`

/** Whether every transaction that ran at that moment is over; the next job tries again. */
async function hasEnded(db: Db, horizon: string): Promise<boolean> {
  const { rows } = await sql<{ over: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${horizon}::xid8 as over`.execute(db)
  return rows[0]!.over
}

const sealNext = (db: Kysely<Tables>, upTo: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('audit seal', 0))`.execute(trx)
    const { numAffectedRows } = await sql`
      insert into audit_seal (up_to, rows, hash)
      select max(number), count(*), ${chained(sql`(select hash from audit_seal order by up_to desc limit 1)`)}
      from (select * from audit_event where number > ${lastSealed} and number <= ${upTo} order by number
        limit ${ROWS_PER_SEAL}) as audit_event
      having count(*) > 0`.execute(trx)
    return Boolean(numAffectedRows)
  })

/** The hash of these rows in order, after the hash before them. */
const chained = (before: ReturnType<typeof sql>) =>
  sql`sha256(coalesce(${before}, ''::bytea) || string_agg(audit_row_hash(audit_event), ''::bytea order by number))`

type Broken = { after: number; upTo: number }

/** Compares every seal with its rows and keeps what was found. Reads the whole log, some thousand rows a statement. */
export async function checkAudit(db: Db): Promise<AuditCheck> {
  let after = 0
  let rows = 0
  let broken: Broken | null = null
  for (;;) {
    const { rows: seals } = await sql<{ upTo: number; rows: number; whole: boolean }>`
      select seal.up_to as "upTo", seal.rows, coalesce(found.rows = seal.rows and found.hash = seal.hash, false) as whole
      from (select *, lag(up_to, 1, 0::bigint) over (order by up_to) as after, lag(hash) over (order by up_to) as before
        from audit_seal where up_to >= ${after} order by up_to limit 21) as seal
      cross join lateral (select count(*) as rows, ${chained(sql`seal.before`)} as hash from audit_event
        where number > seal.after and number <= seal.up_to) as found
      where seal.up_to > ${after} order by seal.up_to`.execute(db)
    if (seals.length === 0) break
    for (const seal of seals) {
      rows += seal.rows
      if (!seal.whole) broken ??= { after, upTo: Number(seal.upTo) }
      after = Number(seal.upTo)
    }
  }
  const found = await sql<{ at: Date }>`
    insert into audit_check (at, rows, broken_after, broken_up_to)
    values (now(), ${rows}, ${broken?.after ?? null}, ${broken?.upTo ?? null})
    on conflict (only_row) do update set at = excluded.at, rows = excluded.rows,
      broken_after = excluded.broken_after, broken_up_to = excluded.broken_up_to
    returning at`.execute(db)
  return { at: new Date(found.rows[0]!.at).toISOString(), rows, broken }
}
