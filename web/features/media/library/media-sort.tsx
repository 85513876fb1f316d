import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { ListControl } from '../../../ui/list-state.ts'

/** The order of the grid, which has no column heads to click. */
export function MediaSort({ list }: { list: ListControl }) {
  const { t } = useLingui()
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Sort by`}
      value={list.state.sort}
      data={[
        ...(list.state.q ? [{ value: 'relevance', label: t`Best match` }] : []),
        { value: '-createdAt', label: t`Newest first` },
        { value: 'createdAt', label: t`Oldest first` },
        { value: 'name', label: t`Name, A to Z` },
        { value: '-name', label: t`Name, Z to A` },
        { value: '-bytes', label: t`Largest first` },
        { value: 'bytes', label: t`Smallest first` },
        { value: '-uses', label: t`Most used first` },
        { value: 'uses', label: t`Least used first` },
        { value: 'similar', label: t`Similar pictures together` },
      ]}
      onChange={(event) => list.update({ sort: event.currentTarget.value })}
    />
  )
}
