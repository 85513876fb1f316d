import { Trans, useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import { type ImportRun, importOutcomes } from '#contract/import.ts'
import classes from './import.module.css'
import { useImportWords } from './outcome-names.ts'
import { numberFormat } from '../../ui/formats.ts'

/** Per kind: how many the file holds and what became of them; every line and the last one add up. */
export function ImportSums({ run: { sums, dryRun } }: { run: ImportRun }) {
  const { t, i18n } = useLingui()
  const words = useImportWords(dryRun)
  const number = (value: number) => (value === 0 ? '–' : numberFormat(i18n.locale).format(value))
  const columns = ['inFile', ...importOutcomes] as const
  const label = dryRun ? t`Expected results by item` : t`Results by item`
  const totalOf = (column: (typeof columns)[number]) => sums.reduce((sum, row) => sum + row[column], 0)
  return (
    // Narrower than the table it scrolls sideways, so the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.wide} tabIndex={0} role="region" aria-label={label}>
      <Table className={classes.sums} horizontalSpacing="md" verticalSpacing={7} miw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Trans>Kind</Trans>
            </Table.Th>
            <Table.Th ta="right">
              <Trans>In the file</Trans>
            </Table.Th>
            {importOutcomes.map((outcome) => (
              <Table.Th key={outcome} ta="right">
                {words.outcome(outcome)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sums.map((row) => (
            <Table.Tr key={row.kind}>
              <Table.Th scope="row" fw={400}>
                {words.kind(row.kind)}
              </Table.Th>
              {columns.map((column) => (
                <Table.Td key={column} ta="right">
                  {number(row[column])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">
              <Trans>Together</Trans>
            </Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} ta="right">
                {number(totalOf(column))}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  )
}
