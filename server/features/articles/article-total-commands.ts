import { sql, type Kysely } from 'kysely'
import type { ArticleFilter, ArticleListQuery } from '#contract/articles.ts'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { unlessDatabaseFull } from '../../db/errors.ts'
import { hasRows } from '../../db/has-rows.ts'
import type { Total } from '../../db/list-total.ts'
import type { Tables } from '../../db/tables.ts'
import { flushUseCounts } from '../taxonomy/use-count-commands.ts'
import { flushCategoryCounts } from '../categories/category-count-commands.ts'
import type { Viewer } from './article-rules.ts'

/** How many match where a counter tells, all that is committed counted in; undefined where they have to be counted. */
export async function knownTotal(
  db: Kysely<Tables>,
  viewer: Viewer,
  { q, page: _page, pageSize: _size, sort: _sort, ...filter }: ArticleFilter & Partial<ArticleListQuery>,
): Promise<Total | undefined> {
  if (filter.category) await flushCategoryCounts(db)
  const [name, ...more] = (Object.keys(filter) as (keyof typeof filter)[]).filter((key) => filter[key] !== undefined)
  if (q || more.length) return undefined
  if (scopeOf(viewer.role, 'articles.read') !== 'all') {
    // Their own come on top, and cost a look at each.
    const { published = 0 } = name ? {} : await statesCounted(db)
    return published > EXACT_TOTAL_MAX ? { total: published, totalIsExact: false } : undefined
  }
  const total = await countOf(db, name, filter)
  return total === undefined ? undefined : { total, totalIsExact: true }
}

async function countOf(db: Db, name: string | undefined, filter: ArticleFilter): Promise<number | undefined> {
  if (!name || name === 'status') {
    const { trashed = 0, ...states } = await statesCounted(db)
    if (filter.status === 'trashed') return trashed
    return filter.status ? (states[filter.status] ?? 0) : Object.values(states).reduce((sum, count) => sum + count, 0)
  }
  if (name === 'category')
    return countIn(db, sql`select total as count from category_count where category_id = ${filter.category}`)
  if (name !== 'author' && name !== 'tag') return undefined
  await flushUseCounts(db, name)
  return countIn(db, sql`select uses as count from ${sql.table(name)} where id = ${filter[name]}`)
}

const countIn = async (db: Db, query: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`${query}`.execute(db)).rows[0]?.count

/** How many articles are in each state; what changed since the last time is added up first. */
async function statesCounted(db: Db): Promise<Record<string, number>> {
  if (await hasRows(db, sql`article_state_change`)) await unlessDatabaseFull(() => addStateChanges(db))
  const { rows } = await sql<{ state: string; count: number }>`select state, count from article_state_count`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const addStateChanges = (db: Db) =>
  sql`with changes as (delete from article_state_change returning state, delta)
      insert into article_state_count as counted (state, count) select state, sum(delta) from changes group by state
      order by state on conflict (state) do update set count = counted.count + excluded.count`.execute(db)
