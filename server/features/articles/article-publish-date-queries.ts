import { sql, type Expression, type Kysely } from 'kysely'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { Tables } from '../../db/tables.ts'
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

/**
 * On rows of `article`, of which indexes find both halves: article_published and article_scheduled.
 * @param noneScheduled nothing scheduled fits: then an index has what fits in the order of publication
 */
export function publishDateFits(asked: Days, noneScheduled = false): Condition {
  const { publishedAt, publishAt } = articleTimes
  if (asked.status) return inTime(asked.status === 'scheduled' ? publishAt : publishedAt, asked)
  const halves = publishDateHalves(asked, noneScheduled)
  return halves.length === 1 ? halves[0]! : sql`(${sql.join(halves, sql` or `)})`
}

/** Which of them fits is found by an index each. */
export function publishDateHalves(asked: Days, noneScheduled: boolean): Condition[] {
  const published = all([inTime(articleTimes.publishedAt, asked), isOther])
  return noneScheduled ? [published] : [published, all([isScheduled, inTime(articleTimes.publishAt, asked)])]
}

/** Whether a publish date is asked for that no scheduled article has, as with most days of the past. */
export async function noneIsScheduled(db: Kysely<Tables>, asked: Days): Promise<boolean> {
  if (!asksForAnyState(asked)) return false
  const scheduled = db.selectFrom('article').select('id').where('deletedAt', 'is', null).where(isScheduled)
  return !(await scheduled.where(inTime(articleTimes.publishAt, asked)).limit(1).executeTakeFirst())
}

/** Whether a publish date is asked for, of scheduled articles and of others. */
export const asksForAnyState = ({ status, publishedFrom, publishedTo }: Days): boolean =>
  !status && Boolean(publishedFrom || publishedTo)

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
export function notAfterNow(to: string | undefined): string {
  const soon = new Date(Date.now() + DAY_MS).toISOString()
  return to && new Date(to).toISOString() < soon ? to : soon
}
