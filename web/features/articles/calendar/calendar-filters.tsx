import { useLingui } from '@lingui/react/macro'
import { IconCircleDot } from '@tabler/icons-react'
import { type articleCalendar, calendarStates } from '#contract/article-calendar.ts'
import { choicesOf, type FilterControls, filtersOf } from '../../../entity/list/list-filters.tsx'
import type { Filter } from '../../../ui/data-table/filter-bar.tsx'
import { useArticleFilters } from '../article-filters.tsx'
import { ArticleStatusDot } from '../article-status.tsx'
import { stateNames } from '../article-words.ts'

type Values = Parameters<typeof useArticleFilters>[0]

/** The filters of the calendar: some of those of the list, and of the states those that have a date. */
export function useCalendarFilters(values: Pick<Values, 'author' | 'category'>): readonly Filter[] {
  const { t } = useLingui()
  const { author, category, mine } = useArticleFilters(values)
  const controls: FilterControls<typeof articleCalendar.filters> = {
    status: {
      label: t`Status`,
      icon: <IconCircleDot size={14} />,
      chip: (status) => t(stateNames[status]),
      choices: choicesOf(calendarStates, (state) => <ArticleStatusDot status={state} />),
    },
    author,
    category,
    mine,
  }
  return filtersOf(controls)
}
