import { useLingui } from '@lingui/react/macro'
import { articleList } from '#contract/article-list.ts'
import { screenChoice } from '#contract/filter-data.ts'
import { type ControlOf, listShape } from '../../entity/list/entity-list.ts'
import type { BuiltInView } from '../../entity/list/view-tabs.tsx'
import { dayPresets, planPresets, publishPresets } from '../../ui/data-table/day-presets.ts'

/** Days that move with the calendar. */
const own = {
  changed: screenChoice(dayPresets),
  published: screenChoice(publishPresets),
  calendar: screenChoice(planPresets),
}
/** What the article list can be asked for. */
export const articleListShape = listShape(articleList, {
  own,
  days: {
    changed: { from: 'from', to: 'to' },
    published: { from: 'publishedFrom', to: 'publishedTo' },
    calendar: { from: 'calendarFrom', to: 'calendarTo' },
  },
  columns: ['status', 'authors', 'category', 'submitted', 'changed', 'published', 'words'],
  hiddenAtFirst: ['authors', 'category'],
})
export type ArticleListControl = ControlOf<typeof articleList, typeof own>
/** The filters of the menu. */
export type ArticleListFilters = typeof articleList.filters & typeof own

/** Only what waits for review is asked for. */
export const isOfReviews = ({ status, changesSubmitted }: ArticleListControl['state']['filters']): boolean =>
  status === 'in_review' || changesSubmitted === 'true'
/** Only what is in the calendar is asked for. */
export const isOfCalendar = ({ calendar, calendarFrom, calendarTo }: ArticleListControl['state']['filters']): boolean =>
  Boolean(calendar || calendarFrom || calendarTo)
/** By the time of submission. */
export const isSortOfReviews = (sort: string): boolean => sort.endsWith('submittedAt')

/** Whether the order belongs to a filter: of reviews by the time of submission, of the calendar by its time. */
const hasSortOfFilter = (filters: ArticleListControl['state']['filters'], sort: string): boolean =>
  (isOfReviews(filters) && isSortOfReviews(sort)) || (isOfCalendar(filters) && sort === 'publishedAt')

/** The list, whose order goes with the filter that it belongs to. */
export function withSortOfFilter<List extends ArticleListControl>(list: List): List {
  const { filters, sort } = list.state
  const hadSort = hasSortOfFilter(filters, sort)
  return {
    ...list,
    update: (patch, options) => {
      const isLeft = hadSort && patch.filters && !patch.sort && !hasSortOfFilter(patch.filters, sort)
      list.update(isLeft ? { ...patch, sort: articleListShape.defaultSort } : patch, options)
    },
  }
}

/** The views that everyone has; those who cannot write see published articles only, and need no more than one. */
export function useArticleViews(mayWrite: boolean, mayPublish: boolean): BuiltInView[] {
  const { t } = useLingui()
  const all = { name: t`All`, query: '' }
  if (!mayWrite) return [all]
  return [
    all,
    { name: t`My drafts`, query: 'status=draft&mine=true' },
    { name: t`In review`, query: 'status=in_review&sort=submittedAt' },
    { name: mayPublish ? t`Changes to review` : t`Changes in review`, query: 'changesSubmitted=true&sort=submittedAt' },
    { name: t`Unpublished changes`, query: 'hasChanges=true' },
    { name: t`Scheduled`, query: 'status=scheduled&sort=publishAt' },
    { name: t`Published`, query: 'status=published&sort=-publishedAt' },
    { name: t`Trash`, query: 'status=trashed' },
  ]
}
