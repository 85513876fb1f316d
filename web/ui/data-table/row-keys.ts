import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { focusTrace, isFocusNowhere, traceFocus } from '../focus-trace.ts'
import { useScreen } from '../screen.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { moveFocus, rowIdInUse } from './row-focus.ts'
import { type SelectionControl, togglePage, toggleRow } from './row-selection.ts'

type Given<Row> = {
  /** Holds elements with `data-row-id`, and in each the link with `data-row-link`. */
  body: RefObject<HTMLElement | null>
  page: readonly (readonly [id: string, row: Row])[]
  select: SelectionControl<Row> | undefined
}

/** The row in use when an item of a list was opened, or another link of a row was followed: a list that is not kept is made again when people come back to it. */
let left: { path: string; id: string } | undefined

/**
 * The keys of a page of rows, table or grid: moving, choosing, opening; and the way back to the row that was opened.
 * `toggle` chooses or drops a row, with `range` all from the last one; `remember` says which row is being opened.
 */
export function useRowKeys<Row>({ body, page, select }: Given<Row>) {
  const { t } = useLingui()
  const opened = useRef<string | undefined>(undefined)
  // React runs this again when a kept screen is shown again: that is the way back from an item.
  useEffect(() => {
    const id = opened.current
    opened.current = undefined
    if (id && body.current) moveFocus(body.current, { to: id })
  }, [body])
  useRowLeft(body, page.length > 0)

  const toggle = (id: string, range: boolean) => select?.setSelection(toggleRow(select.selection, { id, page, range }))
  const toggleInUse = (range: boolean) => () => {
    const id = rowIdInUse(body.current)
    if (id) toggle(id, range)
  }
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault()
    if (body.current) moveFocus(body.current, { by })
  }
  useShortcuts([
    { key: 'j', label: t`Next row`, run: step(1) },
    { key: 'k', label: t`Previous row`, run: step(-1) },
    { key: 'x', label: t`Select the row`, run: toggleInUse(false) },
    { key: 'X', label: t`Select up to the row`, run: toggleInUse(true) },
    {
      key: 'e',
      label: t`Open the row`,
      run: () => body.current?.querySelector<HTMLElement>('[data-row-id]:focus-within [data-row-link]')?.click(),
    },
    {
      key: 'Escape',
      label: t`Clear the selection`,
      run: () => select && (select.selection.all || select.selection.rows.size > 0) && select.clear(),
    },
    ...(select
      ? [
          {
            key: 'a',
            withCtrl: true as const,
            label: t`Select the whole page`,
            run: (event: KeyboardEvent) => {
              event.preventDefault()
              const { rows } = select.selection
              if (!page.every(([id]) => rows.has(id))) select.setSelection(togglePage(select.selection, page))
            },
          },
        ]
      : []),
  ])
  return { toggle, remember: (id: string) => void (opened.current = id) }
}

/** Back in a list that is made again, the focus is on the row that was in use, unless it was moved meanwhile. */
function useRowLeft(body: RefObject<HTMLElement | null>, hasRows: boolean) {
  const { path } = useScreen()
  const isBack = useRef(false)
  useLayoutEffect(() => {
    traceFocus()
    const rows = body.current
    return () => {
      // From the menu of a row the focus went elsewhere first.
      const used = focusTrace.opener()?.element
      const row = used?.closest<HTMLElement>('[data-row-id]')
      const opensItem = location.pathname.startsWith(`${path}/`)
      // Such as the number of articles of a tag, which leads to their list.
      const follows = used?.closest('a')?.pathname === location.pathname
      if (path !== '' && (opensItem || follows) && row && rows?.contains(row))
        left = { path, id: row.dataset['rowId']! }
    }
  }, [body, path])
  useEffect(() => {
    if (!hasRows || isBack.current || !body.current) return
    isBack.current = true
    if (left?.path !== path) return
    const { id } = left
    left = undefined
    if (isFocusNowhere() || document.activeElement?.matches('[data-screen]')) moveFocus(body.current, { to: id })
  }, [body, path, hasRows])
}
