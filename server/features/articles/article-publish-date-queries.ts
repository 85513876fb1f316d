import { sql, type Expression, type RawBuilder } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import { facetTerm, monthsOf, ofTerms } from './article-facet-term-queries.ts'
import { all, type Condition } from './article-visibility-queries.ts'

// The publish date of an article is when it goes live while it is scheduled, and when it was first published otherwise.

type Days = Pick<ArticleFilter, 'status' | 'publishedFrom' | 'publishedTo'>
type Times = { publishedAt: Expression<unknown>; publishAt: Expression<unknown> }

const DAY_MS = 86_400_000
const scheduled = facetTerm('status', 'scheduled')
const isFacetScheduled: Condition = sql`terms @> array[${scheduled}]`
const isScheduled: Condition = sql`status = 'scheduled'`
const isOther: Condition = sql`status <> 'scheduled'`

const articleTimes: Times = { publishedAt: sql`published_at`, publishAt: sql`publish_at` }
const facetTimes: Times = { publishedAt: sql`article_facets.published_at`, publishAt: sql`article_facets.publish_at` }

function inTime(time: Expression<unknown>, { publishedFrom: from, publishedTo: to }: Days): Condition {
  return all([...(from ? [sql<boolean>`${time} >= ${from}`] : []), ...(to ? [sql<boolean>`${time} < ${to}`] : [])])
}

/** On rows of `article`, of which indexes find both halves: article_published and article_scheduled. */
export function publishDateFits(asked: Days): Condition {
  const { publishedAt, publishAt } = articleTimes
  if (asked.status) return inTime(asked.status === 'scheduled' ? publishAt : publishedAt, asked)
  return sql`(${inTime(publishedAt, asked)} and ${isOther} or ${isScheduled} and ${inTime(publishAt, asked)})`
}

/** On rows of `article_facets`: by months of what is published, with all that is scheduled, which is little. */
export function publishDateFitsFacets(asked: Days): Condition[] {
  const { publishedAt, publishAt } = facetTimes
  if (asked.status === 'scheduled') return [inTime(publishAt, asked)]
  const months = monthsOf(asked.publishedFrom, notAfterNow(asked.publishedTo))?.map((month) =>
    facetTerm('published', month),
  )
  if (asked.status) return [...(months ? [ofTerms(months)] : []), inTime(publishedAt, asked)]
  return [
    ...(months ? [ofTerms([...months, scheduled])] : []),
    sql`(${inTime(publishedAt, asked)} and not ${isFacetScheduled} or ${isFacetScheduled} and ${inTime(publishAt, asked)})`,
  ]
}

/** Nothing was published in the future; the day is for clocks that differ. */
function notAfterNow(to: string | undefined): string {
  const soon = new Date(Date.now() + DAY_MS).toISOString()
  return to && new Date(to).toISOString() < soon ? to : soon
}

/**
 * The articles outside the trash whose publish date fits, as two halves that PostgreSQL merges along the index of the order
 * by first publication; undefined where one condition does.
 */
export function articlesByPublishDate(asked: Days): RawBuilder<unknown> | undefined {
  if (asked.status || !(asked.publishedFrom || asked.publishedTo)) return undefined
  const half = (status: Condition, time: Expression<unknown>) =>
    sql`select * from article where deleted_at is null and ${status} and ${inTime(time, asked)}`
  return sql`${half(isOther, articleTimes.publishedAt)} union all ${half(isScheduled, articleTimes.publishAt)}`
}
