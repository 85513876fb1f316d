import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ArticleFilter, ArticleListQuery, ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { listPage, type Order } from '../../db/list-page.ts'
import { categoryWithChildren } from '../categories/category-queries.ts'
import { isOwn } from './article-row-queries.ts'
import type { Viewer } from './article-rules.ts'
import { searchFor, type Search } from './article-search-rules.ts'
import { summariseArticles } from './article-view-queries.ts'

type Condition = RawBuilder<SqlBool>

/** One page of the articles that this person may see. */
export async function listArticles(
  db: Db,
  viewer: Viewer,
  query: ArticleListQuery,
): Promise<ListReply<ArticleSummary>> {
  const matching = await matchingArticles(db, viewer, query)
  return listPage(db, matching, orderOf(query.sort), query, (ids) => summariseArticles(db, viewer, ids))
}

const keys = {
  updatedAt: sql`updated_at`,
  createdAt: sql`created_at`,
  publishedAt: sql`published_at`,
  publishAt: sql`publish_at`,
  title: sql`lower(title)`,
}
const mayBeEmpty = ['publishedAt', 'publishAt']

function orderOf(sort: ArticleListQuery['sort']): Order {
  const field = sort.replace('-', '') as keyof typeof keys
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return { by: keys[field], direction, ...(mayBeEmpty.includes(field) && { nulls: 'last' }) }
}

/** The ids of everything that fits the filter and that this person may see; in no order. */
export async function matchingArticles(db: Db, viewer: Viewer, filter: ArticleFilter) {
  const rows = db.selectFrom('article').select('article.id')
  const { status, mine, from, to } = filter
  const common: Condition[] = [status === 'trashed' ? sql`deleted_at is not null` : sql`deleted_at is null`]
  if (status && status !== 'trashed') common.push(sql`status = ${status}`)
  if (mine !== undefined) {
    const made = sql<SqlBool>`(created_by = ${viewer.id} or updated_by = ${viewer.id})`
    common.push(mine ? made : sql`(${made}) is not true`)
  }
  if (from) common.push(sql`updated_at >= ${from}`)
  if (to) common.push(sql`updated_at < ${to}`)
  const categories = filter.category ? await categoryWithChildren(db, filter.category) : undefined
  return rows.where(all([...common, visible(viewer, filter, categories)]))
}

/** Row scope and filter together: a working copy that the viewer may not see must not be found by its words either. */
function visible(viewer: Viewer, filter: ArticleFilter, categories: string[] | undefined): Condition {
  const search = searchFor(filter.q ?? '')
  const edited = all([...workingConditions(filter, categories), ...(search ? [inWorking(search)] : [])])
  const scope = scopeOf(viewer.role, 'articles.read')
  if (scope === 'all') return edited
  const published = sql<SqlBool>`(status = 'published' and deleted_at is null)`
  const own = scope === 'own+published' ? isOwn(viewer.id) : sql<SqlBool>`false`
  // To these people nothing is a working copy, so none can be asked for.
  if (filter.hasChanges) return sql`(${own} and ${edited})`
  const live = all([...liveConditions(filter, categories), ...(search ? [inLive(search)] : [])])
  // Two arms that can each use an index, rather than one decision per row.
  return sql`((${edited} and (${own} or (${published} and not has_changes))) or (
    has_changes and ${published} and not ${own} and exists (
      select from article_live where article_live.article_id = article.id and ${live})))`
}

function workingConditions(filter: ArticleFilter, categories: string[] | undefined): Condition[] {
  const found: Condition[] = []
  if (filter.author)
    found.push(sql`article.id in (select article_id from article_author where author_id = ${filter.author})`)
  if (filter.tag) found.push(sql`article.id in (select article_id from article_tag where tag_id = ${filter.tag})`)
  if (categories)
    found.push(sql`article.id in (
      select id from article where primary_category = any(${categories}::uuid[])
      union all select article_id from article_category where category_id = any(${categories}::uuid[]))`)
  if (filter.featured !== undefined) found.push(filter.featured ? sql`featured` : sql`not featured`)
  if (filter.hasChanges !== undefined) found.push(filter.hasChanges ? sql`has_changes` : sql`not has_changes`)
  return found
}

function liveConditions(filter: ArticleFilter, categories: string[] | undefined): Condition[] {
  const found: Condition[] = []
  if (filter.author) found.push(sql`${filter.author}::uuid = any(article_live.author_ids)`)
  if (filter.tag) found.push(sql`${filter.tag}::uuid = any(article_live.tag_ids)`)
  if (categories) found.push(sql`article_live.category_ids && ${categories}::uuid[]`)
  if (filter.featured !== undefined) found.push(sql`article_live.featured = ${filter.featured}`)
  return found
}

function inWorking({ words, like }: Search): Condition {
  if (!words) return sql`search_head like ${like}`
  return like
    ? sql`(search_words @@ ${words}::tsquery or search_head like ${like})`
    : sql`search_words @@ ${words}::tsquery`
}

/** Few rows come here: those with a working copy, for people who may only see what is published. */
const inLive = ({ contains }: Search): Condition =>
  sql`lower(concat_ws(' ', article_live.title, article_live.content->>'subtitle', article_live.content->>'excerpt')) like ${contains}`

const all = (conditions: Condition[]): Condition =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
