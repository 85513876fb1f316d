import { sql, type Expression, type RawBuilder } from 'kysely'
import { type CalendarState, calendarStates, calendarTimes, isCalendarState } from '#contract/article-calendar.ts'
import type { ArticleFilter } from '#contract/article-list.ts'
import { byRow, facetTerm, monthsOf, ofTerms } from './article-facet-term-queries.ts'
import { notAfterNow } from './article-publish-date-queries.ts'
import { all, type Condition } from './article-visibility-queries.ts'

// What is in the planning calendar, and when: of the calendar itself and of lists that show the same articles.

type Asked = Pick<ArticleFilter, 'status' | 'calendarFrom' | 'calendarTo'>
type Times = Record<'publishAt' | 'publishedAt', RawBuilder<string>>
type Bound = string | Expression<unknown> | undefined

const articleTimes: Times = { publishAt: sql`article.publish_at`, publishedAt: sql`article.published_at` }
const facetTimes: Times = { publishAt: sql`article_facets.publish_at`, publishedAt: sql`article_facets.published_at` }

/** When an article of this state is in the calendar. */
export const calendarTimeIn = (state: CalendarState): RawBuilder<string> => articleTimes[calendarTimes[state]]

/** The states whose articles are asked for. */
const statesOf = ({ status }: Pick<Asked, 'status'>): readonly CalendarState[] =>
  status === undefined ? calendarStates : isCalendarState(status) ? [status] : []

const inTime = (time: Expression<unknown>, from: Bound, to: Bound): Condition[] => [
  ...(from ? [sql<boolean>`${time} >= ${from}`] : []),
  ...(to ? [sql<boolean>`${time} < ${to}`] : []),
]

/** An index for each in the order of its time: article_planned, article_scheduled, article_published_up. */
const INDEXED: readonly (readonly CalendarState[])[] = [['draft', 'in_review'], ['scheduled'], ['published']]
/** The parts that are asked for. */
const partsOf = (asked: Pick<Asked, 'status'>) =>
  asked.status === undefined ? INDEXED : statesOf(asked).map((state) => [state])

/** That a row of `article` has one of these states, of one index, and is in the calendar from a time on, before another one. */
export const inCalendarAs = (states: readonly CalendarState[], from: Bound, to: Bound): Condition =>
  // Not values: the planner takes the index of these states.
  all([
    sql`article.status in (${sql.join(states.map((state) => sql.lit(state)))})`,
    ...inTime(calendarTimeIn(states[0]!), from, to),
  ])

/** The same of all states that are asked for, each by its index. */
export function inCalendar(asked: Asked): Condition {
  const found = partsOf(asked).map((states) => inCalendarAs(states, asked.calendarFrom, asked.calendarTo))
  return found.length ? sql`(${sql.join(found, sql` or `)})` : sql`false`
}

/** The same on rows of `article_facets`. */
export function inCalendarFacets(asked: Asked): Condition[] {
  const { calendarFrom: from, calendarTo: to } = asked
  const states = statesOf(asked)
  if (states.length === 0) return [sql`false`]
  const stateTerm = (state: CalendarState) => facetTerm('status', state)
  const isIn = (state: CalendarState) =>
    all([sql`terms @> array[${stateTerm(state)}]`, ...inTime(facetTimes[calendarTimes[state]], from, to)])
  const planned = states.filter((state) => state !== 'published')
  const months = states.length > planned.length ? monthsOf(from, notAfterNow(to)) : []
  return [
    // By months of what is published, with all that is planned, which is little.
    ...(months ? [ofTerms([...months.map((month) => facetTerm('published', month)), ...planned.map(stateTerm)])] : []),
    byRow(sql`(${sql.join(states.map(isIn), sql` or `)})`),
  ]
}

const timeByState = (times: Times, isIn: (state: CalendarState) => Condition): RawBuilder<unknown> =>
  sql`case ${sql.join(
    calendarStates.map((state) => sql`when ${isIn(state)} then ${times[calendarTimes[state]]}`),
    sql` `,
  )} end`

/** When an article is in the calendar. */
export const calendarTime = timeByState(articleTimes, (state) => sql`article.status = ${sql.lit(state)}`)
export const calendarTimeOfFacets = timeByState(
  facetTimes,
  (state) => sql`terms @> array[${facetTerm('status', state)}]`,
)

/** Whether what is in the calendar is asked for. */
export const asksForCalendar = ({ calendarFrom, calendarTo }: Asked): boolean => Boolean(calendarFrom || calendarTo)

/** Its name in `calendarRows`. */
export const calendarKey = sql.ref('calendar_at')
/** The rows of `article` that are asked for, with the time of the calendar: their indexes are merged in its order. */
export function calendarRows(asked: Asked, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const towards = sql.raw(direction)
  const rowsOf = (states: readonly CalendarState[]) => {
    const time = calendarTimeIn(states[0]!)
    // Ordered, or the planner would sort them all for one page.
    return sql`(select *, ${time} as calendar_at from article
      where ${inCalendarAs(states, asked.calendarFrom, asked.calendarTo)} and article.deleted_at is null
      order by ${time} ${towards}, article.id ${towards})`
  }
  const parts = partsOf(asked)
  return parts.length
    ? sql`(${sql.join(parts.map(rowsOf), sql` union all `)})`
    : sql`(select *, article.publish_at as calendar_at from article where false)`
}
