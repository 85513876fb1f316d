import { combineTransactionSteps, type Editor, Extension, getChangedRanges } from '@tiptap/core'
import { DOMParser, DOMSerializer, Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model'
import { NodeSelection, Plugin, Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { purify } from './html/purify.ts'
import { asLines, newName } from './html/read-footnotes.ts'
import type { Messages } from './messages.ts'
import {
  endOfText,
  listOfNotes,
  nameOfMark,
  nameOfNote,
  type MarkAttributes,
  type NoteAttributes,
} from './schema/footnotes.ts'

interface Mark extends MarkAttributes {
  pos: number
}

/**
 * Each mark in the text has its note in the list at the end, and each note its mark, after every change: a note goes with its mark and
 * comes back with it, the order is that of the text, and a mark that is copied brings a copy of its note.
 */
export const Footnotes = Extension.create<{ messages: Messages }>({
  name: 'footnoteRules',
  // Before lists and the keys of the engine.
  priority: 1100,
  addProseMirrorPlugins() {
    const { messages } = this.options
    return [
      new Plugin({
        appendTransaction: (transactions, before, state) => {
          const isLoaded = transactions.some((tr) => tr.getMeta('preventUpdate'))
          const { tr } = state
          if (!isLoaded && touchesNotes(transactions, before, state)) tidyNotes(tr, messages, before.doc)
          keepWithinOne(tr)
          return tr.docChanged || tr.selectionSet ? tr : null
        },
        props: {
          handleDOMEvents: {
            click: (view, event) => followLink(view, event),
            beforeinput: (view, event) => reachesOut(view, event),
          },
          transformCopied: (slice, { state }) => withNotes(slice, state.doc),
          transformPasted: (slice, { state }) => pastedNotes(slice, state),
        },
      }),
    ]
  },
  addKeyboardShortcuts() {
    const { editor } = this
    const { messages } = this.options
    return {
      'Mod-Alt-f': () => insertFootnote(editor, messages),
      Escape: () => goBack(editor),
      Enter: () => {
        const mark = chosenMark(editor.state)
        if (mark) return goToNote(editor.view, mark.name)
        return breakLine(editor)
      },
      'Shift-Enter': () => breakLine(editor),
      'Mod-Enter': () => breakLine(editor),
      // A browser does not get there: the last of the article is the link back, which cannot be written in.
      'Mod-Shift-End': () => selectToEnd(editor),
      'Meta-Shift-ArrowDown': () => selectToEnd(editor),
      Backspace: () => atEdge(editor, 'start') || deleteBeside(editor, 'before'),
      Delete: () => atEdge(editor, 'end') || deleteBeside(editor, 'after'),
    }
  },
})

const nameOf = (node: Node): string => (node.attrs as { name: string }).name
const namesIn = (doc: Node): string => listOfNotes(doc)?.content.content.map(nameOf).join() ?? ''

function touchesNotes(transactions: readonly Transaction[], before: EditorState, state: EditorState): boolean {
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

function marksOf(doc: Node): Mark[] {
  const marks: Mark[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'footnoteMark') marks.push({ pos, ...(node.attrs as MarkAttributes) })
  })
  return marks
}

const notesOf = (doc: Node): Map<string, Node> =>
  new Map(listOfNotes(doc)?.content.content.map((note) => [nameOf(note), note]))

/** @param before what the article was: a note that only went by accident has its text from there */
function tidyNotes(tr: Transaction, messages: Messages, before: Node): void {
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

/** A selection ends where the text or the note that it began in ends. */
function keepWithinOne(tr: Transaction): void {
  const { selection, doc } = tr
  if (!(selection instanceof TextSelection) || selection.empty || !listOfNotes(doc)) return
  const { $anchor, $head } = selection
  const isNote = $anchor.parent.type.name === 'footnote'
  if (isNote ? $head.parent === $anchor.parent : $head.pos <= endOfText(doc)) return
  const $edge = isNote && $head.pos < $anchor.pos ? doc.resolve($anchor.start()) : endFrom($anchor)
  tr.setSelection(TextSelection.between($anchor, $edge))
}

/** The end of the note that a place is in, or of the whole text. */
function endFrom($place: ResolvedPos): ResolvedPos {
  const { doc, parent } = $place
  if (parent.type.name === 'footnote') return doc.resolve($place.end())
  return Selection.findFrom(doc.resolve(endOfText(doc)), -1, true)?.$head ?? $place
}

function selectToEnd({ state, view }: Editor): boolean {
  const { selection, doc } = state
  if (!listOfNotes(doc) || !(selection instanceof TextSelection)) return false
  view.dispatch(
    state.tr.setSelection(TextSelection.between(selection.$anchor, endFrom(selection.$anchor))).scrollIntoView(),
  )
  return true
}

/** A key may come before the selection was read that reaches from the text into a note: the browser must not act on it. */
function reachesOut(view: EditorView, event: Event): boolean {
  const { anchorNode, focusNode } = document.getSelection() ?? {}
  const noteAt = (node?: globalThis.Node | null) =>
    (node instanceof Element ? node : node?.parentElement)?.closest('.cde-footnote')
  if (noteAt(anchorNode) === noteAt(focusNode) || !listOfNotes(view.state.doc)) return false
  event.preventDefault()
  view.focus()
  return true
}

/** What is copied takes the notes of its marks along, each in its mark. */
function withNotes(slice: Slice, doc: Node): Slice {
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
function pastedNotes(slice: Slice, state: EditorState): Slice {
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

export const isInNote = ({ selection }: EditorState): boolean => selection.$from.parent.type.name === 'footnote'

/** The mark that is chosen as a whole. */
export function chosenMark({ selection }: EditorState): MarkAttributes | null {
  const isChosen = selection instanceof NodeSelection && selection.node.type.name === 'footnoteMark'
  return isChosen ? (selection.node.attrs as MarkAttributes) : null
}

/** The text of a note, on one line. */
export function textOfNote(doc: Node, name: string): string {
  const note = notesOf(doc).get(name)
  return note?.textBetween(0, note.content.size, ' ', ' ').trim() ?? ''
}

function placeOf({ doc, selection }: EditorState): number | null {
  const { $to } = selection
  const type = doc.type.schema.nodes.footnoteMark!
  const { parent } = $to
  const takesIt =
    parent.inlineContent && !parent.type.spec.code && parent.canReplaceWith($to.index(), $to.index(), type)
  return takesIt ? $to.pos : null
}

/** Whether a footnote can be put where the cursor is, or where it is one can go to the other end of it. */
export const takesFootnote = (state: EditorState): boolean =>
  isInNote(state) || chosenMark(state) !== null || placeOf(state) !== null

/** Puts a mark behind what is chosen and the cursor into its note. From a note it goes back, from a mark to its note. */
export function insertFootnote({ state, view, isEditable }: Editor, messages: Messages): boolean {
  if (!isEditable) return false
  const mark = chosenMark(state)
  if (mark) return goToNote(view, mark.name)
  if (isInNote(state)) return backFromNote(view)
  const at = placeOf(state)
  if (at === null) return false
  const name = newName()
  const { tr } = state
  tr.insert(at, state.schema.nodes.footnoteMark!.create({ name, label: '1' }))
  tidyNotes(tr, messages, state.doc)
  selectNote(tr, name)
  view.dispatch(tr.scrollIntoView())
  view.focus()
  return true
}

function selectNote(tr: Transaction, name: string): boolean {
  let at = endOfText(tr.doc) + 1
  for (const note of listOfNotes(tr.doc)?.content.content ?? []) {
    at += note.nodeSize
    if (nameOf(note) !== name) continue
    tr.setSelection(TextSelection.create(tr.doc, at - 1))
    return true
  }
  return false
}

export function goToNote(view: EditorView, name: string): boolean {
  const { tr } = view.state
  if (!selectNote(tr, name)) return false
  view.focus()
  view.dispatch(tr.scrollIntoView())
  return true
}

function goToMark(view: EditorView, name: string): boolean {
  const { tr } = view.state
  const mark = marksOf(tr.doc).find((one) => one.name === name)
  if (!mark) return false
  view.focus()
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, mark.pos + 1)).scrollIntoView())
  return true
}

const backFromNote = (view: EditorView): boolean =>
  isInNote(view.state) && goToMark(view, nameOf(view.state.selection.$from.parent))

const goBack = ({ view }: Editor): boolean => !view.composing && backFromNote(view)

/** Takes the mark away that is chosen, or that of the note with the cursor; its note goes with it. */
export function removeFootnote({ state, view }: Editor): boolean {
  const name = chosenMark(state)?.name ?? (isInNote(state) ? nameOf(state.selection.$from.parent) : undefined)
  const mark = marksOf(state.doc).find((one) => one.name === name)
  if (!mark) return false
  const tr = state.tr.delete(mark.pos, mark.pos + 1)
  view.focus()
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, mark.pos)).scrollIntoView())
  return true
}

/** A note has lines, not paragraphs. */
function breakLine({ state, view }: Editor): boolean {
  if (!isInNote(state)) return false
  view.dispatch(state.tr.replaceSelectionWith(state.schema.nodes.hardBreak!.create(), false).scrollIntoView())
  return true
}

/** Nothing joins two notes. An empty one goes with its mark. */
function atEdge(editor: Editor, edge: 'start' | 'end'): boolean {
  const { selection } = editor.state
  const { $from, empty } = selection
  if (!empty || !isInNote(editor.state)) return false
  if ($from.parent.childCount === 0) return removeFootnote(editor)
  return $from.parentOffset === (edge === 'start' ? 0 : $from.parent.content.size)
}

/** A mark goes by one key, and the next key finds the text as it is without it. */
function deleteBeside({ state, view }: Editor, side: 'before' | 'after'): boolean {
  const { $from, empty } = state.selection
  const node = empty ? (side === 'before' ? $from.nodeBefore : $from.nodeAfter) : null
  if (node?.type.name !== 'footnoteMark') return false
  const at = side === 'before' ? $from.pos - 1 : $from.pos
  view.dispatch(state.tr.delete(at, at + 1).scrollIntoView())
  return true
}

/** A press on a mark puts the cursor into its note, one on its end back behind the mark. The page stays where it is. */
function followLink(view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
  if (!link || !view.dom.contains(link)) return false
  const id = link.getAttribute('href')!.slice(1)
  const [note, mark] = [nameOfNote(id), nameOfMark(id)]
  if (!note && !mark) return false
  event.preventDefault()
  return note ? goToNote(view, note) : goToMark(view, mark!)
}
