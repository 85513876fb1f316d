import { useLingui } from '@lingui/react/macro'
import { IconCalendar, IconCamera, IconCircleDot, IconTextSize } from '@tabler/icons-react'
import type { AlbumState } from '#contract/album-actions.ts'
import type { albumList } from '#contract/albums.ts'
import type { FilterControls } from '../../../entity/list/list-filters.tsx'
import { pickFilter } from '../../../entity/list/pick-filter.tsx'
import { DayRange } from '../../../ui/data-table/day-range.tsx'
import { useDaysText } from '../../../ui/data-table/days-text.ts'
import { useAuthorOption } from '../../authors/author-api.ts'
import { AuthorPicker } from '../../authors/author-picker.tsx'
import { AlbumStatusDot } from '../album-status.tsx'
import { albumStateNames, useDayText } from '../album-words.ts'

const size = 14
const dot = (state: AlbumState) => <AlbumStatusDot state={state} />
type Values = { photographer?: string }

/** The filters of the album list. */
export function useAlbumFilters(values: Values, seesAll: boolean): FilterControls<typeof albumList.filters> {
  const { t } = useLingui()
  const dayText = useDayText()
  const daysText = useDaysText()
  const photographer = useAuthorOption(values.photographer)
  return {
    status: seesAll
      ? {
          label: t`Status`,
          icon: <IconCircleDot size={size} />,
          chip: (status) => t(albumStateNames[status]),
          choices: {
            draft: dot('draft'),
            published: dot('published'),
            archived: dot('archived'),
            trashed: dot('trashed'),
          },
        }
      : null,
    photographer: pickFilter({
      key: 'photographer',
      label: t`Photographer`,
      icon: <IconCamera size={size} />,
      picker: AuthorPicker,
      picked: photographer,
    }),
    missingAlt: { label: t`No alt text`, icon: <IconTextSize size={size} /> },
    from: {
      keys: ['from', 'to'],
      label: t`Date of the event`,
      icon: <IconCalendar size={size} />,
      describe: ({ from = '', to = '' }) => daysText({ first: from, last: to }, dayText),
      edit: ({ values: { from = '', to = '' }, set, close }) => (
        <DayRange
          first={from}
          last={to}
          onChoose={({ first, last }) => {
            set({ from: first, to: last })
            close()
          }}
        />
      ),
    },
    to: null,
  }
}
