import { DOMSerializer, Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { isInNote } from './footnote-commands.ts'
import { nameOf, notesOf } from './footnote-order.ts'

/** What is copied takes the notes of its marks along, each in its mark. */
export function withNotes(slice: Slice, doc: Node): Slice {
  const notes = notesOf(doc)
  const serializer = DOMSerializer.fromSchema(doc.type.schema)
  const carrying = (node: Node): Node => {
    if (node.type.name !== 'footnoteMark') return node.copy(mapped(node.content, carrying))
    const holder = document.implementation.createHTMLDocument().createElement('div')
    const note = notes.get(nameOf(node))
    if (note) holder.append(serializer.serializeFragment(note.content, { document: holder.ownerDocument }))
    return node.type.create({ ...node.attrs, note: holder.innerHTML }, null, node.marks)
  }
  const content = mapped(slice.content, carrying)
  const { lastChild } = content
  const isMore = content.childCount > 1 && lastChild?.type.name === 'footnotes'
  return isMore
    ? new Slice(content.cut(0, content.size - lastChild.nodeSize), slice.openStart, 0)
    : new Slice(content, slice.openStart, slice.openEnd)
}

const mapped = (content: Fragment, change: (node: Node) => Node): Fragment =>
  Fragment.from(content.content.map((node) => (node.isText ? node : change(node))))

/** Into a note comes text alone; notes that come by themselves are lines of text. */
export function pastedNotes(slice: Slice, state: EditorState): Slice {
  const { schema } = state
  if (isInNote(state)) return new Slice(Fragment.from(linesOf(slice.content, schema)), 0, 0)
  const { content } = slice
  if (!content.content.some(({ type }) => type.name === 'footnotes')) return slice
  const texts = content.content.filter(({ type }) => type.name !== 'footnotes')
  if (texts.length > 0) return new Slice(Fragment.from(texts), slice.openStart, 0)
  const notes = content.content.flatMap((list) => list.content.content)
  if (notes.length === 1) return new Slice(notes[0]!.content, 0, 0)
  const lines = notes.map((note) => schema.nodes.paragraph!.create(null, note.content))
  return new Slice(Fragment.from(lines), 0, 0)
}

function linesOf(content: Fragment, schema: Schema): Node[] {
  const lines: Node[][] = []
  const fits = (node: Node) => ['text', 'hardBreak', 'image', 'emptyInline'].includes(node.type.name)
  const read = (parts: Fragment) => {
    const inline = parts.content.filter(({ isInline }) => isInline)
    if (inline.length > 0) lines.push(inline.filter(fits))
    for (const node of parts.content) if (!node.isInline) read(node.content)
  }
  read(content)
  return lines.flatMap((line, at) => (at > 0 ? [schema.nodes.hardBreak!.create(), ...line] : line))
}
