import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useShapeState } from '../../../entity/list/entity-list.ts'
import { useToday } from '../../../ui/day-moments.ts'
import { firstWeekdayOf } from '../../../ui/first-weekday.ts'
import { writeListState } from '../../../ui/list-address.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { type CalendarView, daysShown } from './calendar-days.ts'
import { calendarShape } from './calendar-shape.ts'

/** Which days the address asks for, of which articles. Without a day it is today. */
export function useCalendarState() {
  const { i18n } = useLingui()
  const today = useToday(useTimeZone())
  const list = useShapeState(calendarShape)
  const { view: chosenView, day: chosenDay, ...filters } = list.state.filters
  const [view, day] = [chosenView ?? 'month', chosenDay ?? today]
  const days = useMemo(() => daysShown(view, day, firstWeekdayOf(i18n.locale)), [view, day, i18n.locale])

  const filtersAt = (nextView: CalendarView, nextDay: string) => {
    // The month of today is that of today also tomorrow.
    const isNow = nextView === 'month' ? nextDay.slice(0, 7) === today.slice(0, 7) : nextDay === today
    return { ...filters, ...(nextView !== 'month' && { view: nextView }), ...(!isNow && { day: nextDay }) }
  }
  return {
    view,
    day,
    days,
    today,
    filters,
    /** For the filter bar, which leaves days and view as they are. */
    list: {
      ...list,
      update: ((patch, options) =>
        list.update(
          patch.filters
            ? {
                ...patch,
                filters: {
                  ...patch.filters,
                  ...(chosenView && { view: chosenView }),
                  ...(chosenDay && { day: chosenDay }),
                },
              }
            : patch,
          options,
        )) satisfies typeof list.update,
    },
    hrefOf: (nextView: CalendarView, nextDay: string) =>
      writeListState(calendarShape, { ...list.state, filters: filtersAt(nextView, nextDay) }) || '?',
    go: (nextView: CalendarView, nextDay: string) => list.update({ filters: filtersAt(nextView, nextDay) }),
  }
}
