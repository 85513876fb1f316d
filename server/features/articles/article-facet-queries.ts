import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import {
  byRow,
  facetTerm,
  haveAll,
  haveNone,
  haveSomeInMonths,
  listed,
  monthsOf,
  ofMonths,
  type TermTest,
} from './article-facet-term-queries.ts'
import { asksForUnpublished, facetTests } from './article-filter-queries.ts'
import { liveHeadContains } from './article-relevance-queries.ts'
import type { Viewer } from './article-rules.ts'
import type { Search } from './article-search-rules.ts'
import { all, always, never, visible, type Condition, type VisibilityFacts } from './article-visibility-queries.ts'

/** What is asked of `article_facets`, which alone says whether an article fits. */
export type FacetCondition = {
  /** For rows that are looked at one by one. */
  condition: Condition
  /** Each is found by the index without a look at the words of its rows; what fits one of them fits. The wider one first. */
  arms: readonly [Condition, Condition?]
  /** The same of the articles that were last changed in some months, by an index that reads these alone; undefined where it cannot tell. */
  inMonths?: ((months: readonly string[]) => Condition) | undefined
  /** Something is asked for besides words that no index of `article` has in every order of the list. */
  narrows: boolean
  /** Few rows fit: the planner does not know how rare a term is that it learns only when it runs. */
  isRare: boolean
}

/**
 * A list's filter and search as a condition on the facet index; undefined for lists that it does not serve: the trash, and
 * filters that `article` has indexes for in every order of a list.
 */
export function facetCondition(
  viewer: Viewer,
  filter: ArticleFilter,
  search: Search | null,
): FacetCondition | undefined {
  if (filter.status === 'trashed') return undefined
  const asked = facetTests({ viewer, filter })
  if (!asked) return undefined
  // No index of `article` has what is one's own.
  const needed = asked.needed || (scopeOf(viewer.role, 'articles.read') !== 'all' && asked.working.length > 0)
  if (!needed && !search) return undefined
  const seen = (texts: readonly Condition[], live: readonly Condition[]) =>
    visible(viewer, facetFacts(viewer), {
      working: several([passes(asked.working), ...texts]),
      live: several([passes(asked.live), ...live]),
      onlyUnpublished: asksForUnpublished(filter),
    })
  const texts = search ? textTests(search) : []
  const ofReaders = search ? [liveText(search)] : []
  const fitting = (text: readonly Condition[], live: readonly Condition[] = ofReaders) =>
    all([seen(text, live), ...asked.row])
  // What readers see costs most to ask, and is the same in both: one is enough.
  const armsOf = ([one = [], other]: Condition[][]): FacetCondition['arms'] =>
    other ? [fitting(one, [never]), fitting(other)] : [fitting(one)]
  const inMonths = (months: readonly string[]) =>
    all([...mayFit(viewer, filter, asked).map((terms) => haveSomeInMonths(terms, months)), byRow(fitting([]))])
  // Without a term that it wants this index does not know which articles they are, and of words it knows nothing.
  const hasMonths = !search && asked.working.some(({ wanted }) => wanted)
  const months = monthsOf(filter.from, filter.to) ?? []
  const waiting = search ? undefined : ownWaiting(viewer, filter)
  return {
    condition: fitting(texts.length ? [sql`(${sql.join(texts, sql` or `)})`] : []),
    arms: waiting
      ? [all([waiting, byRow(fitting([]))])]
      : hasMonths && months.length && months.length <= FEW_MONTHS
        ? [inMonths(months)]
        : armsOf(search ? indexedTests(search).map((text) => [text]) : []),
    inMonths: hasMonths ? inMonths : undefined,
    narrows: needed,
    isRare: waiting !== undefined,
  }
}

/** All articles of so many months are found without too much memory. */
const FEW_MONTHS = 3

const several = (conditions: readonly Condition[]): Condition => {
  const given = conditions.filter((condition) => condition !== always)
  return given.length ? all(given) : always
}

/** Where a text may be in the working copy; the head first, which is in the row itself. */
const textTests = ({ words, like }: Search): Condition[] => [
  ...(like ? [sql<SqlBool>`head like ${like}`] : []),
  ...(words ? [sql<SqlBool>`words @@ ${words}::tsquery`] : []),
]

/** The same for the index, the wider one first. Where words tell which few rows may have the letters, it is not asked for these. */
const indexedTests = ({ words, like, likeWords }: Search): Condition[] => [
  ...(words ? [sql<SqlBool>`words @@ ${words}::tsquery`] : []),
  ...(like
    ? [
        likeWords
          ? sql<SqlBool>`words @@ ${likeWords}::tsquery and head || '' like ${like}`
          : sql<SqlBool>`head like ${like}`,
      ]
    : []),
]

/** Few rows come here: those with a working copy, for people who may only see what is published. */
const liveText = (search: Search): Condition => sql`coalesce((select ${liveHeadContains(search)} from article_live
  where article_live.article_id = article_facets.article_id), false)`

/** The ids of articles outside the trash whose working copy has the text. */
export function articlesWithText(search: Search): Condition {
  const parts = indexedTests(search).map((text) => sql`select article_id from article_facets where ${text}`)
  return sql`article.id in (${sql.join(parts, sql` union `)})`
}

const termsOf = (tests: readonly TermTest[], wanted: boolean) =>
  tests.filter((test) => test.wanted === wanted).map(({ term }) => term)

const passes = (tests: readonly TermTest[]): Condition =>
  all([haveAll(termsOf(tests, true)), haveNone(termsOf(tests, false))].filter((condition) => condition !== always))

/**
 * What fits has one term of each of these arrays at least, and little else has: for an index. The rows that it finds are asked for their
 * terms, which takes a hundredth of the time of computing what the index has of them.
 */
function mayFit(viewer: Viewer, filter: ArticleFilter, { working, live }: Record<'working' | 'live', TermTest[]>) {
  const scope = scopeOf(viewer.role, 'articles.read')
  const wanted = termsOf(working, true)
  if (scope === 'all') return wanted.map((term) => listed([term]))
  if (asksForUnpublished(filter)) return [ownTerms(viewer), ...wanted.map((term) => listed([term]))]
  const changed = facetTerm('is', 'changed')
  const ofReaders = termsOf(live, true)
  const published = listed([facetTerm('is', 'seen'), changed])
  return [
    scope === 'own+published' ? sql`(${published} || ${ownTerms(viewer)})` : published,
    // What readers see of it may have other terms than the working copy.
    ...wanted.map((term, place) => listed([term, ofReaders[place] ?? changed])),
  ]
}

/**
 * Since when the facets of this filter may be out of date: after a move in the tree or a merge of very many articles, until
 * the job has run. Null, as mostly, when they say what is committed.
 */
export async function facetsAsOf(db: Db, { category }: ArticleFilter): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`select min(noted_at) as since from article_facets_change
    where article_id is not null or ${category !== undefined}`.execute(db)
  return rows[0]?.since ?? null
}

/** What tells that an article is the viewer's own. */
const ownTerms = (viewer: Viewer) =>
  sql`(array(select id from author where user_id = ${viewer.id}) || ${facetTerm('creator', viewer.id)})`

/**
 * That an article is the viewer's own and waits, for people who see no other one that does: of the few that wait the index has whose
 * they are in lists of their own. Undefined where something else is asked for.
 */
function ownWaiting(viewer: Viewer, { status, changesSubmitted }: ArticleFilter): Condition | undefined {
  if (status !== 'in_review' && status !== 'scheduled' && !changesSubmitted) return undefined
  if (scopeOf(viewer.role, 'articles.read') !== 'own+published') return undefined
  const state = status ?? 'published'
  return sql`terms && (array(select facet_term('waits', ${state} || id::text) from author where user_id = ${viewer.id})
    || ${facetTerm('waits', state + viewer.id)})`
}

/** The facts in the terms of a facet row. */
const facetFacts = (viewer: Viewer): VisibilityFacts => ({
  own: () => sql`terms && ${ownTerms(viewer)}`,
  publishedAsIs: haveAll([facetTerm('is', 'seen')]),
  publishedWithChanges: haveAll([facetTerm('is', 'changed'), facetTerm('status', 'published')]),
})

/**
 * The facet rows that fit, with the id of the article and the key of this order, in no order.
 * @param most so many are enough: what the first arm finds is not looked for in the next one
 */
export function facetRows({ arms }: FacetCondition, key: Expression<unknown>, most?: number): RawBuilder<unknown> {
  const rowsOf = (arm: Condition) => sql`select article_id as id, ${key} as sort_key from article_facets where ${arm}`
  const [first, second] = arms
  if (!second) return rowsOf(first)
  if (most === undefined) return sql`${rowsOf(first)} union ${rowsOf(second)}`
  return sql`with first as materialized (${rowsOf(first)} limit ${most})
    select * from first
    union (${rowsOf(second)} and (select count(*) from first) < ${most} limit ${most})`
}

/** The facet rows that fit, by months of the time that a list is ordered by: of the last change, or of publication. */
export const facetSlices = (
  db: Db,
  { arms, inMonths, ...facets }: FacetCondition,
  kind: 'month' | 'published',
  key: Expression<unknown>,
) => ({
  readsOnlyMonths: kind === 'month' && inMonths !== undefined,
  slice: (months: string[], most?: number) => {
    if (kind === 'month' && inMonths) return facetRows({ ...facets, arms: [inMonths(months)] }, key, most)
    const within = (arm: Condition) => all([arm, ofMonths(kind, months)])
    return facetRows({ ...facets, arms: [within(arms[0]), arms[1] && within(arms[1])] }, key, most)
  },
  months: async () => {
    const { rows } = await sql<{ month: string }>`select to_char(month, 'YYYY-MM') as month from (
        select min(${key}) at time zone 'UTC' as oldest, max(${key}) at time zone 'UTC' as newest from article
        where deleted_at is null
      ) as span, generate_series(date_trunc('month', oldest), newest, '1 month') as month order by 1`.execute(db)
    return rows.map(({ month }) => month)
  },
})

/** The key of the order by title: the published one for people who may not see an unpublished one. */
export const facetTitle = (seesAll: boolean): RawBuilder<unknown> =>
  seesAll
    ? sql`title`
    : sql`case when ${haveAll([facetTerm('is', 'changed')])} then (select lower(coalesce(published_title, article.title))
        from article where article.id = article_id) else title end`

/** For a row of `article` that is looked at anyway: one facet row instead of several links. */
export const facetsFit = ({ condition }: FacetCondition): Condition =>
  sql`(select ${condition} from article_facets where article_id = article.id)`
