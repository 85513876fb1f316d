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

/**
 * That a row of `article` is in this state and in the calendar from a time on, before another one. Each state has an index in the order of
 * its time: article_published_up, article_scheduled, article_planned.
 */
export const inCalendarAs = (state: CalendarState, from: Bound, to: Bound): Condition =>
  // Not a value: the planner takes the index of this state.
  all([sql`article.status = ${sql.lit(state)}`, ...inTime(calendarTimeIn(state), from, to)])

/** The same of all states that are asked for, each by its index. */
export function inCalendar(asked: Asked): Condition {
  const found = statesOf(asked).map((state) => inCalendarAs(state, asked.calendarFrom, asked.calendarTo))
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
/** The rows of `article` that are asked for, with the time of the calendar: their indexes together have them in its order. */
export function calendarRows(asked: Asked): RawBuilder<unknown> {
  const rowsOf = (state: CalendarState) => sql`select *, ${calendarTimeIn(state)} as calendar_at from article
    where ${inCalendarAs(state, asked.calendarFrom, asked.calendarTo)} and article.deleted_at is null`
  const states = statesOf(asked)
  return states.length
    ? sql`(${sql.join(states.map(rowsOf), sql` union all `)})`
    : sql`(select *, article.publish_at as calendar_at from article where false)`
}
