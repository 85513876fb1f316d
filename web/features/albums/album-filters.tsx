import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCalendar, IconCamera, IconCircleDot, IconTextSize } from '@tabler/icons-react'
import { useState } from 'react'
import { albumStates, type AlbumState } from '#contract/album-actions.ts'
import { type Filter, FilterBar } from '../../ui/data-table/filter-bar.tsx'
import { choiceFilter } from '../../ui/data-table/filter-choices.tsx'
import type { ListControl } from '../../ui/list-state.ts'
import { useAuthorOption } from '../authors/author-api.ts'
import { AuthorPicker } from '../authors/author-picker.tsx'
import { AlbumStatusDot } from './album-status.tsx'
import { albumStateNames, useDayText } from './album-words.ts'

const size = 14

/** The filters of the album list. */
export function AlbumFilters({ list, seesAll }: { list: ListControl; seesAll: boolean }) {
  const { t } = useLingui()
  const dayText = useDayText()
  const photographer = useAuthorOption(list.state.filters['photographer'])
  const days = ({ from, to }: Readonly<Record<string, string>>) => {
    const [first, last] = [from && dayText(from), to && dayText(to)]
    if (first && last) return first === last ? first : `${first} – ${last}`
    return first ? t`since ${first}` : t`until ${last}`
  }
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
      describe: days,
      edit: ({ values, set, close }) => (
        <DayRange
          first={values['from'] ?? ''}
          last={values['to'] ?? ''}
          onChoose={(patch) => {
            set(patch)
            close()
          }}
        />
      ),
    },
  ]
  return <FilterBar list={list} filters={filters} />
}

function DayRange(props: { first: string; last: string; onChoose: (patch: { from: string; to: string }) => void }) {
  const { t } = useLingui()
  const [from, setFrom] = useState(props.first)
  const [to, setTo] = useState(props.last)
  const backwards = from !== '' && to !== '' && to < from
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!backwards) props.onChoose({ from, to })
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" grow>
          <TextInput
            type="date"
            size="xs"
            label={t`From`}
            value={from}
            data-autofocus
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            size="xs"
            label={t`To`}
            value={to}
            error={backwards && t`Before the first day`}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Group>
        <Button type="submit" size="xs" variant="default">
          <Trans>Apply</Trans>
        </Button>
      </Stack>
    </form>
  )
}
