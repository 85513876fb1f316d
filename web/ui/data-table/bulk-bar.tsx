import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useShortcuts } from '../shortcuts.ts'
import { type BulkAction, BulkActions } from './bulk-actions.tsx'
import classes from './list-frame.module.css'
import type { ListTotal, Page } from './page.ts'
import type { SelectionControl } from './row-selection.ts'
import { useTotalText } from './total-text.ts'

type Props<Row> = {
  select: SelectionControl<Row>
  /** Undefined until the first answer. */
  page: Page<Row> | undefined
  /** How many can be changed at once; “all that match” is offered up to here, and never where this is left out. */
  most?: number
  /** The most wanted first: what has no room is in the menu “More”. */
  actions: readonly BulkAction[]
  /** After the actions: progress, for instance. */
  children?: ReactNode
}

/** How many rows are chosen, the offer to choose all that match, and what to do with them. */
export function BulkBar<Row>({ select, page, most, actions, children }: Props<Row>) {
  const { t } = useLingui()
  const totalText = useTotalText()
  const clear = useRef<HTMLButtonElement>(null)
  // Another search ends the selection anyway. Without this, letters of what is looked for would be keys of the list.
  const toSearch = (event: KeyboardEvent) => {
    event.preventDefault()
    const search = clear.current?.closest('[data-list-frame]')?.querySelector<HTMLInputElement>('[role=searchbox]')
    flushSync(select.clear)
    search?.focus()
    search?.select()
  }
  useShortcuts([{ key: '/', label: t`Search`, run: toSearch, quiet: true }])
  const { rows, all } = select.selection
  const matching: ListTotal = page ?? { total: 0, totalIsExact: true }
  const { total, totalIsExact } = matching
  const count = all ? total : rows.size
  const everything = totalText(matching)
  const limit = totalText({ total: most ?? 0, totalIsExact: true })
  return (
    <>
      <CloseButton ref={clear} size="sm" aria-label={t`Clear the selection`} onClick={select.clear} />
      <Text size="sm" fw={500} role="status">
        <Plural value={count} one="# selected" other="# selected" />
      </Text>
      {!all && most !== undefined && total > rows.size && total > most && (
        <Text size="sm" c="dimmed">
          <Trans>
            At most {limit} at once; narrow the list to select all {everything}.
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
      <div className={classes.bulkActions}>
        <BulkActions actions={actions} />
      </div>
      {children}
    </>
  )
}
