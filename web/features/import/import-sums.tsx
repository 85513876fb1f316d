import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Table } from '@mantine/core'
import { type ImportRun, importOutcomes } from '#contract/import.ts'
import { numberFormat } from '../../ui/formats.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import stackedClasses from '../../ui/stacked-table.module.css'
import { itemsAddress } from './import-items.tsx'
import classes from './import.module.css'
import { useImportWords } from './outcome-names.ts'

/** Per kind: how many the file holds and what became of them; every line and the last one add up. */
export function ImportSums({ run: { id, sums, dryRun } }: { run: ImportRun }) {
  const { t, i18n } = useLingui()
  const words = useImportWords(dryRun)
  const columns = ['inFile', ...importOutcomes] as const
  const nameOf = (column: (typeof columns)[number]) => (column === 'inFile' ? t`In the file` : words.outcome(column))
  /** A count that leads to those items. */
  const count = (value: number, column: (typeof columns)[number], kind?: string) => {
    if (value === 0) return '–'
    const number = numberFormat(i18n.locale).format(value)
    const outcome = column === 'inFile' ? undefined : column
    const what = kind === undefined ? t`All` : words.kind(kind)
    const where = nameOf(column)
    return (
      <Anchor
        component={ScreenLink}
        inherit
        to={itemsAddress(id, { ...(kind && { kind }), ...(outcome && { outcome }) })}
        aria-label={`${what}, ${where}: ${number}`}
        className={classes.count}
      >
        {number}
      </Anchor>
    )
  }
  const label = dryRun ? t`Expected results by item` : t`Results by item`
  const totalOf = (column: (typeof columns)[number]) => sums.reduce((sum, row) => sum + row[column], 0)
  return (
    // Narrower than the table it scrolls sideways, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.wide} tabIndex={0} role="region" aria-label={label}>
      <Table className={`${classes.sums} ${stackedClasses.table}`} horizontalSpacing="md" verticalSpacing={7} miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Kind</Trans>
            </Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} ta="right">
                {nameOf(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sums.map((row) => (
            <Table.Tr key={row.kind}>
              <Table.Th scope="row" fw={400} data-line>
                {words.kind(row.kind)}
              </Table.Th>
              {columns.map((column) => (
                <Table.Td key={column} ta="right" data-label={nameOf(column)}>
                  {count(row[column], column, row.kind)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" data-line>
              <Trans>Together</Trans>
            </Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} ta="right" data-label={nameOf(column)}>
                {count(totalOf(column), column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}
