import type { Command } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Plugin } from '@tiptap/pm/state'
import { toggleHeader } from '@tiptap/pm/tables'

/** Widths live in a colgroup and sections in thead/tfoot; `html/write-html.ts` puts both around the rows. */
const PlainTable = Table.configure({ resizable: true, cellMinWidth: 48, lastColumnResizable: false }).extend({
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
    return [focus, ...(this.parent?.() ?? [])]
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
