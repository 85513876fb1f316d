import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps, CloseButton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Page } from './page.ts'
import type { SelectionControl } from './row-selection.ts'
import { useTotalText } from './total-text.ts'

type Props<Row> = {
  select: SelectionControl<Row>
  /** Undefined until the first answer. */
  page: Page<Row> | undefined
  /** How many can be changed at once; “all that match” is offered up to here, and never where this is left out. */
  most?: number
  children: ReactNode
}

/** How many rows are chosen, the offer to choose all that match, and what to do with them. */
export function BulkBar<Row>({ select, page, most, children }: Props<Row>) {
  const { t } = useLingui()
  const totalText = useTotalText()
  const { rows, all } = select.selection
  const { total, totalIsExact } = page ?? { total: 0, totalIsExact: true }
  const count = all ? total : rows.size
  const everything = totalText(total, totalIsExact)
  return (
    <>
      <CloseButton size="sm" aria-label={t`Clear the selection`} onClick={select.clear} />
      <Text size="sm" fw={500} role="status">
        <Plural value={count} one="# selected" other="# selected" />
      </Text>
      {!all && most !== undefined && total > rows.size && total > most && (
        <Text size="sm" c="dimmed">
          <Trans>
            At most {most} at once; narrow the list to select all {everything}.
          </Trans>
        </Text>
      )}
      {!all && most !== undefined && totalIsExact && total > rows.size && total <= most && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => select.setSelection({ rows: select.selection.rows, all: true, anchor: undefined })}
        >
          <Trans>Select all {everything} that match</Trans>
        </Button>
      )}
      {children}
    </>
  )
}

/** One action on the selection. */
export const BulkButton = (props: ButtonProps & { onClick: () => void }) => (
  <Button size="compact-sm" variant="default" {...props} />
)

/** The number of rows that a bulk action is about. */
export const selectedCount = <Row,>({ selection }: SelectionControl<Row>, total: number) =>
  selection.all ? total : selection.rows.size
