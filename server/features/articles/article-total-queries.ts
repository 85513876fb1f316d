import { sql, type RawBuilder, type SqlBool } from 'kysely'
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

/** How many articles are in this state. */
export const countState = async (db: Db, state: string): Promise<number> => (await countStates(db))[state] ?? 0

/**
 * Where a page of the list by last change begins, without a step over each article before it: its month is found first, then its day.
 * @param status undefined for all that are not in the trash
 * @param offset how many articles come before the page
 * @returns a condition that leaves out whole days, and how many of the articles that it leaves in come before the page
 */
export async function dayOfPage(
  db: Db,
  status: string | undefined,
  direction: 'asc' | 'desc',
  offset: number,
): Promise<{ begin: Condition; offset: number } | undefined> {
  const states = status ? sql`state = ${status}` : sql`state <> 'trashed'`
  /** The last period that begins at `offset` or before it, and how many articles come before that period; `earlier` come before all. */
  const lastBefore = (counts: RawBuilder<unknown>, earlier: RawBuilder<unknown>) => sql`
    select period, earlier + before as before from (
      select period, (sum(sum(count)) over (order by period ${sql.raw(direction)}) - sum(count))::int as before
      from (${counts}) as part group by period
    ) as periods, (select ${earlier}::int as earlier) as others where earlier + before <= ${offset}
    order by period ${sql.raw(direction === 'asc' ? 'desc' : 'asc')} limit 1`
  const months = sql`
    select month as period, count from article_month_count where ${states}
    union all select month_of(day), delta from article_day_change where ${states}`
  const days = sql`
    select day as period, count from article_day_count where ${states}
      and day >= (select period from in_month) and day < (select period from in_month) + interval '1 month'
    union all select day, delta from article_day_change where ${states} and month_of(day) = (select period from in_month)`
  const { rows } = await sql<{ day: string; before: number }>`
    with in_month as (${lastBefore(months, sql`0`)})
    select period::text as day, before from (${lastBefore(days, sql`(select before from in_month)`)}) as found`.execute(
    db,
  )
  const [found] = rows
  if (!found) return undefined
  const midnight = sql`${found.day}::date::timestamp at time zone 'UTC'`
  const begin =
    direction === 'asc'
      ? sql<SqlBool>`updated_at >= ${midnight}`
      : sql<SqlBool>`updated_at < ${midnight} + interval '1 day'`
  return { begin, offset: offset - found.before }
}
