import type { ArticleFilter } from '#contract/article-list.ts'
import { before } from '../../db/list-filter.ts'

/** When what is asked for was last changed: `olderThan` is one more end of the time. */
export function changedBetween(
  { from, to, olderThan }: ArticleFilter,
  now = new Date(),
): { from?: string; to?: string } {
  const old = olderThan && before(now, olderThan)
  const end = old && to ? (old < to ? old : to) : (old ?? to)
  return { ...(from && { from }), ...(end && { to: end }) }
}
