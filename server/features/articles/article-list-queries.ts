import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { articleList, type ArticleFilter, type ArticleListQuery } from '#contract/article-list.ts'
import type { ArticleListReply } from '#contract/articles.ts'
import { EXACT_TOTAL_MAX, RELEVANCE } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { listPage, listTotal } from '../../db/list-page.ts'
import { sortKey, type Order } from '../../db/list-rows.ts'
import { expectedOfLarge, sizeOf, type Total } from '../../db/list-total.ts'
import { isTooShort } from '../../db/substring-search.ts'
import type { Tables } from '../../db/tables.ts'
import { categoryWithChildren } from '../categories/category-queries.ts'
import {
  asksForCalendar,
  calendarKey,
  calendarRows,
  calendarTime,
  calendarTimeOfFacets,
} from './article-calendar-time-queries.ts'
import { monthsOf, recentMonths } from './article-facet-term-queries.ts'
import {
  articlesWithText,
  facetCondition,
  facetRows,
  facetsAsOf,
  facetSlices,
  facetsFit,
  facetTitle,
  type FacetCondition,
} from './article-facet-queries.ts'
import {
  articleConditions,
  asksForUnpublished,
  changesSubmitted,
  type Branch,
  type FilterGiven,
} from './article-filter-queries.ts'
import {
  byRelevance,
  liveHeadContains,
  liveTitleHasWords,
  titleHasWords,
  titleHasWordsByRow,
} from './article-relevance-queries.ts'
import { asksForAnyState, noneIsScheduled, publishDateHalves } from './article-publish-date-queries.ts'
import { isOneOfOwn, isOneOfOwnByRow } from './article-row-queries.ts'
import type { Viewer } from './article-rules.ts'
import type { Search } from './article-search-rules.ts'
import { countState, dayOfPage } from './article-total-queries.ts'
import { searchOf } from './article-word-queries.ts'
import { summariseArticles } from './article-view-queries.ts'
import { all, always, articleFacts, visible, type Condition } from './article-visibility-queries.ts'

/** So many facet rows are put in order in the time of some thousand looks at articles. */
const SORTED_MOST = 60_000
/** Facets are read in their order in a fifth of the time that looking for those of an article takes. */
const FACETS_FACTOR = 5

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
  const search = await searchOf(db, filter)
  const noneScheduled = await noneIsScheduled(db, filter)
  const usualOrder = articleOrder(sort, viewer, filter)
  // Where the order is that of the calendar, each state has an index in it: what is read is nothing else.
  const byCalendar = usualOrder.by === calendarTime
  const order = byCalendar ? { ...usualOrder, by: calendarKey } : usualOrder
  const source = byCalendar ? calendarRows(filter, usualOrder.direction) : sql`article`
  const { calendarFrom: _from, calendarTo: _to, ...others } = filter
  const asked = { filter: byCalendar ? others : filter, search, noneScheduled }
  const condition = await conditionOf(db, viewer, asked)
  const facets = facetCondition(viewer, filter, search)
  // Read before the list: facets that are updated in between are reported as old, never the reverse.
  const since = facets ? await facetsAsOf(db, filter) : null
  // Ordered by the time that is asked for, what is looked through begins there.
  const times = order.by === keys.updatedAt ? changeTimes : order.by === keys.publishedAt ? publishTimes : []
  const given = { viewer, filter, noneScheduled }
  // Each half is in the order of its index; one of both is in none.
  const halves =
    asksForAnyState(filter) && times === publishTimes ? publishDateHalves(filter, noneScheduled) : undefined
  // As the index of this order has it.
  const waiting = order.by === waitsSince && filter.changesSubmitted === true ? [changesSubmitted] : []
  // In the order of the last change the index has those of a state, and those with changes, apart.
  const rare = times === changeTimes ? rareState(filter) : undefined
  const there = all([
    thereOr(filter),
    ...waiting,
    ...(rare ? [rare.condition] : []),
    ...articleConditions('row', given, times),
  ])
  const among = (rows: RawBuilder<unknown>, fitting: Condition) =>
    db
      .selectFrom(sql<Tables['article']>`(${rows})`.as('article'))
      .select('article.id')
      .where(fitting)
  const articles = db.selectFrom(sql<Tables['article']>`${source}`.as('article')).select('article.id')
  const firstOf = (fitting: Condition, most: number) =>
    sql`select ${facets?.narrows ? sql`id` : sql`*`}, ${order.by} as sort_key from ${source} as article
      where ${fitting} order by ${keyOrder(order)} limit ${most}`
  // The facets have an index in this order, too, and are read along it faster than one by one for rows of the article.
  const facetsInOrder = facets?.narrows && times === changeTimes && !rare
  const facetsIn = ({ condition: fits }: FacetCondition, most: number) => sql`
    select article_id as id, sort_key from (
      select *, ${order.by} as sort_key from article_facets
      where ${all(articleConditions('row', given, changeTimes))}
      order by ${keyOrder(order, sql`article_id`)} limit ${most}
    ) as article_facets where ${fits}`
  const facetKey = sort.endsWith('title')
    ? facetTitle(seesAllTitles(viewer))
    : byCalendar
      ? calendarTimeOfFacets
      : order.by
  const hints = {
    total,
    mayCountLater: !filter.q || facets?.narrows === true,
    expected: expectedAnytime(),
    isIndexed: asksForStateOnly(filter) && isIndexedInState(filter.status, order),
    needsScan: Boolean(filter.q) && isTooShort(filter.q!),
    ...(facetsInOrder && { scanFactor: FACETS_FACTOR }),
    ...(rare && { scanAmong: () => rare.among(db) }),
    ...((facets || narrows(filter)) && {
      // Words are in the row of the article too; with filters a narrow row tells most others apart.
      indexScan: (most: number) =>
        facetsInOrder
          ? among(facetsIn(facets, most), always)
          : among(
              halves?.length === 2
                ? sql`select * from (
                    ${sql.join(
                      halves.map((half) => sql`(${firstOf(all([thereOr(filter), half]), most)})`),
                      sql` union all `,
                    )}
                  ) as article order by ${keyOrder({ ...order, by: sortKey })} limit ${most}`
                : firstOf(there, most),
              facets?.narrows ? facetsFit(facets) : condition,
            ),
    }),
    ...(facets && {
      alternateSource: {
        matching: among(facetRows(facets, facetKey), always),
        few: (enough: number) => among(facetRows(facets, facetKey, enough), always),
        most: SORTED_MOST,
        byIndex: facets.isRare,
        sliced: slicesOf(facets),
      },
    }),
    // Those of the calendar are found by its indexes, which no other order has.
    ...(asksForCalendar(filter) && !facets && !byCalendar && { alternateSource: ofCalendar() }),
    ...(filter.q && filter.status !== 'trashed' && { found: await foundByIndex(facets) }),
    ...((facets || filter.q || filter.author || filter.tag || filter.category) && {
      sampled: sampledFrom(filter, facets),
    }),
    ...(search &&
      sort === RELEVANCE && {
        ranked: byRelevance(db, viewer, search, {
          inTitle: await conditionOf(db, viewer, asked, inTitle),
          inTitleByRow: await conditionOf(db, viewer, asked, inTitleByRow),
          there,
        }),
      }),
  }
  const matching = articles.where(condition)
  const hasDays = total?.totalIsExact && order.by === keys.updatedAt && asksForStateOnly(filter)
  const matchingFrom = async (offset: number) => {
    const day = await dayOfPage(db, filter.status, order.direction, offset)
    return day && { matching: matching.where(day.begin), offset: day.offset }
  }
  const load = async (ids: string[]) => summariseArticles(db, viewer, since ? await stillSeen(db, viewer, ids) : ids)
  const page = await read(db, matching, order, query, load, {
    ...hints,
    ...(hasDays && { matchingFrom }),
  })
  return { ...page, facetsAsOf: since }

  function ofCalendar() {
    const matching = among(sql`select *, ${order.by} as sort_key from article where ${condition}`, always)
    return { matching, few: () => matching, most: SORTED_MOST }
  }

  /** Without the times of the order: what is looked through begins there. */
  function expectedAnytime() {
    const ofTimes = new Set<string>(times)
    const lasting = Object.fromEntries(Object.entries(filter).filter(([name]) => !ofTimes.has(name)))
    const anytime = facetCondition(viewer, lasting, search)
    if (!anytime) return asksForCalendar(filter) ? () => expectedOfLarge(db, 'article', matching) : undefined
    const rows = sql`select article_id as id from article_facets where ${anytime.condition}`
    return () => expectedOfLarge(db, 'article_facets', among(rows, always))
  }

  function slicesOf(asked: FacetCondition) {
    const kind = order.by === keys.updatedAt ? 'month' : order.by === keys.publishedAt ? 'published' : undefined
    if (!kind) return undefined
    const { slice, months, readsOnlyMonths } = facetSlices(db, asked, kind, order.by)
    const within = kind === 'month' ? monthsOf(filter.from, filter.to) : undefined
    return {
      readsOnlyMonths,
      months: within ? async () => within : months,
      slice: (part: string[], most?: number) => among(slice(part, most), always),
    }
  }

  async function foundByIndex(fitting: FacetCondition | undefined) {
    if (!fitting) {
      const found = articles.where(await conditionOf(db, viewer, asked, inFacets))
      return () => found
    }
    return (most?: number) =>
      articles.where(sql<boolean>`article.id in (select id from (${facetRows(fitting, sql`null`, most)}) as found)`)
  }

  function sampledFrom({ q }: ArticleFilter, asked: FacetCondition | undefined) {
    const table = asked ? 'article_facets' : 'article'
    const share = (percent: number) =>
      sql`select * from ${sql.table(table)} tablesample system (${percent}) repeatable (1)`
    return {
      table,
      // With filters the words of few rows are looked at.
      smallOnly: asked !== undefined && (!q || asked.narrows),
      ignoreEstimate: asked !== undefined || (search?.count ?? 0) > 1,
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

/** Where facets are behind, an article may be theirs there that is not any more. */
async function stillSeen(db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select('article.id')
    .where('article.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deletedAt', 'is', null)
    .where(visible(viewer, articleFacts(viewer, isOneOfOwnByRow), { working: always, live: always }))
    .execute()
  return rows.map(({ id }) => id)
}

/** How many articles match that this person may see: for a list whose page came before its total. */
export async function countArticles(
  db: Kysely<Tables>,
  viewer: Viewer,
  filter: ArticleFilter,
  known?: Total,
): Promise<Total> {
  const asked = { ...filter, sort: articleList.defaultSort, page: 1, pageSize: 1 }
  const { total, totalIsExact } = await listArticles(db, viewer, asked, known, listTotal)
  return { total, totalIsExact }
}

/** The same up to `most`; that more match is told only. */
export async function countUpTo(
  db: Kysely<Tables>,
  viewer: Viewer,
  filter: ArticleFilter,
  most: number,
): Promise<Total> {
  const facets = facetCondition(viewer, filter, await searchOf(db, filter))
  const count = async (rows: Expression<unknown>) => {
    const { rows: counted } = await sql<{ found: number }>`
      select count(*) as found from (select from (${rows}) as matching limit ${most + 1}) as counted`.execute(db)
    return counted[0]?.found ?? 0
  }
  const atLeast = { total: most, totalIsExact: false }
  if (facets?.inMonths && (await haveMore(facets.inMonths, facets))) return atLeast
  const rows = facets ? facetRows(facets, sql`null`, most + 1) : await matchingArticles(db, viewer, filter)
  const found = await count(rows)
  return found > most ? atLeast : { total: found, totalIsExact: true }

  /** Whether the newest months alone have so many: two of them tell how many are asked, and whether any. */
  async function haveMore(inMonths: NonNullable<FacetCondition['inMonths']>, asked: FacetCondition): Promise<boolean> {
    const months = recentMonths().toReversed()
    let [found, at, size] = [0, 0, 2]
    while (at + size <= months.length && found <= most) {
      const arms = [inMonths(months.slice(at, at + size))] as const
      found += await count(facetRows({ ...asked, arms }, sql`null`, most + 1 - found))
      at += size
      size = Math.ceil(((most + 1 - found) * MONTHS_MARGIN * at) / found)
    }
    return found > most
  }
}

/** The next months are for somewhat more, as some have fewer matches than others. */
const MONTHS_MARGIN = 1.3

const changeTimes = ['from', 'to', 'olderThan'] as const
const publishTimes = ['publishedFrom', 'publishedTo'] as const

/** Whether something is asked for that neither an index has in the order of the list nor the planner can judge. */
const narrows = ({ q, category, mine }: ArticleFilter) => Boolean(q || category) || mine !== undefined

/** What is asked for of the row besides terms, where an index has few rows of it in the order of the last change; and how many. */
function rareState({
  status,
  hasChanges,
}: ArticleFilter): { condition: Condition; among: (db: Db) => Promise<number> } | undefined {
  if (status && status !== 'published' && status !== 'trashed')
    return { condition: sql`status = ${status}`, among: (db) => countState(db, status) }
  if (hasChanges) return { condition: sql`has_changes`, among: (db) => sizeOf(db, 'article_has_changes') }
  return undefined
}

/** Whether an index has the articles of a state in this order. */
const isIndexedInState = (status: ArticleFilter['status'], { by }: Order): boolean =>
  status !== undefined &&
  (by === keys.updatedAt ||
    (by === waitsSince && status === 'in_review') ||
    (by === keys.publishAt && status === 'scheduled'))

/** All that match are counted by day: see dayOfPage. */
const asksForStateOnly = ({ status, ...others }: ArticleFilter) =>
  status !== 'trashed' && Object.values(others).every((value) => value === undefined)

function keyOrder({ by, direction, nulls }: Order, id = sql`id`): RawBuilder<unknown> {
  const towards = sql.raw(direction)
  return sql`${by} ${towards} ${sql.raw(nulls ? 'nulls last' : '')}, ${id} ${towards}`
}

const keys = {
  updatedAt: sql`updated_at`,
  createdAt: sql`created_at`,
  publishedAt: sql`published_at`,
  publishAt: sql`publish_at`,
  submittedAt: sql`updated_at`,
  title: sql`lower(title)`,
}
/** As the indexes article_in_review and article_changes_in_review have it, and as facets have it. */
export const waitsSince = sql`coalesce(submitted_at, updated_at)`
const mayBeEmpty = ['publishedAt', 'publishAt']

const seesAllTitles = (viewer: Viewer): boolean => scopeOf(viewer.role, 'articles.read') === 'all'
/** The place of an unpublished title among the others would tell it to people who may not see it. */
const readersTitle = sql`lower(coalesce(published_title, title))`

/** The order that a list asks for; by relevance, what it falls back to. */
export function articleOrder(asked: ArticleListQuery['sort'], viewer: Viewer, filter: ArticleFilter): Order {
  const sort = asked === RELEVANCE ? '-updatedAt' : asked
  const field = sort.replace('-', '') as keyof typeof keys
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const ofReviews = filter.status === 'in_review' || filter.changesSubmitted === true
  const by =
    field === 'title' && !seesAllTitles(viewer)
      ? readersTitle
      : field === 'submittedAt' && ofReviews
        ? waitsSince
        : field === 'publishedAt' && asksForCalendar(filter)
          ? calendarTime
          : keys[field]
  return { by, direction, ...(by !== calendarTime && mayBeEmpty.includes(field) && { nulls: 'last' }) }
}

/** The ids of everything that fits the filter and that this person may see; in no order. */
export async function matchingArticles(db: Db, viewer: Viewer, filter: ArticleFilter) {
  const asked = { filter, search: await searchOf(db, filter) }
  return db
    .selectFrom('article')
    .select('article.id')
    .where(await conditionOf(db, viewer, asked, filter.status === 'trashed' ? anywhere : inFacets))
}

/**
 * The same, at most so many. Facets find them where they are not out of date: an author's own drafts are few among all drafts. The articles
 * themselves are asked, too, as what is found here is changed.
 */
export async function matchingUpTo(db: Db, viewer: Viewer, filter: ArticleFilter, most: number) {
  const asked = { filter, search: await searchOf(db, filter) }
  const facets = facetCondition(viewer, filter, asked.search)
  if (!facets || (await facetsAsOf(db, filter))) return (await matchingArticles(db, viewer, filter)).limit(most)
  return db
    .selectFrom('article')
    .select('article.id')
    .where(sql<SqlBool>`article.id in (select id from (${facetRows(facets, sql`null`, most)}) as found limit ${most})`)
    .where(await conditionOf(db, viewer, asked))
}

const thereOr = ({ status }: ArticleFilter): Condition =>
  status === 'trashed' ? sql`deleted_at is not null` : sql`deleted_at is null`

type Asked = { filter: ArticleFilter; search: Search | null; noneScheduled?: boolean }

async function conditionOf(db: Db, viewer: Viewer, asked: Asked, where = anywhere): Promise<Condition> {
  const { filter, search, noneScheduled } = asked
  const branch = filter.category ? await branchOf(db, filter.category) : undefined
  const given = { viewer, filter, branch, noneScheduled }
  return all([thereOr(filter), ...articleConditions('row', given), fitting(given, search, where)])
}

/** Row scope and filter together, on the rows of `article`. */
function fitting(given: FilterGiven, search: Search | null, where: Where): Condition {
  const { viewer, filter } = given
  const live = all([...articleConditions('live', given), ...(search ? [where.live(search)] : [])])
  return visible(viewer, articleFacts(viewer, where.own), {
    working: all([...articleConditions('working', given), ...(search ? [where.working(search)] : [])]),
    live:
      live === always
        ? always
        : // Not `exists`: the planner would look through all of article_live once rather than at these few rows.
          sql`coalesce((select ${live} from article_live where article_live.article_id = article.id), false)`,
    onlyUnpublished: asksForUnpublished(filter),
  })
}

async function branchOf(db: Db, category: string): Promise<Branch> {
  const counted = await db
    .selectFrom('categoryCount')
    .select('total')
    .where('categoryId', '=', category)
    .executeTakeFirst()
  return { ids: await categoryWithChildren(db, category), large: (counted?.total ?? 0) > EXACT_TOTAL_MAX }
}

function inWorking({ words, like }: Search): Condition {
  if (!words) return sql`search_head like ${like}`
  return like
    ? sql`(search_head like ${like} or search_words @@ ${words}::tsquery)`
    : sql`search_words @@ ${words}::tsquery`
}

/** Where the words are looked for: in the working copy, and in what readers see for those who may see no more. */
type Where = {
  working: (search: Search) => Condition
  live: (search: Search) => Condition
  own: typeof isOneOfOwn
}
/** For rows that are looked at one by one, and for the trash. */
const anywhere: Where = { working: inWorking, live: liveHeadContains, own: isOneOfOwnByRow }
const inFacets: Where = { working: articlesWithText, live: liveHeadContains, own: isOneOfOwn }
const inTitle: Where = { working: titleHasWords, live: liveTitleHasWords, own: isOneOfOwn }
const inTitleByRow: Where = { working: titleHasWordsByRow, live: liveTitleHasWords, own: isOneOfOwnByRow }
