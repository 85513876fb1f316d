import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { pastedNotes, withNotes } from './footnote-clipboard.ts'
import {
  atEdge,
  breakLine,
  chosenMark,
  deleteBeside,
  goBack,
  goToMark,
  goToNote,
  insertFootnote,
  keepWithinOne,
  selectToEnd,
} from './footnote-commands.ts'
import { tidyNotes, touchesNotes } from './footnote-order.ts'
import type { Messages } from './messages.ts'
import { listOfNotes, nameOfMark, nameOfNote } from './schema/footnotes.ts'

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
