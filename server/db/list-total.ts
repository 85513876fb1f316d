import { sql, type Compilable, type SelectQueryBuilder } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import type { Db } from './database.ts'

/** `among`: how many rows there are in all, where a sample told. */
export type Total = { total: number; totalIsExact: boolean; among?: number }

/** Matches among a share of the rows, in percent, picked block by block. */
export type Sampled<DB, TB extends keyof DB> = {
  table: string
  among: (percent: number) => SelectQueryBuilder<DB, TB, { id: string }>
  /** The planner's estimate is useless here, as for terms that always occur together: only the sample decides. */
  ignoreEstimate?: boolean
  /** The rows of the sample are narrow, as those of an index. */
  smallOnly?: boolean
}

/** Smaller tables are counted. */
const LEAST_ROWS = 100_000
/**
 * `sure`: the estimate from which a sample is conclusive; what is not surely more is counted. A larger sample would unpack more
 * rows than counting up to EXACT_TOTAL_MAX reads.
 */
const SAMPLE = { rows: 1500, sure: 3 * EXACT_TOTAL_MAX }
/** Of rows that are narrow, and of matches that are cheap to count. */
const NARROW_SAMPLE = { rows: 3000, sure: 2 * EXACT_TOTAL_MAX }

/** An estimate serves the next pages of a list and whoever searches for the same word. */
const KEPT_MS = 30_000
const KEPT_MOST = 1000
type Kept = Map<string, { until: number; total: Total | undefined }>
const keptOf = new WeakMap<Db, Kept>()

/**
 * Estimates the total when more than EXACT_TOTAL_MAX rows match: the planner's estimate and a sample have to exceed it.
 * Undefined when either does not; then the rows must be counted. What it found holds for half a minute.
 */
export async function estimateIfMany<DB, TB extends keyof DB>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
  sampled: Sampled<DB, TB>,
): Promise<Total | undefined> {
  const known = keptTotal(db, matching)
  if (known) return known.total
  const total = await estimate(db, matching, sampled)
  keepTotal(db, matching, total)
  return total
}

const keyOf = (matching: Compilable) => {
  const { sql: text, parameters } = matching.compile()
  return `${text} ${JSON.stringify(parameters)}`
}

/** What was kept of these matches within the last half minute. */
export function keptTotal(db: Db, matching: Compilable): { total: Total | undefined } | undefined {
  const kept = keptOf.get(db)
  // Writing the query costs more than asking whether anything is kept.
  const known = kept?.size ? kept.get(keyOf(matching)) : undefined
  return known && known.until > performance.now() ? known : undefined
}

/** Keeps that more than EXACT_TOTAL_MAX rows match, and about how many; undefined: that they must be counted. */
export function keepTotal(db: Db, matching: Compilable, total: Total | undefined): void {
  if (db.isTransaction) return
  const kept = keptOf.get(db) ?? (new Map() as Kept)
  keptOf.set(db, kept)
  if (kept.size >= KEPT_MOST) kept.clear()
  kept.set(keyOf(matching), { until: performance.now() + KEPT_MS, total })
}

async function estimate<DB, TB extends keyof DB>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
  { table, among, ignoreEstimate, smallOnly }: Sampled<DB, TB>,
): Promise<Total | undefined> {
  if (!ignoreEstimate && (await estimateOf(matching)) < EXACT_TOTAL_MAX) return undefined
  const size = await sizeOf(db, table)
  if (size < LEAST_ROWS) return undefined
  const sample = smallOnly ? NARROW_SAMPLE : SAMPLE
  const share = sample.rows / size
  const counted = await sql<{ found: number }>`
    select count(*) as found from (${among(share * 100)}) as counted`.execute(db)
  const total = Math.round((counted.rows[0]?.found ?? 0) / share)
  return total >= sample.sure ? { total, totalIsExact: false, among: size } : undefined
}

const sizesOf = new WeakMap<Db, Map<string, { until: number; rows: number }>>()

/** About how many rows a table has, or an index. */
export async function sizeOf(db: Db, table: string): Promise<number> {
  const sizes = sizesOf.get(db) ?? new Map<string, { until: number; rows: number }>()
  sizesOf.set(db, sizes)
  const known = sizes.get(table)
  if (known && known.until > performance.now()) return known.rows
  const { rows } = await sql<{ rows: number }>`
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = ${table}::regclass`.execute(db)
  const size = rows[0]?.rows ?? 0
  if (!db.isTransaction) sizes.set(table, { until: performance.now() + KEPT_MS, rows: size })
  return size
}

/** About how many rows match, and among how many. */
export type Expected = { total: number; among: number }

/**
 * How many rows the planner expects to match, kept for half a minute; undefined for a table whose matches are counted before a page of
 * them.
 */
export async function expectedOfLarge<DB, TB extends keyof DB>(
  db: Db,
  table: string,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
): Promise<Expected | undefined> {
  const among = await sizeOf(db, table)
  if (among < LEAST_ROWS) return undefined
  const kept = keptTotal(db, matching)?.total
  if (kept) return { total: kept.total, among }
  const total = await estimateOf(matching)
  keepTotal(db, matching, { total, totalIsExact: false })
  return { total, among }
}

/** The number of rows that the planner expects. */
export async function estimateOf<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
): Promise<number> {
  const [plan] = await matching.explain<Record<string, [{ Plan: { 'Plan Rows': number } }]>>('json')
  return Math.round(Object.values(plan ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0)
}
