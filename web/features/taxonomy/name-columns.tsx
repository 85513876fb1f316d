import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { paths } from '../../paths.ts'
import { CountLink } from '../../ui/count-link.tsx'
import { useChangedColumn } from '../../ui/data-table/changed-column.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** The filter of a kind of name in the list of articles. */
export type NameFilter = 'tag' | 'author'
export const articlesOf = (by: NameFilter, id: string) => `${paths.articles}?${by}=${id}`

type Row = { id: string; uses: number; updatedAt: string }
type LastUse<Name> = Pick<Column<Name>, 'key' | 'header' | 'help'> & { of: (name: Name) => string | null | undefined }

/**
 * The columns of every kind of name: how many articles carry it, with the way to them, the date of the newest of them,
 * and when it was changed.
 */
export function useNameColumns<Name extends Row>(by: NameFilter, nameOf: (name: Name) => string) {
  const { t } = useLingui()
  const changed = useChangedColumn<Name>()
  return useMemo(() => {
    const usesColumn: Column<Name> = {
      key: 'uses',
      header: t`Articles`,
      sort: 'uses',
      sortFirst: 'desc',
      width: 100,
      align: 'end',
      cell: (row) => {
        const { id, uses } = row
        const name = nameOf(row)
        return <CountLink count={uses} to={articlesOf(by, id)} label={t`Articles: ${uses}, ${name}`} />
      },
    }
    const lastUse = ({ of, ...column }: LastUse<Name>): Column<Name> => ({
      ...column,
      width: 150,
      onPhone: 'left-out',
      cell: (row) => {
        const time = of(row)
        return time ? <RelativeTime value={time} /> : '–'
      },
    })
    return { uses: usesColumn, lastUse, changed }
  }, [t, by, nameOf, changed])
}
