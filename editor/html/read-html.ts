import { DOMParser, DOMSerializer, Fragment, type Node, type Schema } from '@tiptap/pm/model'
import { readKept } from '../schema/kept-attributes.ts'
import { isContainerTag } from '../schema/text-blocks.ts'
import { purify } from './purify.ts'
import { type ReadNotes, takeFootnotes } from './read-footnotes.ts'
import { sameContent } from './same-content.ts'

/** Something the editor could not take in as it was: kept as a raw block, or removed because it was unsafe. */
export interface UnknownContent {
  kind: 'kept' | 'removed'
  tag: string
  html: string
}

const MAX_DEPTH = 20
const INLINE =
  'a,abbr,acronym,b,bdi,bdo,big,br,cite,code,data,del,dfn,em,font,i,img,ins,kbd,mark,q,rp,rt,ruby,s,samp,small,span,strike,strong,sub,sup,time,tt,u,var,wbr'.split(
    ',',
  )

/**
 * Reads an article. Each block is parsed, written again and compared; what would not survive is kept whole as a raw
 * block, as deep inside the boxes around it as possible. Opening and saving an old article therefore loses nothing.
 */
export function readHtml(
  html: string,
  schema: Schema,
  hosts?: readonly string[],
): { doc: Node; unknown: UnknownContent[] } {
  const { root, removed } = purify(html, hosts)
  const unknown: UnknownContent[] = removed.map((entry) => ({ kind: 'removed', ...entry }))
  const inert = document.implementation.createHTMLDocument()
  const serializer = DOMSerializer.fromSchema(schema)
  const parser = DOMParser.fromSchema(schema)
  inert.adoptNode(root)
  const notes = takeFootnotes(root, (element) =>
    unknown.push({ kind: 'removed', tag: element.localName, html: element.outerHTML.slice(0, 500) }),
  )
  for (const line of root.querySelectorAll('pre br')) line.replaceWith('\n')
  for (const table of root.querySelectorAll('table')) widthsToCells(table)

  const readBlocks = (parent: ParentNode & globalThis.Node, depth: number): Node[] =>
    groupInline(parent, inert).flatMap((element) => readBlock(element, depth))

  function readBlock(element: Element, depth: number): Node[] {
    const holder = inert.createElement('div')
    holder.append(element)
    const parsed = parser.parse(holder, { topNode: schema.topNodeType.create() })
    const written = serializer.serializeFragment(parsed.content, { document: inert })
    if (sameContent(holder, written)) return childrenOf(parsed)
    const box = schema.nodes.container
    if (box && isContainerTag(element.localName) && element.children.length > 0 && depth < MAX_DEPTH) {
      const inside = readBlocks(element, depth + 1)
      if (inside.length > 0)
        return [box.create({ tag: element.localName, kept: readKept(element) }, Fragment.from(inside))]
    }
    unknown.push({ kind: 'kept', tag: element.localName, html: element.outerHTML.slice(0, 500) })
    return [schema.nodes.rawHtml!.create({ html: element.outerHTML })]
  }

  const text = readBlocks(root, 0)
  const blocks = notes.size > 0 ? [...text, ...readNotes(notes, text, schema)] : text
  const doc = schema.topNodeType.createAndFill(null, Fragment.from(blocks))
  if (!doc) throw new Error('the article could not be read into the editor')
  return { doc, unknown }
}

/** Columns carry their width as an attribute or a style; the table extension reads it from the cells of the first row. */
function widthsToCells(table: HTMLTableElement) {
  const columns = [...table.querySelectorAll<HTMLElement>(':scope > colgroup > col')]
  const widths = columns.map((column) => Number.parseInt(column.style.width || column.getAttribute('width') || '0', 10))
  if (!widths.some(Boolean)) return
  for (const [index, column] of columns.entries()) {
    column.removeAttribute('width')
    column.style.removeProperty('width')
    column.style.removeProperty('min-width')
    if (widths[index]) column.style.width = `${widths[index]}px`
    else if (!column.style.length) column.removeAttribute('style')
  }
  for (const row of table.rows) {
    let at = 0
    for (const cell of row.cells) {
      const own = widths.slice(at, at + cell.colSpan)
      if (own.some(Boolean)) cell.setAttribute('colwidth', own.join(','))
      at += cell.colSpan
    }
  }
}

function groupInline(parent: ParentNode & globalThis.Node, inert: Document): Element[] {
  const groups: Element[] = []
  let line: Element | null = null
  for (const child of Array.from(parent.childNodes)) {
    const isText = child.nodeType === 3
    if (!isText && child.nodeType !== 1) continue
    const isInline =
      isText ||
      (INLINE.includes((child as Element).localName) &&
        !(child as Element).querySelector('figure,div,p,table,ul,ol,h1,h2,h3,h4,h5,h6'))
    if (!isInline) {
      line = null
      groups.push(child as Element)
    } else if (line) line.append(child)
    else if (!isText || child.nodeValue?.trim()) {
      line = inert.createElement('p')
      line.append(child)
      groups.push(line)
    }
  }
  return groups
}

/** The list of the notes that have a mark; one whose mark is in HTML that is kept as it is stays as text. */
function readNotes(notes: ReadNotes, text: Node[], schema: Schema): Node[] {
  const parser = DOMParser.fromSchema(schema)
  const { footnote, footnotes, footnoteMark, paragraph } = schema.nodes
  const marked = new Set<string>()
  for (const block of text)
    block.descendants((node) => {
      if (node.type === footnoteMark) marked.add(node.attrs.name as string)
    })
  const read = [...notes].map(([name, lines]) => {
    const { content } = parser.parse(lines, { topNode: footnote!.create() })
    return { isMarked: marked.has(name), content, attributes: { name, back: lines.dataset.back ?? '' } }
  })
  const loose = read.filter(({ isMarked }) => !isMarked).map(({ content }) => paragraph!.create(null, content))
  const list = read
    .filter(({ isMarked }) => isMarked)
    .map(({ content, attributes }) => footnote!.create(attributes, content))
  return [...loose, ...(list.length > 0 ? [footnotes!.create(null, list)] : [])]
}

function childrenOf(doc: Node): Node[] {
  const children: Node[] = []
  doc.forEach((child) => children.push(child))
  return children
}
