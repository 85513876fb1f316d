import { sql, type SqlBool } from 'kysely'
import type { ArticleFilter, ArticleListQuery } from '#contract/article-list.ts'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import type { Db } from '../../db/database.ts'
import type { Total } from '../../db/list-total.ts'
import { categoryCounts } from '../categories/category-count-queries.ts'
import { usesNow } from '../../db/use-counts.ts'
import type { Viewer } from './article-rules.ts'
import type { Condition } from './article-visibility-queries.ts'

/** How many match where a counter tells, every committed change included; undefined where they have to be counted. */
export async function knownTotal(
  db: Db,
  viewer: Viewer,
  { q, page: _page, pageSize: _size, sort: _sort, ...filter }: ArticleFilter & Partial<ArticleListQuery>,
): Promise<Total | undefined> {
  const [name, ...more] = (Object.keys(filter) as (keyof typeof filter)[]).filter((key) => filter[key] !== undefined)
  if (q || more.length) return undefined
  if (scopeOf(viewer.role, 'articles.read') !== 'all') {
    // Their own come on top, and cost a look at each.
    const { published = 0 } = name ? {} : await countStates(db)
    return published > EXACT_TOTAL_MAX ? { total: published, totalIsExact: false } : undefined
  }
  const total = await countOf(db, name, filter)
  return total === undefined ? undefined : { total, totalIsExact: true }
}

async function countOf(db: Db, name: string | undefined, filter: ArticleFilter): Promise<number | undefined> {
  if (!name || name === 'status') {
    const { trashed = 0, ...states } = await countStates(db)
    if (filter.status === 'trashed') return trashed
    return filter.status ? (states[filter.status] ?? 0) : Object.values(states).reduce((sum, count) => sum + count, 0)
  }
  if (name === 'category')
    return countIn(
      db,
      sql`select total as count from ${await categoryCounts(db)} as counted where category_id = ${filter.category}`,
    )
  if (name !== 'author' && name !== 'tag') return undefined
  return countIn(db, sql`select ${usesNow(name)} as count from ${sql.table(name)} where id = ${filter[name]}`)
}

const countIn = async (db: Db, query: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`${query}`.execute(db)).rows[0]?.count

/** What is stored, and the changes that the job has not added yet. */
const stateCounts = compiledQuery<object, { state: string; count: number }>((db) =>
  sql<{ state: string; count: number }>`select state, sum(count)::int as count from (
      select state, count from article_state_count union all select state, delta from article_state_change
    ) as part group by 1`.compile(db),
)

/** How many articles are in each state. */
async function countStates(db: Db): Promise<Record<string, number>> {
  const rows = await stateCounts(db, {})
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/**
 * Where a page of the list by last change begins, without a step over each article before it.
 * @param status undefined for all that are not in the trash
 * @param offset how many articles come before the page
 * @returns a condition that leaves out whole weeks, and how many of the articles that it leaves in come before the page
 */
export async function weekOfPage(
  db: Db,
  status: string | undefined,
  direction: 'asc' | 'desc',
  offset: number,
): Promise<{ begin: Condition; offset: number } | undefined> {
  const towards = sql.raw(direction)
  const states = status ? sql`state = ${status}` : sql`state <> 'trashed'`
  const { rows } = await sql<{ week: string; before: number }>`
    select week::text, before from (
      select week, (sum(sum(count)) over (order by week ${towards}) - sum(count))::int as before from (
        select week, count from article_week_count where ${states}
        union all select week, delta from article_week_change where ${states}
      ) as part group by week
    ) as weeks where before <= ${offset} order by week ${sql.raw(direction === 'asc' ? 'desc' : 'asc')} limit 1`.execute(
    db,
  )
  const [found] = rows
  if (!found) return undefined
  const monday = sql`${found.week}::date::timestamp at time zone 'UTC'`
  const begin =
    direction === 'asc'
      ? sql<SqlBool>`updated_at >= ${monday}`
      : sql<SqlBool>`updated_at < ${monday} + interval '7 days'`
  return { begin, offset: offset - found.before }
}
