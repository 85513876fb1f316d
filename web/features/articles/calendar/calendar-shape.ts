import { articleCalendar } from '#contract/article-calendar.ts'
import { filterData, screenChoice } from '#contract/filter-data.ts'
import { listShape } from '../../../entity/list/entity-list.ts'
import { calendarViews } from './calendar-days.ts'

const anyDay = filterData('day')
/** The days of which the server answers. */
const day = { ...anyDay, test: (text: string) => anyDay.test(text) && text >= '1971-02-01' && text < '9997' }

/** What the address of the calendar says: which days, in which view, of which articles. */
export const calendarShape = listShape(articleCalendar, {
  own: { view: screenChoice(calendarViews), day },
  columns: [],
})
