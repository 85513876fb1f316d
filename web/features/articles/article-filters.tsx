import { useLingui } from '@lingui/react/macro'
import {
  IconCalendar,
  IconCalendarEvent,
  IconCalendarMonth,
  IconCircleDot,
  IconFolder,
  IconHourglass,
  IconLanguage,
  IconPencilExclamation,
  IconPhotoOff,
  IconSend,
  IconStar,
  IconTag,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import { articleStates } from '#contract/article-actions.ts'
import { useAgeFilter } from '../../entity/list/age-filter.tsx'
import { choicesOf, type FilterControls } from '../../entity/list/list-filters.tsx'
import { pickFilter } from '../../entity/list/pick-filter.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useDayFilter } from '../../ui/data-table/day-filter.tsx'
import { planPresets, publishPresets } from '../../ui/data-table/day-presets.ts'
import { useAuthorOption } from '../authors/author-api.ts'
import { useCategoryOption } from '../categories/category-api.ts'
import { useTagOption } from '../tags/tag-api.ts'
import type { ArticleListControl, ArticleListFilters } from './article-list-shape.ts'
import { ArticleStatusDot } from './article-status.tsx'
import { stateNames } from './article-words.ts'
import { useCalendarZone } from './calendar-link.ts'

const AuthorPicker = lazyPart(async () => (await import('../authors/author-picker.tsx')).AuthorPicker)
const CategoryPicker = lazyPart(async () => (await import('../categories/category-picker.tsx')).CategoryPicker)
const TagPicker = lazyPart(async () => (await import('../tags/tag-picker.tsx')).TagPicker)

const size = 14

/** The filters of the article list. */
export function useArticleFilters(values: ArticleListControl['state']['filters']): FilterControls<ArticleListFilters> {
  const { t } = useLingui()
  const dayFilter = useDayFilter()
  const ageFilter = useAgeFilter()
  const author = useAuthorOption(values.author)
  const category = useCategoryOption(values.category)
  const tag = useTagOption(values.tag)
  const calendarZone = useCalendarZone()
  return {
    status: {
      label: t`Status`,
      icon: <IconCircleDot size={size} />,
      chip: (status) => t(stateNames[status]),
      choices: choicesOf(articleStates, (state) => <ArticleStatusDot status={state} />),
    },
    author: pickFilter({
      key: 'author',
      label: t`Author`,
      icon: <IconUser size={size} />,
      picker: AuthorPicker,
      picked: author,
    }),
    category: pickFilter({
      key: 'category',
      label: t`Category`,
      icon: <IconFolder size={size} />,
      picker: CategoryPicker,
      picked: category,
    }),
    tag: pickFilter({ key: 'tag', label: t`Tag`, icon: <IconTag size={size} />, picker: TagPicker, picked: tag }),
    mine: { label: t`Mine`, icon: <IconUserCheck size={size} /> },
    featured: { label: t`Featured`, icon: <IconStar size={size} /> },
    hasChanges: { label: t`Unpublished changes`, icon: <IconPencilExclamation size={size} /> },
    changesSubmitted: { label: t`Changes in review`, icon: <IconSend size={size} /> },
    changed: dayFilter({
      key: 'changed',
      from: 'from',
      to: 'to',
      label: t`Changed`,
      icon: <IconCalendar size={size} />,
    }),
    from: null,
    to: null,
    published: dayFilter({
      key: 'published',
      from: 'publishedFrom',
      to: 'publishedTo',
      presets: publishPresets,
      label: t`Publish date`,
      icon: <IconCalendarEvent size={size} />,
    }),
    publishedFrom: null,
    publishedTo: null,
    calendar: dayFilter({
      key: 'calendar',
      from: 'calendarFrom',
      to: 'calendarTo',
      presets: planPresets,
      zone: calendarZone,
      label: t`In the calendar`,
      icon: <IconCalendarMonth size={size} />,
    }),
    calendarFrom: null,
    calendarTo: null,
    olderThan: ageFilter({
      key: 'olderThan',
      label: t`Not changed for`,
      icon: <IconHourglass size={size} />,
      question: t`Not changed for`,
    }),
    missingCover: { label: t`Missing cover`, icon: <IconPhotoOff size={size} /> },
    dated: { label: t`Planned for a day`, icon: <IconCalendarEvent size={size} /> },
    language: {
      label: t`Language`,
      icon: <IconLanguage size={size} />,
      choices: { zh: t`Chinese`, other: t`Other than Chinese` },
    },
  }
}
