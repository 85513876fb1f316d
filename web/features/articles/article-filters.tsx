import { useLingui } from '@lingui/react/macro'
import {
  IconCalendar,
  IconCalendarEvent,
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
import type { ReactNode } from 'react'
import { articleStates, type ArticleState } from '#contract/article-actions.ts'
import { type Filter, FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'
import type { ListControl } from '../../ui/list-state.ts'
import { shownLabel } from '../../ui/picked-items.tsx'
import type { PickerOption } from '../../ui/picker.tsx'
import { useAuthorOption } from '../authors/author-api.ts'
import { AuthorPicker } from '../authors/author-picker.tsx'
import { useCategoryOption } from '../categories/category-api.ts'
import { CategoryPicker } from '../categories/category-picker.tsx'
import { useTagOption } from '../tags/tag-api.ts'
import { TagPicker } from '../tags/tag-picker.tsx'
import { AgeChoice, useAgeText, useDayFilter } from './article-filter-days.tsx'
import { ArticleStatusDot } from './article-status.tsx'
import { stateNames } from './article-words.ts'

const size = 14

/** The filters of the article list. */
export function ArticleFilters({ list }: { list: ListControl }) {
  const { t } = useLingui()
  const dayFilter = useDayFilter()
  const ageText = useAgeText()
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
        label: <ArticleStatusDot status={value} />,
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
    { key: 'changesSubmitted', label: t`Changes in review`, icon: <IconSend size={size} />, isSwitch: true },
    dayFilter({ key: 'changed', label: t`Changed`, icon: <IconCalendar size={size} /> }),
    dayFilter({ key: 'published', label: t`Publish date`, icon: <IconCalendarEvent size={size} /> }),
    {
      key: 'olderThan',
      label: t`Older than`,
      icon: <IconHourglass size={size} />,
      describe: (values) => ageText(values['olderThan']),
      edit: ({ values, set, close }) => (
        <AgeChoice
          age={values['olderThan']}
          onChoose={(age) => {
            set({ olderThan: age })
            close()
          }}
        />
      ),
    },
    { key: 'missingCover', label: t`Missing cover`, icon: <IconPhotoOff size={size} />, isSwitch: true },
    choiceFilter({
      key: 'language',
      label: t`Language`,
      icon: <IconLanguage size={size} />,
      choices: [
        { value: 'zh', label: t`Chinese` },
        { value: 'other', label: t`Other than Chinese` },
      ],
    }),
  ]
  return <FilterBar list={list} filters={filters} />
}

function PickOne(props: {
  set: (id: string) => void
  children: (onChange: (picked: PickerOption[]) => void) => ReactNode
}) {
  return <div style={{ width: 260 }}>{props.children((picked) => props.set(picked[0]?.id ?? ''))}</div>
}
