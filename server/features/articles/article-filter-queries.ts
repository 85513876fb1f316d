import { sql, type SqlBool } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import { before, type FilterCondition, type FilterName, type FilterValue, setFilters } from '../../db/list-filter.ts'
import { inCalendar, inCalendarFacets } from './article-calendar-time-queries.ts'
import { changedInMonths, facetTerm, has, idTerm, isWith, type TermTest } from './article-facet-term-queries.ts'
import { changedBetween } from './article-filter-rules.ts'
import { publishDateFits, publishDateFitsFacets } from './article-publish-date-queries.ts'
import type { Viewer } from './article-rules.ts'
import type { Condition } from './article-visibility-queries.ts'

/** A category with those below it; `large`: more articles than are counted exactly. */
export type Branch = { ids: string[]; large: boolean }
export type FilterGiven = {
  viewer: Viewer
  filter: ArticleFilter
  branch?: Branch | undefined
  /** No scheduled article has the publish date that is asked for. */
  noneScheduled?: boolean | undefined
}

type On<Value, Result> = (value: Value, given: FilterGiven) => Result
/** On rows of `article`: the same for everyone, or apart for the working copy and for what readers see (`article_live`). */
type OnArticles<Value> =
  | { row: On<Value, FilterCondition> }
  | { working: On<Value, FilterCondition>; live: On<Value, FilterCondition> }
/**
 * On rows of `article_facets`; `NO_FACET`: the index does not know this filter, and a list with it is read from `article`.
 * `needed`: no index of `article` serves this filter in every order of the list.
 */
type OnFacets<Value> =
  | typeof NO_FACET
  | ({ needed?: true } & (
      | { row: On<Value, readonly FilterCondition[]> }
      | { both: On<Value, TermTest> }
      | { working: On<Value, TermTest>; live?: On<Value, TermTest> }
    ))
export const NO_FACET = 'no facet'

type ArticleFilters = {
  readonly [Name in FilterName<ArticleFilter>]: OnArticles<FilterValue<ArticleFilter, Name>> & {
    facets: OnFacets<FilterValue<ArticleFilter, Name>>
  }
}

/** Published, with changes that are submitted for review; as the index article_changes_submitted has it. */
export const changesSubmitted = sql<SqlBool>`submitted_at is not null and status = 'published'`
const isOrNot = (wanted: boolean, condition: Condition): Condition => (wanted ? condition : sql`not (${condition})`)

/** What each filter of the article list means: a filter of the contract without an entry does not compile. */
const filters: ArticleFilters = {
  status: {
    row: (status) => (status === 'trashed' ? undefined : sql`status = ${status}`),
    facets: { both: (status) => has(facetTerm('status', status)) },
  },
  author: {
    working: (author) => sql`article.id in (select article_id from article_author where author_id = ${author})`,
    live: (author) => sql`${author}::uuid = any(article_live.author_ids)`,
    facets: { needed: true, working: (id) => has(idTerm(id)), live: (id) => has(facetTerm('live', id)) },
  },
  category: {
    working: (_id, { branch }) => branch && inBranch(branch),
    live: (_id, { branch }) => branch && sql`article_live.category_ids && ${branch.ids}::uuid[]`,
    facets: {
      needed: true,
      working: (id) => has(facetTerm('branch', id)),
      live: (id) => has(facetTerm('live branch', id)),
    },
  },
  tag: {
    working: (tag) => sql`article.id in (select article_id from article_tag where tag_id = ${tag})`,
    live: (tag) => sql`${tag}::uuid = any(article_live.tag_ids)`,
    facets: { needed: true, working: (id) => has(idTerm(id)), live: (id) => has(facetTerm('live', id)) },
  },
  mine: {
    row: (mine, { viewer }) => {
      const made = sql<SqlBool>`(created_by = ${viewer.id} or updated_by = ${viewer.id})`
      return mine ? made : sql`(${made}) is not true`
    },
    facets: { needed: true, both: (mine, { viewer }) => isWith(mine, idTerm(viewer.id)) },
  },
  featured: {
    working: (featured) => isOrNot(featured, sql`featured`),
    live: (featured) => sql`article_live.featured = ${featured}`,
    facets: {
      working: (featured) => isWith(featured, facetTerm('is', 'featured')),
      live: (featured) => isWith(featured, facetTerm('live', 'featured')),
    },
  },
  // Readers never see changes: `visible` leaves these articles out for people who see what readers see.
  hasChanges: {
    working: (wanted) => isOrNot(wanted, sql`has_changes`),
    live: () => undefined,
    facets: { working: (wanted) => isWith(wanted, facetTerm('is', 'changed')) },
  },
  changesSubmitted: {
    working: (wanted) => isOrNot(wanted, changesSubmitted),
    live: () => undefined,
    facets: { working: (wanted) => isWith(wanted, facetTerm('is', 'submitted')) },
  },
  from: {
    row: (from) => sql`updated_at >= ${from}`,
    facets: {
      row: (from, { filter }) => [
        changedInMonths(from, changedBetween(filter).to),
        sql`article_facets.updated_at >= ${from}`,
      ],
    },
  },
  to: {
    row: (to) => sql`updated_at < ${to}`,
    facets: { row: (to) => [sql`article_facets.updated_at < ${to}`] },
  },
  olderThan: {
    row: (age) => sql`updated_at < ${before(new Date(), age)}`,
    facets: { row: (age) => [sql`article_facets.updated_at < ${before(new Date(), age)}`] },
  },
  publishedFrom: {
    row: (_from, { filter, noneScheduled }) => publishDateFits(filter, noneScheduled),
    facets: { needed: true, row: (_from, { filter }) => publishDateFitsFacets(filter) },
  },
  // With a beginning, that says both.
  publishedTo: {
    row: (_to, { filter, noneScheduled }) =>
      filter.publishedFrom ? undefined : publishDateFits(filter, noneScheduled),
    facets: {
      needed: true,
      row: (_to, { filter }) => (filter.publishedFrom ? [] : publishDateFitsFacets(filter)),
    },
  },
  calendarFrom: {
    row: (_from, { filter }) => inCalendar(filter),
    facets: { row: (_from, { filter }) => inCalendarFacets(filter) },
  },
  // With a beginning, that says both.
  calendarTo: {
    row: (_to, { filter }) => (filter.calendarFrom ? undefined : inCalendar(filter)),
    facets: { row: (_to, { filter }) => (filter.calendarFrom ? [] : inCalendarFacets(filter)) },
  },
  missingCover: {
    working: (missing) => (missing ? sql`cover_media is null` : sql`cover_media is not null`),
    live: (missing) => sql`(coalesce(article_live.content->'cover', 'null') = 'null') = ${missing}`,
    facets: {
      needed: true,
      working: (missing) => has(facetTerm('cover', missing ? 'missing' : 'there')),
      live: (missing) => has(facetTerm('live cover', missing ? 'missing' : 'there')),
    },
  },
  // Readers never see this date: `visible` leaves out what others wrote for people who see what readers see.
  dated: {
    row: (dated) => (dated ? sql`publish_at is not null` : sql`publish_at is null`),
    facets: {
      row: (dated) => [dated ? sql`article_facets.publish_at is not null` : sql`article_facets.publish_at is null`],
    },
  },
  language: {
    working: (language) => sql`language = ${language}`,
    live: (language) => sql`text_language(article_live.content->>'title', article_live.content->>'body') = ${language}`,
    facets: {
      needed: true,
      working: (language) => has(facetTerm('language', language)),
      live: (language) => has(facetTerm('live language', language)),
    },
  },
}

/** Whether a filter finds nothing that readers see. */
export const asksForUnpublished = ({
  status,
  hasChanges,
  changesSubmitted: submitted,
  dated,
}: ArticleFilter): boolean =>
  (status !== undefined && status !== 'published') || hasChanges === true || submitted === true || dated !== undefined

const inBranch = ({ ids, large }: Branch): Condition =>
  large
    ? // Of many, each row is asked; few are looked up. Not `exists`: that would look for each category of the branch.
      sql`(primary_category = any(${ids}::uuid[]) or ${ids}::uuid[] && array(
        select category_id from article_category where article_id = article.id))`
    : sql`article.id in (
        select id from article where primary_category = any(${ids}::uuid[])
        union all select article_id from article_category where category_id = any(${ids}::uuid[]))`

type Part = 'row' | 'working' | 'live'

/** What the filters ask of `article` (`row`, `working`) or of `article_live`; of some filters only, where they are named. */
export function articleConditions(
  part: Part,
  given: FilterGiven,
  names: readonly FilterName<ArticleFilter>[] = setFilters(given.filter, filters),
): Condition[] {
  const conditionOf = <Name extends FilterName<ArticleFilter>>(name: Name): FilterCondition => {
    const entry: Partial<Record<Part, On<FilterValue<ArticleFilter, Name>, FilterCondition>>> = filters[name]
    const value = given.filter[name]
    return value === undefined ? undefined : entry[part]?.(value, given)
  }
  return names.flatMap((name) => conditionOf(name) ?? [])
}

/** What the filters ask of facet rows, and whether one of them needs this index; undefined where one of them is no facet. */
export function facetTests(given: FilterGiven) {
  const set = setFilters(given.filter, filters)
  const found = { row: [] as Condition[], working: [] as TermTest[], live: [] as TermTest[] }
  let needed = false
  const add = <Name extends FilterName<ArticleFilter>>(name: Name): boolean => {
    const entry: OnFacets<FilterValue<ArticleFilter, Name>> = filters[name].facets
    const value = given.filter[name]
    if (entry === NO_FACET || value === undefined) return false
    needed ||= entry.needed === true
    if ('row' in entry) found.row.push(...entry.row(value, given).flatMap((one) => one ?? []))
    else if ('both' in entry)
      for (const part of ['working', 'live'] as const) found[part].push(entry.both(value, given))
    else {
      found.working.push(entry.working(value, given))
      if (entry.live) found.live.push(entry.live(value, given))
    }
    return true
  }
  return set.every(add) ? { ...found, needed } : undefined
}
