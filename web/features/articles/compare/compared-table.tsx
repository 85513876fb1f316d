import { useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { type Change, type ComparedCell, type ComparedTable as Compared, hasChange, isIn } from './comparison.ts'
import { type Shown, useCompareSettings } from './compare-context.ts'
import { ComparedWords } from './compared-words.tsx'
import classes from './compare.module.css'

/** A table with its inserted and removed rows and columns, and the changed words of each cell. */
export function ComparedTable({ block, shown }: { block: Compared; shown: Shown }) {
  const { t } = useLingui()
  const { wording } = useCompareSettings()
  const { columns, rows, caption, change } = block
  const isPart = change === 'changed'
  const isShown = (one: Change) => shown === 'both' || isIn(shown, one)
  const shownColumns = columns.flatMap((one, index) => (isShown(one) ? [{ change: one, index }] : []))
  const hasColumnChange = isPart && shownColumns.some((one) => one.change !== 'same')
  const hasRowChange =
    isPart && rows.some((row) => (row.change === 'removed' || row.change === 'added') && isShown(row.change))
  // Side by side, the two tables are one step together.
  const isStop = (one: Change) => isPart && one !== 'same' && shown === 'both'
  const wordOf = (one: Change) => (one === 'removed' ? wording.removed : one === 'added' ? wording.added : '')
  return (
    // A wide table scrolls; the keyboard must be able to as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.tableFrame} role="group" aria-label={t`Table`} tabIndex={0}>
      <table className={classes.table}>
        {caption.length > 0 && (
          <caption data-changed={hasChange(caption) || undefined}>
            <ComparedWords segments={caption} shown={shown} />
          </caption>
        )}
        {hasColumnChange && (
          <thead>
            <tr>
              {hasRowChange && <td className={classes.tableSign}>{'\u00A0'}</td>}
              {shownColumns.map(({ change: one, index }) => (
                <td key={index} className={classes.tableSign} data-change-kind={one}>
                  {wordOf(one) && t`Column ${wordOf(one)}`}
                </td>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(
            (row, y) =>
              isShown(row.change) && (
                <tr
                  key={y}
                  data-change-kind={row.change}
                  data-change={isStop(row.change) || undefined}
                  tabIndex={isStop(row.change) ? -1 : undefined}
                >
                  {hasRowChange && (
                    <td className={classes.tableSign} data-change-kind={row.change}>
                      {wordOf(row.change) && t`Row ${wordOf(row.change)}`}
                    </td>
                  )}
                  {shownColumns.map(({ change: column, index }) => (
                    <TableCell
                      key={index}
                      cell={row.cells[index]!}
                      shown={shown}
                      column={column}
                      isInRow={isPart && (row.change === 'same' || row.change === 'changed')}
                    />
                  ))}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = { cell: ComparedCell; shown: Shown; column: Change; isInRow: boolean }

function TableCell({ cell, shown, column, isInRow }: CellProps) {
  const { t } = useLingui()
  const { before, after, segments, change } = cell
  const traits = (shown === 'before' ? before : after) ?? before ?? after
  const isChanged = isInRow && column === 'same' && change === 'changed'
  const Tag = traits?.isHeader && segments.length > 0 ? 'th' : 'td'
  const notes = isChanged && before && after && shown !== 'before' ? notesOf() : []
  function notesOf() {
    const texts: string[] = []
    if (before!.isHeader !== after!.isHeader)
      texts.push(after!.isHeader ? t`now a heading cell` : t`no longer a heading cell`)
    if (before!.columns !== after!.columns || before!.rows !== after!.rows)
      texts.push(t`merged differently: ${after!.columns} × ${after!.rows} cells`)
    if (before!.align !== after!.align) texts.push(t`aligned differently`)
    return texts
  }
  return (
    <Tag data-cell={isChanged ? 'changed' : undefined} data-change-kind={column === 'same' ? undefined : column}>
      {isChanged && <VisuallyHidden>{t`changed cell:`} </VisuallyHidden>}
      <ComparedWords segments={segments} shown={shown} />
      {notes.map((note) => (
        <span key={note} className={classes.formatNote}>
          {' '}
          [{note}]
        </span>
      ))}
    </Tag>
  )
}
