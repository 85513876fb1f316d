import { DOMSerializer, type Fragment, type Node, type Schema } from '@tiptap/pm/model'

type Target = HTMLElement | DocumentFragment

/**
 * Writes the document. Beyond ProseMirror's own serialiser it puts rows into thead and tfoot, column widths into a
 * colgroup, and leaves out the paragraph in a note, and in a list item or cell that has only one.
 */
class ContentSerializer extends DOMSerializer {
  override serializeFragment(fragment: Fragment, options: { document?: Document } = {}, target?: Target): Target {
    const written = super.serializeFragment(fragment, options, target) as Target
    if (!target) tidy(written)
    return written
  }
}

/** Makes every writer of this schema (saving, copying, TipTap's getHTML) use the serialiser above. */
export function installSerializer(schema: Schema): DOMSerializer {
  const serializer = new ContentSerializer(DOMSerializer.nodesFromSchema(schema), DOMSerializer.marksFromSchema(schema))
  schema.cached.domSerializer = serializer
  return serializer
}

/**
 * HTML of a document, remembered per top-level block: nodes are immutable, so after one keystroke one block is written.
 * Written into a document that loads nothing, or every image would be fetched at every save.
 */
export function createHtmlWriter(serializer: DOMSerializer): (doc: Node) => string {
  const written = new WeakMap<Node, string>()
  const inert = document.implementation.createHTMLDocument()
  const write = (block: Node): string => {
    const known = written.get(block)
    if (known !== undefined) return known
    const box = inert.createElement('div')
    box.append(serializer.serializeFragment(asFragment(block), { document: inert }))
    const html = storable(box.innerHTML)
    written.set(block, html)
    return html
  }
  return (doc) => {
    let html = ''
    doc.forEach((block) => {
      html += write(block)
    })
    return html
  }
}

/** NUL and half characters come with careless copies. No database keeps them, and no one could find them in the text. */
const storable = (html: string): string => html.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD')

const asFragment = (block: Node): Fragment => block.type.schema.topNodeType.create(null, block).content

function tidy(root: Target) {
  for (const table of root.querySelectorAll('table')) tidyTable(table)
  for (const text of root.querySelectorAll('ol.footnotes > li > p:first-child')) unwrapNote(text)
  for (const holder of root.querySelectorAll('li, td, th, dd')) unwrapOnlyParagraph(holder)
}

/** Behind the text of a note is a space, and the way back. */
function unwrapNote(text: Element) {
  if (text.childNodes.length > 0) text.after(' ')
  text.replaceWith(...text.childNodes)
}

function tidyTable(table: HTMLTableElement) {
  const body = [...table.children].find((child) => child.localName === 'tbody')
  if (!body) return
  const make = (tag: string) => table.ownerDocument.createElement(tag)
  const widths = [...(body.firstElementChild?.children ?? [])].flatMap((cell) => {
    const known = cell.getAttribute('colwidth')?.split(',') ?? []
    return Array.from({ length: Number(cell.getAttribute('colspan') ?? 1) }, (_, index) => known[index] ?? '')
  })
  for (const cell of body.querySelectorAll(':scope > tr > *')) {
    cell.removeAttribute('colwidth')
    for (const span of ['colspan', 'rowspan']) if (cell.getAttribute(span) === '1') cell.removeAttribute(span)
  }
  const rows = [...body.children]
  // Only what is first and last: a row that was added above the head or below the foot stays where it was put.
  const isIn = (section: string) => (row: Element) => row.getAttribute('data-section') === section
  const head = rows.slice(0, lengthOfRun(rows, isIn('thead')))
  const foot = rows.slice(rows.length - lengthOfRun(rows.toReversed(), isIn('tfoot')))
  for (const row of rows) row.removeAttribute('data-section')
  if (head.length > 0) {
    const section = make('thead')
    section.append(...head)
    body.before(section)
  }
  if (foot.length > 0) {
    const section = make('tfoot')
    section.append(...foot)
    body.after(section)
  }
  if (!body.firstElementChild && head.length + foot.length > 0) body.remove()
  if (widths.some((width) => Number(width) > 0)) {
    const group = make('colgroup')
    for (const width of widths) {
      const column = make('col')
      if (Number(width) > 0) column.style.width = `${width}px`
      group.append(column)
    }
    table.prepend(group)
  }
}

function lengthOfRun(rows: Element[], isInRun: (row: Element) => boolean): number {
  const end = rows.findIndex((row) => !isInRun(row))
  return end === -1 ? rows.length : end
}

function unwrapOnlyParagraph(holder: Element) {
  const [first, ...rest] = holder.children
  if (first?.localName !== 'p' || first.attributes.length > 0) return
  if (rest.some((child) => child.localName !== 'ul' && child.localName !== 'ol')) return
  first.replaceWith(...first.childNodes)
}
