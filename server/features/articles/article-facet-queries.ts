import { sql, type Expression, type RawBuilder } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { Db } from '../../db/database.ts'
import { facetTerm, haveAll, haveNone, type TermTest } from './article-facet-term-queries.ts'
import { facetTests } from './article-filter-queries.ts'
import type { Viewer } from './article-rules.ts'
import { all, always, visible, type Condition, type VisibilityFacts } from './article-visibility-queries.ts'

/** What is asked of `article_facets`, which alone says whether an article fits. */
export type FacetCondition = { condition: Condition }

/**
 * A list's filter as a condition on the facet index; undefined for lists that it does not serve: a search, the trash, and
 * filters that `article` has indexes for in every order of a list.
 */
export function facetCondition(viewer: Viewer, filter: ArticleFilter): FacetCondition | undefined {
  if (filter.q || filter.status === 'trashed') return undefined
  const asked = facetTests({ viewer, filter })
  if (!asked) return undefined
  const seen = visible(viewer, facetFacts(viewer), {
    working: passes(asked.working),
    live: passes(asked.live),
    onlyWithChanges: filter.hasChanges === true || filter.changesSubmitted === true,
  })
  return { condition: all([seen, ...asked.row]) }
}

function passes(tests: readonly TermTest[]): Condition {
  const terms = (wanted: boolean) => tests.filter((test) => test.wanted === wanted).map(({ term }) => term)
  return all([haveAll(terms(true)), haveNone(terms(false))].filter((condition) => condition !== always))
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

/** The facts in the terms of a facet row. */
const facetFacts = (viewer: Viewer): VisibilityFacts => ({
  own: () =>
    sql`terms && (array(select id from author where user_id = ${viewer.id}) || ${facetTerm('creator', viewer.id)})`,
  publishedAsIs: haveAll([facetTerm('is', 'seen')]),
  publishedWithChanges: haveAll([facetTerm('is', 'changed'), facetTerm('status', 'published')]),
})

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
