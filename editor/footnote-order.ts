import { combineTransactionSteps, getChangedRanges } from '@tiptap/core'
import { DOMParser, Fragment, type Node, type Schema } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { purify } from './html/purify.ts'
import { asLines, newName } from './html/read-footnotes.ts'
import type { Messages } from './messages.ts'
import { endOfText, listOfNotes, type MarkAttributes, type NoteAttributes } from './schema/footnotes.ts'

interface Mark extends MarkAttributes {
  pos: number
}

export const nameOf = (node: Node): string => (node.attrs as { name: string }).name

const namesIn = (doc: Node): string => listOfNotes(doc)?.content.content.map(nameOf).join() ?? ''

export function touchesNotes(transactions: readonly Transaction[], before: EditorState, state: EditorState): boolean {
  if (!transactions.some((tr) => tr.docChanged)) return false
  if (namesIn(before.doc) !== namesIn(state.doc)) return true
  const has = (doc: Node, { from, to }: { from: number; to: number }) => {
    let found = false
    doc.nodesBetween(from, to, (node) => {
      found ||= node.type.name === 'footnoteMark'
      return !found
    })
    return found
  }
  return getChangedRanges(combineTransactionSteps(before.doc, [...transactions])).some(
    ({ oldRange, newRange }) => has(before.doc, oldRange) || has(state.doc, newRange),
  )
}

export function marksOf(doc: Node): Mark[] {
  const marks: Mark[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'footnoteMark') marks.push({ pos, ...(node.attrs as MarkAttributes) })
  })
  return marks
}

export const notesOf = (doc: Node): Map<string, Node> =>
  new Map(listOfNotes(doc)?.content.content.map((note) => [nameOf(note), note]))

/** @param before what the article was: a note that only went by accident has its text from there */
export function tidyNotes(tr: Transaction, messages: Messages, before: Node): void {
  const { schema } = tr.doc.type
  const [known, former] = [notesOf(tr.doc), notesOf(before)]
  const marks = marksOf(tr.doc)
  // What was there keeps its name; a copy of it gets another one.
  const owners = new Map<string, Mark>()
  for (const mark of [...marks.filter(({ note }) => note === null), ...marks])
    if (!owners.has(mark.name)) owners.set(mark.name, mark)
  const notes = marks.map((mark, index) => {
    const isOwner = owners.get(mark.name) === mark
    const name = isOwner ? mark.name : newName()
    const old = isOwner || mark.note === null ? (known.get(mark.name) ?? former.get(mark.name)) : undefined
    const content = old?.content ?? (mark.note === null ? Fragment.empty : contentOf(schema, mark.note))
    const attributes: NoteAttributes = { name, back: messages.noteBack }
    const next: MarkAttributes = { name, label: String(index + 1), note: null }
    if (mark.name !== name) tr.setNodeAttribute(mark.pos, 'name', name)
    if (mark.label !== next.label) tr.setNodeAttribute(mark.pos, 'label', next.label)
    if (mark.note !== null) tr.setNodeAttribute(mark.pos, 'note', null)
    const formats = tr.doc.nodeAt(mark.pos)!.marks.filter(({ type }) => type.name === 'link')
    for (const link of formats) tr.removeMark(mark.pos, mark.pos + 1, link)
    return isOwner && old ? old : schema.nodes.footnote!.create(attributes, content)
  })
  writeList(tr, notes)
}

/** Changes only what differs, so that the cursor stays in its note. */
function writeList(tr: Transaction, notes: Node[]): void {
  const { schema } = tr.doc.type
  const list = listOfNotes(tr.doc)
  const from = endOfText(tr.doc)
  if (notes.length === 0) {
    if (list) tr.delete(from, tr.doc.content.size)
  } else if (!list) tr.insert(from, schema.nodes.footnotes!.create(null, notes))
  else {
    const old = list.content.content
    let start = 0
    while (start < old.length && old[start]!.eq(notes[start] ?? list)) start++
    let end = 0
    while (end < Math.min(old.length, notes.length) - start && old.at(-1 - end)!.eq(notes.at(-1 - end)!)) end++
    if (start === old.length && start === notes.length) return
    const sizeOf = (some: Node[]) => some.reduce((size, { nodeSize }) => size + nodeSize, 0)
    const at = from + 1 + sizeOf(old.slice(0, start))
    tr.replaceWith(at, at + sizeOf(old.slice(start, old.length - end)), notes.slice(start, notes.length - end))
  }
}

function contentOf(schema: Schema, html: string): Fragment {
  const holder = document.implementation.createHTMLDocument().createElement('div')
  holder.append(purify(html).root)
  return DOMParser.fromSchema(schema).parse(asLines(holder), { topNode: schema.nodes.footnote!.create() }).content
}
