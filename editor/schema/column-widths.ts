import type { Command } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { columnResizingPluginKey, isInTable, selectedRect, TableMap, type TableRect } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** Of the text of an article, as `.cde-content` has it: wider is no column on any page of a reader. In pixels, as all widths. */
const TEXT_WIDTH = 720
export const LEAST_WIDTH = 48
const STEP = 40

const sum = (widths: number[]) => widths.reduce((total, width) => total + width, 0)
const spareOf = (width: number) => Math.max(0, width - LEAST_WIDTH)

/** The widths that the columns of a table have, 0 where the browser gives one. */
function storedWidths(table: Node): number[] {
  const map = TableMap.get(table)
  return Array.from({ length: map.width }, (_, column) => {
    const inRows = Array.from({ length: map.height }, (__, row) => {
      const at = map.map[row * map.width + column]!
      const known = table.nodeAt(at)?.attrs.colwidth as number[] | null
      return known?.[column - map.colCount(at)] ?? 0
    })
    return inRows.find((width) => width > 0) ?? 0
  })
}

function setWidths(tr: Transaction, table: Node, start: number, widths: number[]): Transaction {
  const map = TableMap.get(table)
  for (const at of new Set(map.map)) {
    const { left, right } = map.findCell(at)
    const own = widths.slice(left, right)
    tr.setNodeAttribute(start + at, 'colwidth', own.some(Boolean) ? own : null)
  }
  return tr
}

/** A screen that is narrower than the text shows less of each column: those without a width have their share of the whole. */
function fullWidths(view: EditorView, { table, tableStart, map }: TableRect): number[] {
  const stored = storedWidths(table)
  const shown = stored.map((width, column) => {
    if (width > 0) return 0
    const cells = Array.from({ length: map.height }, (_, row) => map.map[row * map.width + column]!)
    const spanOf = (at: number) => Number(table.nodeAt(at)?.attrs.colspan ?? 1)
    const at = cells.find((each) => spanOf(each) === 1) ?? cells[0]!
    return (view.nodeDOM(tableStart + at) as HTMLElement).offsetWidth / spanOf(at)
  })
  const rest = TEXT_WIDTH - sum(stored)
  return stored.map((width, column) => width || Math.max(LEAST_WIDTH, Math.round((rest * shown[column]!) / sum(shown))))
}

/** A table that is as wide as the text stays so: the other columns give, or get, what this one gets or gives. */
function resized(widths: number[], column: number, by: number): number[] {
  const own = widths[column]!
  const total = sum(widths)
  const spare = sum(widths.map(spareOf)) - spareOf(own)
  const most = own + Math.max(0, TEXT_WIDTH - total) + spare
  const wanted = Math.max(LEAST_WIDTH, Math.min(own + by, most))
  const taken = Math.max(0, total + wanted - own - Math.max(TEXT_WIDTH, total))
  const given = total >= TEXT_WIDTH - widths.length ? Math.max(0, own - wanted) : 0
  return widths.map((width, each) => {
    if (each === column) return wanted
    const less = spare > 0 ? (taken * spareOf(width)) / spare : 0
    return Math.round(width - less + (given * width) / (total - own))
  })
}

const resize =
  (by: number): Command =>
  ({ state, tr, dispatch, view }) => {
    if (!isInTable(state)) return false
    const rect = selectedRect(state)
    if (rect.map.width === 1) return false
    const column = rect.right - 1
    const stored = storedWidths(rect.table)
    if (!dispatch) return stored.includes(0) || resized(stored, column, by)[column] !== stored[column]
    setWidths(tr, rect.table, rect.tableStart, resized(fullWidths(view, rect), column, by))
    return true
  }

export const widenColumn = resize(STEP)
export const narrowColumn = resize(-STEP)

/** A column that is dragged ends where the text does: its table would run out of every page that shows it. */
export const limitDraggedWidth = () =>
  new Plugin({
    appendTransaction(transactions, before, state) {
      const drag = columnResizingPluginKey.getState(before)
      if (!drag?.dragging || !transactions.some(({ docChanged }) => docChanged)) return null
      const $cell = state.doc.resolve(drag.activeHandle)
      const [table, start] = [$cell.node(-1), $cell.start(-1)]
      const column = TableMap.get(table).findCell($cell.pos - start).right - 1
      const widths = storedWidths(table)
      const others = sum(widths.map((width, each) => (each === column ? 0 : Math.max(width, LEAST_WIDTH))))
      // Nor does it make a table narrower that came wider than that.
      const most = Math.max(TEXT_WIDTH - others, storedWidths(before.doc.resolve(drag.activeHandle).node(-1))[column]!)
      if (widths[column]! <= most) return null
      return setWidths(state.tr, table, start, widths.with(column, most))
    },
  })
