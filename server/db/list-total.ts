import { sql, type SelectQueryBuilder } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import type { Db } from './database.ts'

export type Total = { total: number; totalIsExact: boolean }

/** Matches among a share of the rows, in percent, picked block by block. */
export type Sampled<DB, TB extends keyof DB> = {
  table: string
  among: (percent: number) => SelectQueryBuilder<DB, TB, { id: string }>
  /** The planner's estimate is useless here, as for terms that always occur together: only the sample decides. */
  ignoreEstimate?: boolean
  /** Counting costs little more than the larger sample: take the small one only. */
  smallOnly?: boolean
}

/** Smaller tables are counted. */
const LEAST_ROWS = 100_000
/** A small sample first, a larger one if that is not conclusive. `sure`: the estimate from which a sample is conclusive. */
const SAMPLES = [
  { rows: 1500, sure: 3 * EXACT_TOTAL_MAX },
  { rows: 12_000, sure: 1.4 * EXACT_TOTAL_MAX },
]
/** Where counting is cheap. */
const ONE_SAMPLE = [{ rows: 3000, sure: 2 * EXACT_TOTAL_MAX }]

/**
 * Estimates the total when more than EXACT_TOTAL_MAX rows match: the planner's estimate and a sample have to exceed it.
 * Undefined when either does not; then the rows must be counted.
 */
export async function estimateIfMany<DB, TB extends keyof DB>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
  { table, among, ignoreEstimate, smallOnly }: Sampled<DB, TB>,
): Promise<Total | undefined> {
  if (!ignoreEstimate && (await estimateOf(matching)) < EXACT_TOTAL_MAX) return undefined
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${table}::regclass`.execute(db)
  const size = rows[0]?.rows ?? 0
  if (size < LEAST_ROWS) return undefined
  for (const sample of smallOnly ? ONE_SAMPLE : SAMPLES) {
    const share = sample.rows / size
    const counted = await sql<{ found: number }>`
      select count(*) as found from (${among(share * 100)}) as counted`.execute(db)
    const total = Math.round((counted.rows[0]?.found ?? 0) / share)
    if (total >= sample.sure) return { total, totalIsExact: false }
    if (total < EXACT_TOTAL_MAX) return undefined
  }
  return undefined
}

/** The number of rows that the planner expects. */
export async function estimateOf<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
): Promise<number> {
  const [plan] = await matching.explain<Record<string, [{ Plan: { 'Plan Rows': number } }]>>('json')
  return Math.round(Object.values(plan ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0)
}
