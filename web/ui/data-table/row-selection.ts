import { useCallback, useState } from 'react'
import { matchKeyOf, queryOf } from '../list-address.ts'
import type { AskedPage } from './page.ts'

/** Which rows are chosen. `all`: everything that matches, also what is not on this page. */
export type RowSelection<Row> = { rows: ReadonlyMap<string, Row>; all: boolean; anchor: string | undefined }

export const nothingSelected: RowSelection<never> = { rows: new Map<string, never>(), all: false, anchor: undefined }

type Toggle<Row> = { id: string; page: readonly (readonly [id: string, row: Row])[]; range: boolean }

/**
 * Chooses or drops one row, or with `range` all rows from the last chosen one to this; the range takes the new state of
 * the row that was clicked. A range whose start is not on this page is one row.
 */
export function toggleRow<Row>(selection: RowSelection<Row>, { id, page, range }: Toggle<Row>): RowSelection<Row> {
  const rows = new Map(selection.rows)
  const on = selection.all ? false : !rows.has(id)
  const to = page.findIndex(([key]) => key === id)
  const from = range ? page.findIndex(([key]) => key === selection.anchor) : -1
  const touched = page.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)
  for (const [key, row] of touched) {
    if (on) rows.set(key, row)
    else rows.delete(key)
  }
  return { rows, all: false, anchor: id }
}

/** Chooses the whole page, or drops it when all of it is chosen. Rows of other pages stay as they are. */
export function togglePage<Row>(selection: RowSelection<Row>, page: Toggle<Row>['page']): RowSelection<Row> {
  if (selection.all) return nothingSelected
  const rows = new Map(selection.rows)
  const whole = page.length > 0 && page.every(([id]) => rows.has(id))
  for (const [id, row] of page) {
    if (whole) rows.delete(id)
    else rows.set(id, row)
  }
  return { rows, all: false, anchor: undefined }
}

/** One page as the server gave it; `key` names what was asked for. */
export type ShownPage = { key: string; items: readonly { id: string }[]; total: number; totalIsExact: boolean }

/**
 * Without the rows that left the list since the same page was last loaded: what is not seen any more is not acted upon.
 * A row that only moved to another page stays chosen, which the total tells where it is exact.
 */
export function dropGone<Row>(selection: RowSelection<Row>, before: ShownPage, now: ShownPage): RowSelection<Row> {
  if (before.key !== now.key || (now.totalIsExact && now.total >= before.total)) return selection
  const left = new Set(now.items.map(({ id }) => id))
  const gone = before.items.filter(({ id }) => !left.has(id) && selection.rows.has(id))
  if (gone.length === 0) return selection
  const rows = new Map(selection.rows)
  for (const { id } of gone) rows.delete(id)
  return { ...selection, rows }
}

export type SelectionControl<Row> = {
  selection: RowSelection<Row>
  /** Whether any row is chosen. */
  some: boolean
  setSelection: (next: RowSelection<Row>) => void
  clear: () => void
}

/**
 * The selection of a list; it empties itself when something else matches than before, and loses the rows that leave the
 * list.
 */
export function useRowSelection<Row extends { id: string }>(
  { state }: { state: Parameters<typeof matchKeyOf>[0] & Parameters<typeof queryOf>[0] },
  { data, isPlaceholderData }: AskedPage<Row>,
): SelectionControl<Row> {
  const matchKey = matchKeyOf(state)
  // While the next page is loading the previous one is shown: rows that are not on the next one have not left the list.
  const shown = data && !isPlaceholderData ? { ...data, key: JSON.stringify(queryOf(state)) } : undefined
  const [held, setHeld] = useState<{ matchKey: string; selection: RowSelection<Row> }>({
    matchKey,
    selection: nothingSelected,
  })
  const [seen, setSeen] = useState(shown)
  if (shown && shown.items !== seen?.items) {
    setSeen(shown)
    if (seen) setHeld({ ...held, selection: dropGone(held.selection, seen, shown) })
  }
  const selection = held.matchKey === matchKey ? held.selection : nothingSelected
  return {
    selection,
    some: selection.all || selection.rows.size > 0,
    setSelection: useCallback((selection) => setHeld({ matchKey, selection }), [matchKey]),
    clear: useCallback(() => setHeld({ matchKey, selection: nothingSelected }), [matchKey]),
  }
}
