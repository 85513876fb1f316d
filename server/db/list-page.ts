import { sql, type Expression, type SelectQueryBuilder } from 'kysely'
import { EXACT_TOTAL_MAX, type ListReply } from '#contract/list.ts'
import type { Db } from './database.ts'

export type Order = { by: Expression<unknown>; direction: 'asc' | 'desc'; nulls?: 'last' }

/**
 * One page of a list, at a cost that hardly grows with its number: the ids from the index first, then only the rows shown.
 * The total is exact up to EXACT_TOTAL_MAX; beyond it is the planner's estimate, marked inexact.
 * @param matching selects the ids of everything that fits, in no order
 * @param order one key; ties are broken by id in the same direction
 * @param load the rows of these ids, in any order
 */
export async function listPage<DB, TB extends keyof DB, Item extends { id: string }>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
  order: Order,
  { page, pageSize }: { page: number; pageSize: number },
  load: (ids: string[]) => Promise<Item[]>,
): Promise<ListReply<Item>> {
  const offset = (page - 1) * pageSize
  const rows = await matching
    .orderBy(order.by, (part) => {
      const directed = order.direction === 'desc' ? part.desc() : part.asc()
      return order.nulls ? directed.nullsLast() : directed
    })
    .orderBy(sql`id`, order.direction)
    .limit(pageSize)
    .offset(offset)
    .execute()
  const ids = rows.map(({ id }) => String(id))
  const byId = new Map((ids.length ? await load(ids) : []).map((item) => [item.id, item]))
  const items = ids.flatMap((id) => byId.get(id) ?? [])
  return { items, ...(await countOf(db, matching, ids.length && offset + ids.length)), page, pageSize }
}

async function countOf<DB, TB extends keyof DB>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, { id: string }>,
  seen: number,
): Promise<{ total: number; totalIsExact: boolean }> {
  const capped = matching.limit(EXACT_TOTAL_MAX + 1)
  const counted = await sql<{ total: number }>`select count(*) as total from (${capped}) as counted`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (total <= EXACT_TOTAL_MAX) return { total, totalIsExact: true }
  const [plan] = await matching.explain<Record<string, [{ Plan: { 'Plan Rows': number } }]>>('json')
  const estimate = Object.values(plan ?? {})[0]?.[0].Plan['Plan Rows'] ?? 0
  return { total: Math.max(EXACT_TOTAL_MAX + 1, seen, Math.round(estimate)), totalIsExact: false }
}

/** A text as the inside of a LIKE pattern, its own wildcards taken literally. */
export const escapeLike = (value: string): string => value.replace(/[\\%_]/g, '\\$&')
