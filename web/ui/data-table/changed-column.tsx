import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { RelativeTime } from '../relative-time.tsx'
import type { Column } from './column.ts'

/** When each row was last changed. */
export function useChangedColumn<Row extends { updatedAt: string }>(): Column<Row> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      key: 'updatedAt',
      header: t`Changed`,
      sort: 'updatedAt',
      sortFirst: 'desc',
      width: 140,
      onPhone: 'left-out',
      cell: ({ updatedAt }) => <RelativeTime value={updatedAt} />,
    }),
    [t],
  )
}
