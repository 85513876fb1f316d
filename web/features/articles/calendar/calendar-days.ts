import { momentsOf } from '../../../ui/day-moments.ts'
import { timeShortcuts } from '../../../ui/time-shortcuts.ts'
import { dayAfter, momentOf, wallTime } from '../../../ui/time-zone.ts'

export const calendarViews = ['month', 'week', 'day'] as const
export type CalendarView = (typeof calendarViews)[number]

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
const firstOfNextMonth = (day: string) => firstOfMonth(dayAfter(firstOfMonth(day), 31))
const startOfWeek = (day: string, firstWeekday: number) => dayAfter(day, -((weekdayOf(day) - firstWeekday + 7) % 7))

/** The days of a view around one of them, as `2026-12-31`: a month in whole weeks. `firstWeekday`: 0 is Sunday. */
export function daysShown(view: CalendarView, day: string, firstWeekday: number): string[] {
  if (view === 'day') return [day]
  const first = startOfWeek(view === 'month' ? firstOfMonth(day) : day, firstWeekday)
  const lastWeek = view === 'month' ? startOfWeek(dayAfter(firstOfNextMonth(day), -1), firstWeekday) : first
  const days: string[] = []
  for (let at = first; at < dayAfter(lastWeek, 7); at = dayAfter(at)) days.push(at)
  return days
}

/** A day of the view before or after this one. */
export function shiftedDay(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'day') return dayAfter(day, by)
  if (view === 'week') return dayAfter(day, 7 * by)
  return by === 1 ? firstOfNextMonth(day) : firstOfMonth(dayAfter(firstOfMonth(day), -1))
}

/** The same day of the view before or after: a month without it has its last day. */
export function sameDayIn(view: CalendarView, day: string, by: 1 | -1): string {
  if (view !== 'month') return shiftedDay(view, day, by)
  const first = shiftedDay('month', day, by)
  const wished = dayAfter(first, Number(day.slice(8)) - 1)
  return wished.slice(0, 7) === first.slice(0, 7) ? wished : dayAfter(firstOfNextMonth(first), -1)
}

/** The time of day that an article without a date gets with its day. */
const MORNING = '09:00'

/**
 * When an article is due that is moved to a day of the zone: at the time of day that it had. Undefined where that day has no such time
 * left.
 */
export function momentOnDay(before: string | null, day: string, zone: string, now: Date): Date | undefined {
  const clock = before === null ? MORNING : wallTime(new Date(before), zone).slice(11, 16)
  const moment = momentOf(`${day}T${clock}:00`, zone)
  if (moment > now) return moment
  const isToday = day === wallTime(now, zone).slice(0, 10)
  // Its morning is over: the next full hour.
  return before === null && isToday ? timeShortcuts(now, zone).find(({ key }) => key === 'today')?.moment : undefined
}

/** What the article list is asked for to show what the calendar has on these days of the zone, in its order. */
export function daysInList(first: string, last: string, zone: string) {
  const { from, to } = momentsOf({ first, last }, zone)
  return { calendarFrom: from, calendarTo: to, sort: 'publishedAt' }
}
