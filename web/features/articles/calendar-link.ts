import type { Article } from '#contract/articles.ts'
import { paths } from '../../paths.ts'
import { useTimeZone, wallTime } from '../../ui/time-zone.ts'
import { useSite } from '../session/site.ts'

/** Whose days the calendar has: the site's. UTC is the default of a site without a time zone: then the person's own. */
export function useCalendarZone(): string {
  const own = useTimeZone()
  const { timeZone } = useSite()
  return timeZone === 'UTC' ? own : timeZone
}

/** Where the calendar shows the day of an article that is planned or scheduled; undefined for others. */
export function useCalendarLink(): (article: Pick<Article, 'status' | 'publishAt'>) => string | undefined {
  const zone = useCalendarZone()
  return ({ status, publishAt }) => {
    if (publishAt === null || (status !== 'scheduled' && status !== 'draft' && status !== 'in_review')) return undefined
    return `${paths.calendar}?day=${wallTime(new Date(publishAt), zone).slice(0, 10)}`
  }
}
