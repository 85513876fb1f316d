import { sql, type SelectQueryBuilder } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import type { Db } from './database.ts'

export type Total = { total: number; totalIsExact: boolean }

/** Matches among a share of the rows, in percent, picked block by block. */
export type Sampled<DB, TB extends keyof DB> = {
  table: string
  among: (percent: number) => SelectQueryBuilder<DB, TB, { id: string }>
  /** The planner cannot judge this: it takes what always comes together for a rare coincidence. */
  blind?: boolean
  /** Counting costs hardly more than the larger look: leave that out. */
  once?: boolean
}

/** Smaller tables are counted. */
const LEAST_ROWS = 100_000
/** A small look first; a larger one where that leaves it open. `sure`: so far beyond the limit that it is no chance. */
const LOOKS = [
  { rows: 1500, sure: 3 * EXACT_TOTAL_MAX },
  { rows: 12_000, sure: 1.4 * EXACT_TOTAL_MAX },
]
/** Where counting is cheap. */
const ONE_LOOK = [{ rows: 3000, sure: 2 * EXACT_TOTAL_MAX }]

/**
 * Whether more than EXACT_TOTAL_MAX rows match, at the price of looking at some: the planner has to expect it and a
 * sample has to show it. Undefined when either does not; then they must be counted.
 */
export async function estimateIfMany<DB, TB extends keyof DB>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
  { table, among, blind, once }: Sampled<DB, TB>,
): Promise<Total | undefined> {
  if (!blind && (await estimateOf(matching)) < EXACT_TOTAL_MAX) return undefined
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${table}::regclass`.execute(db)
  const size = rows[0]?.rows ?? 0
  if (size < LEAST_ROWS) return undefined
  for (const look of once ? ONE_LOOK : LOOKS) {
    const share = look.rows / size
    const counted = await sql<{ found: number }>`
      select count(*) as found from (${among(share * 100)}) as counted`.execute(db)
    const total = Math.round((counted.rows[0]?.found ?? 0) / share)
    if (total >= look.sure) return { total, totalIsExact: false }
    if (total < EXACT_TOTAL_MAX) return undefined
  }
  return undefined
}

/** How many the planner expects. */
export async function estimateOf<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
): Promise<number> {
  const [plan] = await matching.explain<Record<string, [{ Plan: { 'Plan Rows': number } }]>>('json')
  return Math.round(Object.values(plan ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0)
}
