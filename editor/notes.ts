import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core'
import { DOMParser, Fragment, type Node, type Schema } from '@tiptap/pm/model'
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { purify } from './html/purify.ts'
import type { Messages } from './messages.ts'
import type { Kept } from './schema/kept-attributes.ts'
import type { NoteRefAttributes } from './schema/notes.ts'

interface Mark extends NoteRefAttributes {
  pos: number
}

/**
 * Footnotes: puts the notes that came with a paste into the list at the end of the article, in the order of their marks, and keeps
 * the marks' numbers those of the list.
 */
export const Notes = Extension.create<{ messages: Messages }>({
  name: 'notes',
  addProseMirrorPlugins() {
    const { messages } = this.options
    return [
      new Plugin({
        appendTransaction: (transactions, before, state) => {
          const isLoaded = transactions.some((tr) => tr.getMeta('preventUpdate'))
          return !isLoaded && touchesNotes(transactions, before, state) ? tidyNotes(state, messages) : null
        },
        props: { handleDOMEvents: { click: (view, event) => followNote(view, event) } },
      }),
    ]
  },
})

const noteName = (item: Node): string | undefined =>
  /^note-([0-9a-f]{8})$/.exec((item.attrs.kept as Kept | null)?.id ?? '')?.[1]

const isOfNotes = (node: Node) => node.type.name === 'noteRef' || Boolean(noteName(node))

function touchesNotes(transactions: readonly Transaction[], before: EditorState, state: EditorState): boolean {
  if (!transactions.some((tr) => tr.docChanged)) return false
  const has = (doc: Node, { from, to }: { from: number; to: number }) => {
    let found = false
    doc.nodesBetween(from, to, (node) => {
      found ||= isOfNotes(node)
      return !found
    })
    return found
  }
  return getChangedRanges(combineTransactionSteps(before.doc, [...transactions])).some(
    ({ oldRange, newRange }) => has(before.doc, oldRange) || has(state.doc, newRange),
  )
}

function marksOf(doc: Node): Mark[] {
  const marks: Mark[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'noteRef') marks.push({ pos, ...(node.attrs as NoteRefAttributes) })
  })
  return marks
}

/** Lists of notes among the blocks of an article. */
function listsOf(doc: Node): { pos: number; node: Node }[] {
  const lists: { pos: number; node: Node }[] = []
  doc.forEach((node, pos) => {
    if (node.type.name === 'orderedList' && node.content.content.some(noteName)) lists.push({ pos, node })
  })
  return lists
}

function tidyNotes(state: EditorState, messages: Messages): Transaction | null {
  const { tr, schema } = state
  const marks = marksOf(tr.doc)
  const pasted = marks.filter(({ note }) => note !== null)
  for (const { pos } of pasted) tr.setNodeAttribute(pos, 'note', null)
  const [list] = listsOf(tr.doc)
  const items = pasted.map((mark) => noteItem(schema, mark, messages))
  if (items.length > 0 && list) tr.insert(list.pos + list.node.nodeSize - 1, items)
  else if (items.length > 0) {
    const heading = schema.nodes.heading!.create({ level: 2 }, schema.text(messages.notes))
    tr.insert(endOf(tr.doc), [heading, schema.nodes.orderedList!.create(null, items)])
  }
  const rank = new Map(marks.map(({ name }, index) => [name, index]))
  for (const { pos, node } of listsOf(tr.doc)) {
    const rankOf = (item: Node) => rank.get(noteName(item) ?? '') ?? Infinity
    const sorted = node.content.content.toSorted((a, b) => compare(rankOf(a), rankOf(b)))
    if (sorted.some((item, index) => item !== node.child(index)))
      tr.replaceWith(pos + 1, pos + node.nodeSize - 1, Fragment.from(sorted))
  }
  const labels = new Map<string, string>()
  for (const { node } of listsOf(tr.doc))
    node.forEach((item, _, index) => labels.set(noteName(item) ?? '', String((node.attrs.start as number) + index)))
  for (const { pos, name, label } of marks) {
    const next = labels.get(name)
    if (next && next !== label) tr.setNodeAttribute(pos, 'label', next)
  }
  return tr.docChanged ? tr : null
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b)

/** Behind the last block, before empty lines after it. */
function endOf(doc: Node): number {
  let end = doc.content.size
  for (let index = doc.childCount - 1; index > 0; index--) {
    const block = doc.child(index)
    if (block.type.name !== 'paragraph' || block.childCount > 0) break
    end -= block.nodeSize
  }
  return end
}

function noteItem(schema: Schema, { name, note }: Mark, messages: Messages): Node {
  const type = schema.nodes.listItem!
  const parsed = DOMParser.fromSchema(schema).parse(purify(note ?? '').root, { topNode: type.create() })
  const back = schema.nodes.noteBack!.create({ name, label: messages.noteBack })
  const last = parsed.lastChild
  const isText = last?.type.name === 'paragraph'
  const line = isText ? last : schema.nodes.paragraph!.create()
  const space = line.childCount > 0 ? [schema.text(' ')] : []
  const closing = line.copy(line.content.append(Fragment.from([...space, back])))
  const before = isText ? parsed.content.cut(0, parsed.content.size - last.nodeSize) : parsed.content
  return type.create({ kept: { id: `note-${name}` } }, before.addToEnd(closing))
}

/** A press on a mark puts the cursor into its note, one on its end back behind the mark. The page stays where it is. */
function followNote(view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#note-"]') : null
  if (!link || !view.dom.contains(link)) return false
  event.preventDefault()
  const target = link.getAttribute('href')!.slice(1)
  let at: number | undefined
  view.state.doc.descendants((node, pos) => {
    if (noteName(node) && `note-${noteName(node)}` === target) at ??= pos + 1
    if (node.type.name === 'noteRef' && `note-ref-${node.attrs.name}` === target) at ??= pos + 1
  })
  if (at === undefined) return true
  view.focus()
  const { doc } = view.state
  view.dispatch(view.state.tr.setSelection(TextSelection.near(doc.resolve(at))).scrollIntoView())
  return true
}
