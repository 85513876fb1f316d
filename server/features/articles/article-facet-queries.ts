import { sql, type Expression, type RawBuilder } from 'kysely'
import type { ArticleFilter } from '#contract/articles.ts'
import type { Db } from '../../db/database.ts'
import { changedBetween } from './article-filter-rules.ts'
import type { Viewer } from './article-rules.ts'
import { all, always, visible, type Condition, type VisibilityFacts } from './article-visibility-queries.ts'

/** What is asked of `article_facets`, which alone says whether an article fits. */
export type FacetCondition = { condition: Condition }

/**
 * A list's filter as a condition on the facet index; undefined for lists that it does not serve: a search, the trash, and
 * filters that `article` has indexes for in every order of a list.
 */
export function facetCondition(viewer: Viewer, filter: ArticleFilter): FacetCondition | undefined {
  const { q, status, mine, publishedFrom, publishedTo } = filter
  if (q || status === 'trashed' || !needsFacets(filter)) return undefined
  // Into each arm of what they may see: an arm by itself may be nearly everything.
  const common = [...(status ? [facetTerm('status', status)] : []), ...(mine ? [id(viewer.id)] : [])]
  const conditions = [
    visible(viewer, facetFacts(viewer), {
      working: inWorking(filter, common),
      live: inLive(filter, common),
      onlyWithChanges: filter.hasChanges === true || filter.changesSubmitted === true,
    }),
  ]
  if (mine === false) conditions.push(haveNone([id(viewer.id)]))
  const { from, to } = changedBetween(filter)
  conditions.push(...inMonths('month', from, to), ...inMonths('published', publishedFrom, publishedTo))
  if (from) conditions.push(sql`article_facets.updated_at >= ${from}`)
  if (to) conditions.push(sql`article_facets.updated_at < ${to}`)
  if (publishedFrom) conditions.push(sql`article_facets.published_at >= ${publishedFrom}`)
  if (publishedTo) conditions.push(sql`article_facets.published_at < ${publishedTo}`)
  return { condition: all(conditions) }
}

/** What no index of the articles has in every order of a list. */
const needsFacets = ({ author, tag, category, language, missingCover, publishedFrom, publishedTo }: ArticleFilter) =>
  Boolean(author || tag || category || language || publishedFrom || publishedTo) || missingCover !== undefined

/**
 * Since when the facets of this filter may be out of date: after a move in the tree or a merge of very many articles, until
 * the job has run. Null, as mostly, when they say what is committed.
 */
export async function facetsAsOf(db: Db, { category }: ArticleFilter): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`select min(noted_at) as since from article_facets_change
    where article_id is not null or ${category !== undefined}`.execute(db)
  return rows[0]?.since ?? null
}

/** The facts in the terms of a facet row. */
const facetFacts = (viewer: Viewer): VisibilityFacts => ({
  own: () =>
    sql`terms && (array(select id from author where user_id = ${viewer.id}) || ${facetTerm('creator', viewer.id)})`,
  publishedAsIs: haveAll([facetTerm('is', 'seen')]),
  publishedWithChanges: haveAll([facetTerm('is', 'changed'), facetTerm('status', 'published')]),
})

function inWorking(filter: ArticleFilter, common: readonly Term[]): Condition {
  const { author, tag, category, featured, hasChanges, changesSubmitted, missingCover, language } = filter
  const given = [author, tag].filter((one) => one !== undefined).map(id)
  if (missingCover !== undefined) given.push(facetTerm('cover', missingCover ? 'missing' : 'there'))
  if (language) given.push(facetTerm('language', language))
  const flags = [
    { wanted: featured, term: facetTerm('is', 'featured') },
    { wanted: hasChanges, term: facetTerm('is', 'changed') },
    { wanted: changesSubmitted, term: facetTerm('is', 'submitted') },
  ]
  const terms = (wanted: boolean) => flags.filter((flag) => flag.wanted === wanted).map(({ term }) => term)
  return all([
    haveAll([...common, ...given, ...(category ? [facetTerm('branch', category)] : []), ...terms(true)]),
    haveNone(terms(false)),
  ])
}

function inLive(filter: ArticleFilter, common: readonly Term[]): Condition {
  const { author, tag, category, featured, missingCover, language } = filter
  const terms = [...common, ...[author, tag].filter((one) => one !== undefined).map((one) => facetTerm('live', one))]
  if (category) terms.push(facetTerm('live branch', category))
  if (missingCover !== undefined) terms.push(facetTerm('live cover', missingCover ? 'missing' : 'there'))
  if (language) terms.push(facetTerm('live language', language))
  const shown = facetTerm('live', 'featured')
  return all([haveAll(featured ? [...terms, shown] : terms), haveNone(featured === false ? [shown] : [])])
}

/** More of them are not worth being looked for. */
const MONTHS_MOST = 24
const DAY_MS = 86_400_000

function inMonths(kind: 'month' | 'published', from: string | undefined, to: string | undefined): Condition[] {
  const months = monthsOf(from, to)
  return months.length ? [sql`terms && ${listed(months.map((month) => facetTerm(kind, month)))}`] : []
}

/** The months of a time, as facets name them; none for a long one, or one without an end. */
function monthsOf(from: string | undefined, to: string | undefined): string[] {
  if (!from) return []
  const [first, end] = [new Date(from), to ? new Date(to) : new Date(Date.now() + DAY_MS)]
  const found: string[] = []
  for (let at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth())); at < end;) {
    if (found.length === MONTHS_MOST) return []
    found.push(at.toISOString().slice(0, 7))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  }
  return found
}

type Term = RawBuilder<unknown>
const id = (value: string): Term => sql`${value}::uuid`
const facetTerm = (kind: string, value: string): Term => sql`facet_term(${sql.lit(kind)}, ${value})`
const listed = (terms: readonly Term[]) => sql`array[${sql.join(terms)}]`
const haveAll = (terms: readonly Term[]): Condition => (terms.length ? sql`terms @> ${listed(terms)}` : always)
const haveNone = (terms: readonly Term[]): Condition => (terms.length ? sql`not terms && ${listed(terms)}` : always)

/** The facet rows that fit, with the id of the article and the key of this order. */
export const facetsInOrder = ({ condition }: FacetCondition, key: Expression<unknown>): RawBuilder<unknown> =>
  sql`select article_id as id, ${key} as sort_key from article_facets where ${condition}`

/** The key of the order by title: the published one for people who may not see an unpublished one. */
export const facetTitle = (seesAll: boolean): RawBuilder<unknown> =>
  seesAll
    ? sql`title`
    : sql`case when ${haveAll([facetTerm('is', 'changed')])} then (select lower(coalesce(published_title, article.title))
        from article where article.id = article_id) else title end`

/** For a row of `article` that is looked at anyway: one facet row instead of several links. */
export const facetsFit = ({ condition }: FacetCondition): Condition =>
  sql`(select ${condition} from article_facets where article_id = article.id)`
