import { useLingui } from '@lingui/react/macro'
import { IconCalendar, IconCamera, IconCircleDot, IconTextSize } from '@tabler/icons-react'
import { albumStates, type AlbumState } from '#contract/album-actions.ts'
import { DayRange, useDaysText } from '../../../ui/data-table/day-range.tsx'
import { type Filter, FilterBar } from '../../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../../ui/data-table/filter-choices.tsx'
import type { ListControl } from '../../../ui/list-state.ts'
import { useAuthorOption } from '../../authors/author-api.ts'
import { AuthorPicker } from '../../authors/author-picker.tsx'
import { AlbumStatusDot } from '../album-status.tsx'
import { albumStateNames, useDayText } from '../album-words.ts'

const size = 14

/** The filters of the album list. */
export function AlbumFilters({ list, seesAll }: { list: ListControl; seesAll: boolean }) {
  const { t } = useLingui()
  const dayText = useDayText()
  const daysText = useDaysText()
  const photographer = useAuthorOption(list.state.filters['photographer'])
  const status = choiceFilter({
    key: 'status',
    label: t`Status`,
    icon: <IconCircleDot size={size} />,
    describe: (values) => t(albumStateNames[values['status'] as AlbumState]),
    choices: albumStates.map((value) => ({ value, label: <AlbumStatusDot state={value} /> })),
  })
  const filters: Filter[] = [
    ...(seesAll ? [status] : []),
    {
      key: 'photographer',
      label: t`Photographer`,
      icon: <IconCamera size={size} />,
      describe: () => photographer?.label ?? '…',
      edit: ({ set, close }) => (
        <div style={{ width: 260 }}>
          <AuthorPicker
            label={t`Photographer`}
            canCreate={false}
            most={1}
            value={photographer ? [photographer] : []}
            onChange={(picked) => {
              set({ photographer: picked[0]?.id ?? '' })
              close()
            }}
            startsFocused
          />
        </div>
      ),
    },
    { key: 'missingAlt', label: t`No alt text`, icon: <IconTextSize size={size} />, isSwitch: true },
    {
      key: 'event',
      keys: ['from', 'to'],
      label: t`Date of the event`,
      icon: <IconCalendar size={size} />,
      describe: ({ from = '', to = '' }) => daysText({ first: from, last: to }, dayText),
      edit: ({ values, set, close }) => (
        <DayRange
          first={values['from'] ?? ''}
          last={values['to'] ?? ''}
          onChoose={({ first, last }) => {
            set({ from: first, to: last })
            close()
          }}
        />
      ),
    },
  ]
  return <FilterBar list={list} filters={filters} />
}
