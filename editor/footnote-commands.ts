import type { Editor } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, Selection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { marksOf, nameOf, notesOf, tidyNotes } from './footnote-order.ts'
import { newName } from './html/read-footnotes.ts'
import type { Messages } from './messages.ts'
import { endOfText, listOfNotes, type MarkAttributes } from './schema/footnotes.ts'

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

export function goToMark(view: EditorView, name: string): boolean {
  const { tr } = view.state
  const mark = marksOf(tr.doc).find((one) => one.name === name)
  if (!mark) return false
  view.focus()
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, mark.pos + 1)).scrollIntoView())
  return true
}

const backFromNote = (view: EditorView): boolean =>
  isInNote(view.state) && goToMark(view, nameOf(view.state.selection.$from.parent))

export const goBack = ({ view }: Editor): boolean => !view.composing && backFromNote(view)

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
export function breakLine({ state, view }: Editor): boolean {
  if (!isInNote(state)) return false
  view.dispatch(state.tr.replaceSelectionWith(state.schema.nodes.hardBreak!.create(), false).scrollIntoView())
  return true
}

/** Nothing joins two notes. An empty one goes with its mark. */
export function atEdge(editor: Editor, edge: 'start' | 'end'): boolean {
  const { selection } = editor.state
  const { $from, empty } = selection
  if (!empty || !isInNote(editor.state)) return false
  if ($from.parent.childCount === 0) return removeFootnote(editor)
  return $from.parentOffset === (edge === 'start' ? 0 : $from.parent.content.size)
}

/** A mark goes by one key, and the next key finds the text as it is without it. */
export function deleteBeside({ state, view }: Editor, side: 'before' | 'after'): boolean {
  const { $from, empty } = state.selection
  const node = empty ? (side === 'before' ? $from.nodeBefore : $from.nodeAfter) : null
  if (node?.type.name !== 'footnoteMark') return false
  const at = side === 'before' ? $from.pos - 1 : $from.pos
  view.dispatch(state.tr.delete(at, at + 1).scrollIntoView())
  return true
}

/** A selection ends where the text or the note that it began in ends. */
export function keepWithinOne(tr: Transaction): void {
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

export function selectToEnd({ state, view }: Editor): boolean {
  const { selection, doc } = state
  if (!listOfNotes(doc) || !(selection instanceof TextSelection)) return false
  view.dispatch(
    state.tr.setSelection(TextSelection.between(selection.$anchor, endFrom(selection.$anchor))).scrollIntoView(),
  )
  return true
}
