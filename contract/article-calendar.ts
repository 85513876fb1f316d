import { z } from 'zod'
import { choice, idOf, yesNo } from './list-filter.ts'
import { Day, saysOf } from './text.ts'
import { ZoneName } from './zoned-time.ts'

/** Six weeks: as many as a month touches. */
export const CALENDAR_DAYS_MAX = 42
/** Of each day; a day with more has the others in the list. */
export const CALENDAR_PER_DAY_MAX = 100

/** What the calendar shows: what is published at its time, what is scheduled, and drafts and reviews with a publish date. */
export const calendarStates = ['draft', 'in_review', 'scheduled', 'published'] as const
export type CalendarState = (typeof calendarStates)[number]
/** Which time says where each of them is in the calendar; without it an article is not there. */
export const calendarTimes = {
  draft: 'publishAt',
  in_review: 'publishAt',
  scheduled: 'publishAt',
  published: 'publishedAt',
} as const satisfies Record<CalendarState, string>
/** Whether articles of this state are in the calendar. */
export const isCalendarState = (state: string): state is CalendarState => state in calendarTimes

/** The filters of the calendar, as data for the browser. */
export const articleCalendar = {
  filters: { status: choice(calendarStates), author: idOf(), category: idOf(), mine: yesNo() },
  sorts: ['publishAt'],
  defaultSort: 'publishAt',
} as const

/** Clocks of all zones agree on four digits of the year then. */
const CalendarDay = Day.refine((day) => day >= '1971' && day < '9998', saysOf('year'))
const DAY_MS = 86_400_000
const { status, author, category, mine } = articleCalendar.filters

export const ArticleCalendarQuery = z
  .strictObject({
    firstDay: CalendarDay,
    lastDay: CalendarDay,
    /** Whose days these are. Left out: the site’s. */
    timeZone: ZoneName.optional(),
    perDay: z.coerce.number<string | number>().int().min(1).max(CALENDAR_PER_DAY_MAX).default(5),
    status: status.schema,
    author: author.schema,
    category: category.schema,
    mine: mine.schema,
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { path: ['lastDay'], message: saysOf('end_before_start') })
  .refine(({ firstDay, lastDay }) => Date.parse(lastDay) - Date.parse(firstDay) < CALENDAR_DAYS_MAX * DAY_MS, {
    path: ['lastDay'],
    message: `at most ${CALENDAR_DAYS_MAX} days`,
  })
export type ArticleCalendarQuery = z.output<typeof ArticleCalendarQuery>
