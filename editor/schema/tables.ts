import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'

/** Widths live in a colgroup and sections in thead/tfoot; `html/write-html.ts` puts both around the rows. */
const PlainTable = Table.configure({ resizable: true, cellMinWidth: 48, lastColumnResizable: false }).extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
})

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
