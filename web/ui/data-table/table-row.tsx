import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FocusStopContext } from '../focus-stop.ts'
import { ScreenLink } from '../screen-link.tsx'
import { SelectBox } from '../select-box.tsx'
import type { Column, RowAction } from './column.ts'
import classes from './data-table.module.css'
import { RowActions } from './row-actions.tsx'
import { followRow } from './wide-table.ts'

type Props<Row> = {
  row: Row & { id: string }
  columns: readonly Column<Row>[]
  name: string
  /** Left out where there is nothing to open: the row is then selected by its name. */
  href: string | undefined
  actions: readonly RowAction[]
  /** Undefined: rows cannot be selected. */
  selected: boolean | undefined
  onToggle: (range: boolean) => void
  onOpen: () => void
}

/** One row: its name is a link that covers the row, its times and menu join the Tab order while the row is in use. */
export function TableRow<Row>({ row, columns, name, href, actions, selected, onToggle, onOpen }: Props<Row>) {
  const { t } = useLingui()
  const [inUse, setInUse] = useState(false)
  const [wasInUse, setWasInUse] = useState(false)
  return (
    <FocusStopContext value={inUse}>
      <tr
        role="row"
        data-row-id={row.id}
        className={classes.row}
        {...(selected !== undefined && { 'aria-selected': selected })}
        onClick={followRow}
        onPointerEnter={() => setWasInUse(true)}
        onFocus={() => {
          setInUse(true)
          setWasInUse(true)
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setInUse(false)
        }}
      >
        {selected !== undefined && (
          <td role="cell" className={classes.selectCell}>
            <SelectBox
              aria-label={t`Select “${name}”`}
              checked={selected}
              // The change event does not say whether Shift was held.
              onClick={(event) => onToggle(event.shiftKey)}
              readOnly
            />
          </td>
        )}
        {columns.map((column, at) =>
          at === 0 ? (
            <td key={column.key} role="cell" className={classes.nameCell}>
              {href === undefined ? (
                <button
                  type="button"
                  data-row-link
                  className={classes.link}
                  aria-label={name}
                  onClick={(event) => onToggle(event.shiftKey)}
                />
              ) : (
                <ScreenLink to={href} onFollow={onOpen} data-row-link className={classes.link} aria-label={name} />
              )}
              {column.cell(row)}
            </td>
          ) : (
            <td
              key={column.key}
              role="cell"
              data-align={column.align}
              data-phone={onPhone(column)}
              data-label={onPhone(column) === 'labelled' ? column.header : undefined}
            >
              {column.cell(row)}
            </td>
          ),
        )}
        <td role="cell" className={classes.actionsCell}>
          <RowActions name={name} actions={actions} withQuick={wasInUse} />
        </td>
      </tr>
    </FocusStopContext>
  )
}

/** A bare number says nothing where the headers are left out. */
const onPhone = <Row,>({ onPhone: chosen, align }: Column<Row>) => chosen ?? (align === 'end' ? 'labelled' : 'shown')
