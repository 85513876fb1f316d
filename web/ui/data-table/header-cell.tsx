import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './column.ts'
import { hint } from '../hint.tsx'
import classes from './data-table.module.css'

type Props = {
  column: Pick<Column<never>, 'key' | 'header' | 'help' | 'sort' | 'sortFirst' | 'align' | 'onPhone'>
  width: string | undefined
  sort: string
  onSort: (sort: string) => void
}

/** A column's name; where the server can sort by it, a button that says the order. */
export function HeaderCell({ column, width, sort, onSort }: Props) {
  const field = column.sort
  const sorted = field === undefined || sort.replace(/^-/, '') !== field ? 'none' : sort[0] === '-' ? 'down' : 'up'
  const Arrow = sorted === 'down' ? IconArrowDown : IconArrowUp
  const next = () => {
    if (sorted === 'none') return column.sortFirst === 'desc' ? `-${field}` : field!
    return sorted === 'up' ? `-${field}` : field!
  }
  return (
    <th
      role="columnheader"
      scope="col"
      data-align={column.align}
      style={{ inlineSize: width }}
      {...(field && { 'aria-sort': ({ none: 'none', up: 'ascending', down: 'descending' } as const)[sorted] })}
    >
      {field ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={sorted !== 'none' || undefined}
          onClick={() => onSort(next())}
          {...(column.help && hint(column.help))}
        >
          {column.header}
          <Arrow size={13} aria-hidden />
        </button>
      ) : column.help ? (
        <span {...hint(column.help)}>{column.header}</span>
      ) : (
        column.header
      )}
    </th>
  )
}
