import { useLingui } from '@lingui/react/macro'
import {
  IconCalendar,
  IconCircleDot,
  IconFolder,
  IconPencilExclamation,
  IconStar,
  IconTag,
  IconUser,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { articleStates, type ArticleState } from '#contract/article-actions.ts'
import { DayRange, type Days, useDaysText } from '../../ui/data-table/day-range.tsx'
import { type Filter, FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'
import type { ListControl } from '../../ui/list-state.ts'
import { shownLabel } from '../../ui/picked-items.tsx'
import type { PickerOption } from '../../ui/picker.tsx'
import { dayAfter, momentOf, useTimeZone, wallTime } from '../../ui/time-zone.ts'
import { useAuthorOption } from '../authors/author-api.ts'
import { AuthorPicker } from '../authors/author-picker.tsx'
import { useCategoryOption } from '../categories/category-api.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { useTagOption } from '../tags/tag-api.ts'
import { TagPicker } from '../tags/tag-picker.tsx'
import { ArticleStatusDot } from './article-status.tsx'
import { stateNames } from './article-words.ts'

const size = 14

/** The filters of the article list. */
export function ArticleFilters({ list }: { list: ListControl }) {
  const { t } = useLingui()
  const { days, words, momentsOf } = useDays(list.state.filters)
  const only = (option: PickerOption | undefined) => (option ? [option] : [])
  const author = useAuthorOption(list.state.filters['author'])
  const category = useCategoryOption(list.state.filters['category'])
  const tag = useTagOption(list.state.filters['tag'])

  const filters: Filter[] = [
    choiceFilter({
      key: 'status',
      label: t`Status`,
      icon: <IconCircleDot size={size} />,
      describe: (values) => t(stateNames[values['status'] as ArticleState]),
      choices: articleStates.map((value) => ({
        value,
        label: <ArticleStatusDot status={value} hasChanges={false} />,
      })),
    }),
    {
      key: 'author',
      label: t`Author`,
      icon: <IconUser size={size} />,
      describe: () => author?.label ?? '…',
      edit: ({ set, close }) => (
        <PickOne
          set={(id) => {
            set({ author: id })
            close()
          }}
        >
          {(onChange) => (
            <AuthorPicker
              label={t`Author`}
              canCreate={false}
              most={1}
              value={only(author)}
              onChange={onChange}
              startsFocused
            />
          )}
        </PickOne>
      ),
    },
    {
      key: 'category',
      label: t`Category`,
      icon: <IconFolder size={size} />,
      describe: () => (category ? shownLabel(category) : '…'),
      edit: ({ set, close }) => (
        <PickOne
          set={(id) => {
            set({ category: id })
            close()
          }}
        >
          {(onChange) => (
            <CategoryPicker
              label={t`Category`}
              canCreate={false}
              most={1}
              value={only(category)}
              onChange={onChange}
              startsFocused
            />
          )}
        </PickOne>
      ),
    },
    {
      key: 'tag',
      label: t`Tag`,
      icon: <IconTag size={size} />,
      describe: () => tag?.label ?? '…',
      edit: ({ set, close }) => (
        <PickOne
          set={(id) => {
            set({ tag: id })
            close()
          }}
        >
          {(onChange) => (
            <TagPicker label={t`Tag`} canCreate={false} most={1} value={only(tag)} onChange={onChange} startsFocused />
          )}
        </PickOne>
      ),
    },
    { key: 'mine', label: t`Mine`, icon: <IconUserCheck size={size} />, isSwitch: true },
    { key: 'featured', label: t`Featured`, icon: <IconStar size={size} />, isSwitch: true },
    { key: 'hasChanges', label: t`Unpublished changes`, icon: <IconPencilExclamation size={size} />, isSwitch: true },
    {
      key: 'changed',
      keys: ['from', 'to'],
      label: t`Changed`,
      icon: <IconCalendar size={size} />,
      describe: () => words,
      edit: ({ set, close }) => (
        <DayRange
          {...days}
          onChoose={(chosen) => {
            set(momentsOf(chosen))
            close()
          }}
        />
      ),
    },
  ]
  return <FilterBar list={list} filters={filters} />
}

function PickOne(props: {
  set: (id: string) => void
  children: (onChange: (picked: PickerOption[]) => void) => ReactNode
}) {
  return <div style={{ width: 260 }}>{props.children((picked) => props.set(picked[0]?.id ?? ''))}</div>
}

/** The range in whole days of the person's time zone; in the address it is two moments, the second one excluded. */
function useDays({ from, to }: ListControl['state']['filters']) {
  const { i18n } = useLingui()
  const daysText = useDaysText()
  const zone = useTimeZone()
  const dayOf = (time: string | undefined, days = 0) =>
    time ? dayAfter(wallTime(new Date(time), zone).slice(0, 10), days) : ''
  const days = { first: dayOf(from), last: dayOf(to, -1) }
  const word = (day: string) =>
    new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  return {
    days,
    words: daysText(days, word),
    momentsOf: ({ first, last }: Days) => ({
      from: first && momentOf(first, zone).toISOString(),
      to: last && momentOf(dayAfter(last), zone).toISOString(),
    }),
  }
}
