import { sql } from 'kysely'
import { type ArticleCalendarQuery, type CalendarState, calendarStates } from '#contract/article-calendar.ts'
import type { ArticleFilter } from '#contract/article-list.ts'
import type { ArticleCalendar } from '#contract/articles.ts'
import { EXACT_TOTAL_MAX } from '#contract/list.ts'
import { scopeOf } from '#contract/permissions.ts'
import { startOfDay } from '#contract/zoned-time.ts'
import type { Db } from '../../db/database.ts'
import { siteZone } from '../settings/setting-queries.ts'
import { calendarTimeIn, calendarTimeOfFacets, inCalendarAs } from './article-calendar-time-queries.ts'
import { facetCondition, facetRows, facetsAsOf } from './article-facet-queries.ts'
import { completeFilter } from './article-filter-kept-queries.ts'
import { matchingArticles } from './article-list-queries.ts'
import type { Viewer } from './article-rules.ts'
import { summariseArticles } from './article-view-queries.ts'

type Asked = {
  status: CalendarState
  filter: Pick<ArticleFilter, 'author' | 'category' | 'mine'>
  /** Where the days begin, and where the last one ends. */
  midnights: readonly string[]
  perDay: number
}
/**
 * One of the first articles of a day. `place`: of the day, `number`: of the article in it, both from 1 on; `total`: how many the day
 * has in this state, at least where that is not `exact`.
 */
type Found = { place: number; number: number; id: string; time: string; total: number; exact: boolean }

const DAY_MS = 86_400_000
/** So many matches are put in order at once; of more, each day is read by the index of its time. */
const AT_ONCE_MOST = 20_000
/** Where each row is asked for more than an index tells, a day is counted so far. */
const NARROWED_COUNT_MOST = 1000

/**
 * What is published, scheduled or planned on each day, in the order of time: the first articles of each day, and how many it has.
 * People see what the list shows them.
 */
export async function articleCalendar(db: Db, viewer: Viewer, query: ArticleCalendarQuery): Promise<ArticleCalendar> {
  const { firstDay, lastDay, perDay, status, timeZone: asked, ...given } = query
  const timeZone = asked ?? (await siteZone(db))
  const filter = await completeFilter(db, given)
  const days = daysFrom(firstDay, lastDay)
  const midnights = [...days, dayAfter(lastDay)].map((day) => new Date(startOfDay(day, timeZone)).toISOString())
  const seesUnpublished = scopeOf(viewer.role, 'articles.read') !== 'published'
  const states = (status ? [status] : calendarStates).filter((state) => state === 'published' || seesUnpublished)
  const found = days.map((): Found[] => [])
  // At the same time: together they take as long as the longest.
  const ofStates = await Promise.all(
    states.map(async (status) => {
      const inState = { status, filter, midnights, perDay }
      return (await findAtOnce(db, viewer, inState)) ?? findByDay(db, viewer, inState)
    }),
  )
  for (const row of ofStates.flat()) found[row.place - 1]!.push(row)
  const first = found.map((rows) => rows.toSorted(byTime).slice(0, perDay))
  const ids = first.flatMap((rows) => rows.map(({ id }) => id))
  const articles = new Map((ids.length ? await summariseArticles(db, viewer, ids) : []).map((one) => [one.id, one]))
  return {
    timeZone,
    days: days.map((day, at) => ({
      day,
      total: found[at]!.reduce((sum, { number, total }) => sum + (number === 1 ? total : 0), 0),
      totalIsExact: found[at]!.every(({ exact }) => exact),
      items: first[at]!.flatMap(({ id }) => articles.get(id) ?? []),
    })),
  }
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

const byTime = (one: Found, other: Found) =>
  one.time === other.time ? (one.id < other.id ? -1 : 1) : one.time < other.time ? -1 : 1

/** Whether something is asked for besides the state, which alone has an index in the order of time. */
const narrows = (viewer: Viewer, { status, filter }: Pick<Asked, 'status' | 'filter'>): boolean =>
  Object.values(filter).some((value) => value !== undefined) ||
  (status !== 'published' && scopeOf(viewer.role, 'articles.read') !== 'all')

/** All matches of the days by the index of facets; undefined where that cannot tell, or where they are very many. */
async function findAtOnce(db: Db, viewer: Viewer, asked: Asked): Promise<Found[] | undefined> {
  const { status, filter, midnights, perDay } = asked
  if (!narrows(viewer, asked) || (await facetsAsOf(db, filter))) return undefined
  const [from, to] = [midnights[0]!, midnights.at(-1)!]
  const facets = facetCondition(viewer, { ...filter, status, calendarFrom: from, calendarTo: to }, null)
  if (!facets) return undefined
  const { rows } = await sql<Found & { most: number }>`
    with matching as materialized (
      select id, sort_key as time from (${facetRows(facets, calendarTimeOfFacets)}) as facets
      limit ${AT_ONCE_MOST + 1}
    ), numbered as (
      select *, (row_number() over (partition by place order by time, id))::int as number,
        (count(*) over (partition by place))::int as total, (count(*) over ())::int as most
      from (select *, width_bucket(time, ${midnights}::timestamptz[]) as place from matching) as by_day
    ) select *, true as exact from numbered where number <= ${perDay}`.execute(db)
  return rows.some(({ most }) => most > AT_ONCE_MOST) ? undefined : rows
}

/** The first matches of each day by the index of their time. */
async function findByDay(db: Db, viewer: Viewer, asked: Asked): Promise<Found[]> {
  const { status, filter, midnights, perDay } = asked
  const time = calendarTimeIn(status)
  const isNarrowed = narrows(viewer, asked)
  // Whoever sees articles sees all published ones: the index alone tells which these are.
  const matching =
    status === 'published' && !isNarrowed
      ? db.selectFrom('article').select('article.id').where('deletedAt', 'is', null)
      : await matchingArticles(db, viewer, { ...filter, status })
  const ofDay = matching.where(inCalendarAs([status], sql`day.begins`, sql`day.ends`))
  const first = ofDay.select(time.as('time')).orderBy(time).orderBy('article.id').limit(perDay)
  const most = isNarrowed ? NARROWED_COUNT_MOST : EXACT_TOTAL_MAX
  const counted = ofDay
    .clearSelect()
    .select(sql.lit(1).as('one'))
    .limit(most + 1)
  const { rows } = await sql<Found>`
    select day.place::int as place, first.number, first.id, first.time, least(counted.total, ${most}) as total,
      counted.total <= ${most} as exact
    from unnest(${midnights.slice(0, -1)}::timestamptz[], ${midnights.slice(1)}::timestamptz[])
        with ordinality as day(begins, ends, place),
      lateral (select (row_number() over (order by time, id))::int as number, id, time from (${first}) as sorted) as first,
      lateral (select count(*)::int as total from (${counted}) as part) as counted`.execute(db)
  return rows
}
