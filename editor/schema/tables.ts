import { type Command, createChainableState } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection } from '@tiptap/pm/state'
import { CellSelection, isInTable, mergeCells, selectedRect, toggleHeader } from '@tiptap/pm/tables'
import { LEAST_WIDTH, limitDraggedWidth } from './column-widths.ts'

/** The view of the library leaves a width that was undone where it was. */
class WidthsAsTheyAre extends TableView {
  override update(node: Node): boolean {
    if (node.firstChild !== this.node.firstChild)
      for (const column of this.colgroup.children) column.removeAttribute('style')
    return super.update(node)
  }
}

/** Widths live in a colgroup and sections in thead/tfoot; `html/write-html.ts` puts both around the rows. */
const PlainTable = Table.configure({
  resizable: true,
  cellMinWidth: LEAST_WIDTH,
  lastColumnResizable: false,
  View: WidthsAsTheyAre,
}).extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  addProseMirrorPlugins() {
    // Who drags the edge of a column without having been in the text must find undo there.
    const focus = new Plugin({
      props: {
        handleDOMEvents: {
          mousedown: (view) => {
            if (view.editable && view.dom.classList.contains('resize-cursor')) view.focus()
            return false
          },
        },
      },
    })
    return [focus, limitDraggedWidth(), ...(this.parent?.() ?? [])]
  },
  addCommands() {
    return {
      ...this.parent?.(),
      toggleHeaderRow:
        () =>
        ({ chain }) =>
          chain()
            .command(({ state, dispatch }) => toggleHeader('row')(state, dispatch))
            .command(leaveHead)
            .run(),
    }
  },
})

/** A first row that is no header row any more is none of the head either. */
const leaveHead: Command = ({ tr, dispatch }) => {
  if (!dispatch) return true
  const { $from } = tr.selection
  const depth = Array.from({ length: $from.depth + 1 }, (_, at) => at).findLast(
    (at) => $from.node(at).type.name === 'table',
  )
  const row = depth === undefined ? null : $from.node(depth).firstChild
  const hasHeaders = row?.content.content.some((cell) => cell.type.name === 'tableHeader')
  if (depth !== undefined && row?.attrs.section === 'thead' && !hasHeaders)
    tr.setNodeAttribute($from.start(depth), 'section', 'tbody')
  return true
}

/** Several cells are chosen, not one or a place in it. */
export const areCellsChosen = ({ selection }: EditorState): boolean =>
  selection instanceof CellSelection && selection.$anchorCell.pos !== selection.$headCell.pos

/** Merges the cell that the cursor is in with what is beside it: no finger can choose several cells. The cursor stays where it is. */
export const mergeWith =
  (side: 'right' | 'below'): Command =>
  ({ state, tr, dispatch }) => {
    if (!isInTable(state) || areCellsChosen(state)) return false
    const { map, tableStart, top, bottom, left, right } = selectedRect(state)
    const [row, column] = side === 'right' ? [bottom - 1, right] : [bottom, right - 1]
    if (row >= map.height || column >= map.width) return false
    const cursor = state.selection.from
    const at = (y: number, x: number) => tableStart + map.map[y * map.width + x]!
    tr.setSelection(CellSelection.create(state.doc, at(top, left), at(row, column)))
    const isMerged = mergeCells(createChainableState({ state, transaction: tr }), dispatch)
    if (isMerged && dispatch) tr.setSelection(Selection.near(tr.doc.resolve(cursor)))
    return isMerged
  }

const SectionRow = TableRow.extend({
  addAttributes: () => ({
    section: {
      default: 'tbody',
      parseHTML: (element: HTMLElement) => {
        const parent = element.parentElement?.localName
        return parent === 'thead' || parent === 'tfoot' ? parent : 'tbody'
      },
      renderHTML: ({ section }) => (section === 'tbody' ? {} : { 'data-section': section as string }),
    },
  }),
})

export const tables = [PlainTable, SectionRow, TableHeader, TableCell]
