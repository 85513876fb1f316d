import { sql } from 'kysely'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { amongTheFew, rankedOrder, type listPage } from './list-page.ts'
import { sortKey, walk } from './list-rows.ts'
import { estimateOf } from './list-total.ts'

/** How many of the newest rows are looked through, and how many matches are compared. */
const LOOKED_THROUGH = 1500
const NEWEST_MOST = 25
const FOUND_MOST = 500
/** The planner takes a word that it does not know for frequent, so several rare ones add up to more than they are. */
const SURELY_MANY = 3 * EXACT_TOTAL_MAX

/**
 * The few best matches of a list, asked like `listPage` but without a total and at a bounded cost: what leads the list,
 * matches among the newest rows, and where an index finds them, some hundred from the whole table. A match of a common
 * text in an old row may be missed where newer ones are as good.
 */
export const topPage: typeof listPage = async (db, matching, order, { pageSize }, load, hints) => {
  // `hints` is optional.
  const { ranked, indexScan, sampled, needsScan, found: byIndex } = { ...hints }
  const leading = (await ranked?.leading(FOUND_MOST)) ?? []
  // Nothing else comes before them.
  const ids = leading.length >= pageSize ? leading.slice(0, pageSize) : await bestOf(leading)
  const byId = new Map((ids.length ? await load(ids) : []).map((item) => [item.id, item]))
  const items = ids.flatMap((id) => byId.get(id) ?? [])
  return { items, total: items.length, totalIsExact: false, page: 1, pageSize }

  async function bestOf(some: readonly string[]): Promise<string[]> {
    const found = new Set(some)
    const add = (more: readonly string[]) => more.forEach((id) => found.add(id))
    const by = ranked ? rankedOrder(order, ranked) : order
    const range = { page: 1, pageSize }
    const few = () => amongTheFew(db, byIndex?.(FOUND_MOST) ?? matching, by, range, sampled !== undefined, FOUND_MOST)
    // Where all of them come from one place, they are compared there.
    if (some.length === 0 && !indexScan) return needsScan ? [] : (await few()).ids
    // An index finds few sooner than the newest rows are looked through.
    const early =
      indexScan && !needsScan && (await estimateOf(byIndex?.() ?? matching)) < SURELY_MANY ? await few() : undefined
    if (early && early.total < FOUND_MOST) return early.ids
    const newest = indexScan ? await walk(indexScan(LOOKED_THROUGH), { ...order, by: sortKey }, 0, NEWEST_MOST) : []
    add(newest)
    if (early) add(early.ids)
    else if (newest.length < NEWEST_MOST && !needsScan) add((await few()).ids)
    const candidates = matching.where(sql<boolean>`id = any(${[...found]}::uuid[])`)
    return (await amongTheFew(db, candidates, by, range, false, found.size + 1)).ids
  }
}
