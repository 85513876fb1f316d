import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Tag } from '#contract/tags.ts'
import { useChangedColumn } from '../../ui/data-table/changed-column.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useUsesColumn } from '../taxonomy/name-uses.tsx'
import { TagName } from './tag-name.tsx'

const nameOf = ({ name }: Tag) => name

export function useTagColumns(): readonly Column<Tag>[] {
  const { t } = useLingui()
  const uses = useUsesColumn('tag', nameOf)
  const changed = useChangedColumn<Tag>()
  return useMemo(
    () => [
      { key: 'name', header: t`Name`, sort: 'name', cell: (tag) => <TagName tag={tag} /> },
      uses,
      {
        key: 'lastUsedAt',
        header: t`Last used`,
        width: 140,
        onPhone: 'left-out',
        cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : '–'),
      },
      {
        key: 'alike',
        header: t`Looks like`,
        width: 180,
        cell: ({ alike }) => (alike.length > 0 ? alike.map(({ name }) => name).join(', ') : ''),
      },
      changed,
    ],
    [t, uses, changed],
  )
}
