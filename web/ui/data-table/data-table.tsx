import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useRef } from 'react'
import { useDensity } from '../density.ts'
import type { ListControl } from '../list-state.ts'
import { SelectBox } from '../select-box.tsx'
import type { Column, RowAction } from './column.ts'
import classes from './data-table.module.css'
import { columnWidth, leastWidth } from './column-widths.ts'
import { HeaderCell } from './header-cell.tsx'
import { useRowKeys } from './row-keys.ts'
import { type SelectionControl, togglePage } from './row-selection.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableRow } from './table-row.tsx'
import { useWideTable } from './wide-table.ts'

const noRows: never[] = []

type Props<Row extends { id: string }> = {
  /** What the table holds, for assistive technology: “Articles”. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  /** The rows are of the page before, the new ones are on their way. */
  stale: boolean
  list: ListControl
  /** Leave out where there is nothing to do with many rows. */
  select?: SelectionControl<Row> | undefined
  rowName: (row: Row) => string
  /** Leave out where rows cannot be opened. */
  rowHref?: (row: Row) => string
  actionsOf: (row: Row) => readonly RowAction[]
  /** Shown instead of rows when there are none. */
  empty: ReactNode
}

/**
 * A page of rows from the server. Sorting, paging and filtering are the server's; this draws, selects and moves the focus.
 * On a phone the rows become cards. Coming back from an item, the focus is on its row.
 */
export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const { label, columns, rows, stale, list, select, rowName, rowHref, actionsOf, empty } = props
  const { t } = useLingui()
  const [preferred] = useDensity()
  const body = useRef<HTMLTableSectionElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useWideTable(scroller)
  const { hidden, sort } = list.state

  const shown = useMemo(() => columns.filter(({ key }) => !hidden.includes(key)), [columns, hidden])
  const page = useMemo(() => (rows ?? noRows).map((row) => [row.id, row] as const), [rows])

  const { toggle, remember } = useRowKeys({ body, page, select })

  const chosen = select ? page.filter(([id]) => select.selection.all || select.selection.rows.has(id)).length : 0
  const isEmpty = rows !== undefined && rows.length === 0
  return (
    <div ref={scroller} className={classes.scroller} data-empty={isEmpty || undefined}>
      {/* Roles are written out because cards on a phone would otherwise lose them. */}
      <table
        role="table"
        aria-label={label}
        aria-busy={rows === undefined || stale}
        className={classes.table}
        data-density={list.state.density ?? preferred}
        data-stale={stale || undefined}
        style={{ minInlineSize: leastWidth(shown) }}
      >
        <thead role="rowgroup" hidden={isEmpty}>
          <tr role="row">
            {select && (
              <th role="columnheader" className={classes.selectCell} scope="col">
                <SelectBox
                  aria-label={t`Select all on this page`}
                  disabled={rows === undefined}
                  checked={chosen > 0 && chosen === page.length}
                  indeterminate={chosen > 0 && chosen < page.length}
                  onChange={() => select.setSelection(togglePage(select.selection, page))}
                />
              </th>
            )}
            {shown.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                width={columnWidth(column, shown)}
                sort={sort}
                onSort={(next) => list.update({ sort: next })}
              />
            ))}
            <th role="columnheader" className={classes.actionsCell} scope="col">
              <span className={classes.unseen}>{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          {rows === undefined && <SkeletonRows columns={shown} selectable={Boolean(select)} />}
          {page.map(([id, row]) => (
            <TableRow
              key={id}
              row={row}
              columns={shown}
              name={rowName(row)}
              href={rowHref?.(row)}
              actions={actionsOf(row)}
              selected={select ? select.selection.all || select.selection.rows.has(id) : undefined}
              onToggle={(range) => toggle(id, range)}
              onOpen={() => remember(id)}
            />
          ))}
        </tbody>
      </table>
      {isEmpty && empty}
    </div>
  )
}
