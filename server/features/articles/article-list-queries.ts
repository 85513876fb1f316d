import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import type { ArticleFilter, ArticleListQuery, ArticleListReply } from '#contract/articles.ts'
import { EXACT_TOTAL_MAX, RELEVANCE } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { listPage, type Order } from '../../db/list-page.ts'
import type { Total } from '../../db/list-total.ts'
import { isScanned } from '../../db/substring-search.ts'
import type { Tables } from '../../db/tables.ts'
import { categoryWithChildren } from '../categories/category-queries.ts'
import {
  facetCondition,
  facetsAsOf,
  facetsFit,
  facetsInOrder,
  facetTitle,
  type FacetCondition,
} from './article-facet-queries.ts'
import { changedBetween } from './article-filter-rules.ts'
import { byRelevance, liveTitleHasWords, titleHasWords, titleHasWordsByRow } from './article-relevance-queries.ts'
import type { Viewer } from './article-rules.ts'
import { searchFor, type Search } from './article-search-rules.ts'
import { summariseArticles } from './article-view-queries.ts'
import { all, always, articleFacts, visible, type Condition } from './article-visibility-queries.ts'

/** So many facet rows are put in order in the time of some thousand looks at articles. */
const SORTED_MOST = 60_000

/**
 * One page of the articles that this person may see.
 * @param total of all that match, where a counter tells: knownTotal
 */
export async function listArticles(
  db: Kysely<Tables>,
  viewer: Viewer,
  query: ArticleListQuery,
  total?: Total,
  read = listPage,
): Promise<ArticleListReply> {
  const { page: _page, pageSize: _size, sort, ...filter } = query
  const condition = await conditionOf(db, viewer, filter)
  const order = articleOrder(sort, viewer)
  const facets = facetCondition(viewer, filter)
  // Before the list is read: what is brought up to date meanwhile is at worst called old.
  const since = facets ? await facetsAsOf(db, filter) : null
  // Ordered by the time that is asked for, what is looked through begins there.
  const begins = order.by === keys.updatedAt ? timesOf : order.by === keys.publishedAt ? publishedTimesOf : () => []
  const there = all([thereOr(filter), ...begins(filter)])
  const search = sort === RELEVANCE && searchFor(filter.q ?? '')
  const among = (rows: RawBuilder<unknown>, fitting: Condition) =>
    db
      .selectFrom(sql<Tables['article']>`(${rows})`.as('article'))
      .select('article.id')
      .where(fitting)
  const hints = {
    total,
    needsScan: Boolean(filter.q) && isScanned(filter.q!),
    ...((facets || narrows(filter)) && {
      indexScan: (most: number) =>
        among(
          sql`select ${facets ? sql`id` : sql`*`}, ${order.by} as sort_key from article
            where ${there} order by ${keyOrder(order)} limit ${most}`,
          facets ? facetsFit(facets) : condition,
        ),
    }),
    ...(facets && {
      alternateSource: {
        matching: among(
          facetsInOrder(facets, sort.endsWith('title') ? facetTitle(seesAllTitles(viewer)) : order.by),
          sql`true`,
        ),
        most: SORTED_MOST,
      },
    }),
    ...((facets || filter.q || filter.author || filter.tag || filter.category) && {
      sampled: sampledFrom(filter, facets),
    }),
    ...(search && {
      ranked: byRelevance(db, viewer, search, {
        inTitle: await conditionOf(db, viewer, filter, inTitle),
        inTitleByRow: await conditionOf(db, viewer, filter, inTitleByRow),
        there,
      }),
    }),
  }
  const matching = db.selectFrom('article').select('article.id').where(condition)
  const page = await read(db, matching, order, query, (ids) => summariseArticles(db, viewer, ids), hints)
  return { ...page, facetsAsOf: since }

  function sampledFrom({ q }: ArticleFilter, asked: FacetCondition | undefined) {
    const table = asked ? 'article_facets' : 'article'
    const share = (percent: number) =>
      sql`select * from ${sql.table(table)} tablesample system (${percent}) repeatable (1)`
    return {
      table,
      smallOnly: asked !== undefined,
      ignoreEstimate: asked !== undefined || (searchFor(q ?? '')?.count ?? 0) > 1,
      among: (percent: number) =>
        asked
          ? among(
              sql`select article_id as id from (${share(percent)}) as article_facets where ${asked.condition}`,
              sql`true`,
            )
          : among(share(percent), condition),
    }
  }
}

/** Whether something is asked for that neither an index has in the order of the list nor the planner can judge. */
const narrows = ({ q, category, mine }: ArticleFilter) => Boolean(q || category) || mine !== undefined

function keyOrder({ by, direction, nulls }: Order): RawBuilder<unknown> {
  const towards = sql.raw(direction)
  return sql`${by} ${towards} ${sql.raw(nulls ? 'nulls last' : '')}, id ${towards}`
}

const keys = {
  updatedAt: sql`updated_at`,
  createdAt: sql`created_at`,
  publishedAt: sql`published_at`,
  publishAt: sql`publish_at`,
  title: sql`lower(title)`,
}
const mayBeEmpty = ['publishedAt', 'publishAt']

const seesAllTitles = (viewer: Viewer): boolean => scopeOf(viewer.role, 'articles.read') === 'all'
/** The place of an unpublished title among the others would tell it to people who may not see it. */
const readersTitle = sql`lower(coalesce(published_title, title))`

/** The order that a list asks for; by relevance, what it falls back to. */
export function articleOrder(asked: ArticleListQuery['sort'], viewer: Viewer): Order {
  const sort = asked === RELEVANCE ? '-updatedAt' : asked
  const field = sort.replace('-', '') as keyof typeof keys
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const by = field === 'title' && !seesAllTitles(viewer) ? readersTitle : keys[field]
  return { by, direction, ...(mayBeEmpty.includes(field) && { nulls: 'last' }) }
}

/** The ids of everything that fits the filter and that this person may see; in no order. */
export async function matchingArticles(db: Db, viewer: Viewer, filter: ArticleFilter) {
  return db
    .selectFrom('article')
    .select('article.id')
    .where(await conditionOf(db, viewer, filter))
}

const thereOr = ({ status }: ArticleFilter): Condition =>
  status === 'trashed' ? sql`deleted_at is not null` : sql`deleted_at is null`

const timesOf = (filter: ArticleFilter): Condition[] => {
  const { from, to } = changedBetween(filter)
  return [...(from ? [sql<SqlBool>`updated_at >= ${from}`] : []), ...(to ? [sql<SqlBool>`updated_at < ${to}`] : [])]
}

const publishedTimesOf = ({ publishedFrom, publishedTo }: ArticleFilter): Condition[] => [
  ...(publishedFrom ? [sql<SqlBool>`published_at >= ${publishedFrom}`] : []),
  ...(publishedTo ? [sql<SqlBool>`published_at < ${publishedTo}`] : []),
]

async function conditionOf(db: Db, viewer: Viewer, filter: ArticleFilter, where = anywhere): Promise<Condition> {
  const { status, mine } = filter
  const common: Condition[] = [thereOr(filter)]
  if (status && status !== 'trashed') common.push(sql`status = ${status}`)
  if (mine !== undefined) {
    const made = sql<SqlBool>`(created_by = ${viewer.id} or updated_by = ${viewer.id})`
    common.push(mine ? made : sql`(${made}) is not true`)
  }
  common.push(...timesOf(filter), ...publishedTimesOf(filter))
  const branch = filter.category ? await branchOf(db, filter.category) : undefined
  return all([...common, fitting(viewer, filter, branch, where)])
}

/** Row scope and filter together, on the rows of `article`. */
function fitting(viewer: Viewer, filter: ArticleFilter, branch: Branch | undefined, where: Where): Condition {
  const search = searchFor(filter.q ?? '')
  const live = all([...liveConditions(filter, branch), ...(search ? [where.live(search)] : [])])
  return visible(viewer, articleFacts(viewer), {
    working: all([...workingConditions(filter, branch), ...(search ? [where.working(search)] : [])]),
    live:
      live === always
        ? always
        : sql`exists (select from article_live where article_live.article_id = article.id and ${live})`,
    onlyWithChanges: filter.hasChanges === true || filter.changesSubmitted === true,
  })
}

type Branch = { ids: string[]; large: boolean }
async function branchOf(db: Db, category: string): Promise<Branch> {
  const counted = await db
    .selectFrom('categoryCount')
    .select('total')
    .where('categoryId', '=', category)
    .executeTakeFirst()
  return { ids: await categoryWithChildren(db, category), large: (counted?.total ?? 0) > EXACT_TOTAL_MAX }
}

function workingConditions(filter: ArticleFilter, branch: Branch | undefined): Condition[] {
  const found: Condition[] = []
  if (filter.author)
    found.push(sql`article.id in (select article_id from article_author where author_id = ${filter.author})`)
  if (filter.tag) found.push(sql`article.id in (select article_id from article_tag where tag_id = ${filter.tag})`)
  if (branch)
    found.push(
      branch.large
        ? // Of many, each row is asked; few are looked up. Not `exists`: that would look for each category of the branch.
          sql`(primary_category = any(${branch.ids}::uuid[]) or ${branch.ids}::uuid[] && array(
            select category_id from article_category where article_id = article.id))`
        : sql`article.id in (
            select id from article where primary_category = any(${branch.ids}::uuid[])
            union all select article_id from article_category where category_id = any(${branch.ids}::uuid[]))`,
    )
  if (filter.featured !== undefined) found.push(filter.featured ? sql`featured` : sql`not featured`)
  if (filter.missingCover !== undefined)
    found.push(filter.missingCover ? sql`cover_media is null` : sql`cover_media is not null`)
  if (filter.language) found.push(sql`language = ${filter.language}`)
  if (filter.hasChanges !== undefined) found.push(filter.hasChanges ? sql`has_changes` : sql`not has_changes`)
  if (filter.changesSubmitted !== undefined)
    found.push(filter.changesSubmitted ? changesSubmitted : sql`not (${changesSubmitted})`)
  return found
}

/** Published, with changes that are submitted for review; as the index article_changes_submitted has it. */
export const changesSubmitted = sql<SqlBool>`submitted_at is not null and status = 'published'`

function liveConditions(filter: ArticleFilter, branch: Branch | undefined): Condition[] {
  const found: Condition[] = []
  if (filter.author) found.push(sql`${filter.author}::uuid = any(article_live.author_ids)`)
  if (filter.tag) found.push(sql`${filter.tag}::uuid = any(article_live.tag_ids)`)
  if (branch) found.push(sql`article_live.category_ids && ${branch.ids}::uuid[]`)
  if (filter.featured !== undefined) found.push(sql`article_live.featured = ${filter.featured}`)
  if (filter.missingCover !== undefined)
    found.push(sql`(coalesce(article_live.content->'cover', 'null') = 'null') = ${filter.missingCover}`)
  if (filter.language)
    found.push(sql`text_language(article_live.content->>'title', article_live.content->>'body') = ${filter.language}`)
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

/** Where the words are looked for: in the working copy, and in what readers see for those who may see no more. */
type Where = { working: (search: Search) => Condition; live: (search: Search) => Condition }
const anywhere: Where = { working: inWorking, live: inLive }
const inTitle: Where = { working: titleHasWords, live: liveTitleHasWords }
const inTitleByRow: Where = { working: titleHasWordsByRow, live: liveTitleHasWords }
