import { Extension, type Editor } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, Plugin, Selection, TextSelection, type EditorState } from '@tiptap/pm/state'
import { endOfText } from './schema/footnotes.ts'
import type { Kept } from './schema/kept-attributes.ts'

const AROUND_TEXT = ['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem', 'blockquote']

/** Whether text can be added at the very end, so that no new line is needed to write on. */
function endsInText(node: Node | null): boolean {
  if (!node) return false
  const { name } = node.type
  if (name === 'paragraph' || name === 'heading') return true
  const isPlainBox = name === 'container' && !(node.attrs.kept as Kept | null)?.class?.includes('callout')
  return (isPlainBox || AROUND_TEXT.includes(name)) && endsInText(node.lastChild)
}

/** Puts the cursor into the empty paragraph at a place, which is made when there is none. */
function writeAt(editor: Editor, pos: number): boolean {
  const { state, view } = editor
  const next = state.doc.resolve(pos).nodeAfter
  const { tr } = state
  if (next?.type.name !== 'paragraph' || next.childCount > 0) {
    const { parent } = state.doc.resolve(pos)
    const paragraph = state.schema.nodes.paragraph!
    const index = state.doc.resolve(pos).index()
    if (!parent.canReplaceWith(index, index, paragraph)) return false
    tr.insert(pos, paragraph.create())
  }
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, pos + 1)).scrollIntoView())
  return true
}

/** Makes a line after an article that ends with a picture, table or the like. Says whether one was needed. */
export function writeAfterLast(editor: Editor): boolean {
  const { doc } = editor.state
  const end = endOfText(doc)
  return editor.isEditable && !endsInText(doc.resolve(end).nodeBefore) && writeAt(editor, end)
}

function isOnLastLine({ selection }: EditorState, $pos: ResolvedPos): boolean {
  if (selection instanceof TextSelection && !selection.empty) return false
  for (let depth = $pos.depth; depth >= 0; depth--) {
    const parent = $pos.node(depth)
    // The cells of one row are beside each other.
    if (parent.inlineContent || parent.type.name === 'tableRow') continue
    const after = selection instanceof NodeSelection || depth < $pos.depth ? $pos.index(depth) + 1 : $pos.index(depth)
    if (after < parent.childCount) return false
  }
  return true
}

/**
 * Puts the cursor before the first or behind the last letter. A browser that is left to it gets lost where the text ends
 * with a table: the cursor is in its first cell or nowhere, and the next key has no effect.
 */
function goToEnd({ state, view }: Editor, end: 'first' | 'last'): boolean {
  const { doc } = state
  const found =
    end === 'first'
      ? Selection.findFrom(doc.resolve(0), 1, true)
      : Selection.findFrom(doc.resolve(doc.content.size), -1, true)
  if (found) view.dispatch(state.tr.setSelection(found).scrollIntoView())
  return found !== null
}

const FIGURES = ['figure', 'imageFigure']

/** What is chosen as a whole: a picture, an album, a divider, the mark of a note … */
const chosen = ({ selection }: EditorState): NodeSelection | null =>
  selection instanceof NodeSelection && (selection.node.isAtom || selection.node.type.name === 'imageFigure')
    ? selection
    : null

/**
 * What is typed while something is chosen as a whole is added and takes nothing away: of a picture it is the caption, behind any
 * other block it is a new line, and in a line it comes behind it.
 */
function typeBeside(editor: Editor, text: string): boolean {
  const { state, view } = editor
  const found = chosen(state)
  if (!found) return false
  const { node, to } = found
  if (node.isBlock && node.isAtom && !writeAt(editor, to)) return false
  const pos = node.isBlock && node.isAtom ? editor.state.selection.from : node.isBlock ? to - 1 : to
  const { tr } = editor.state
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, pos)).insertText(text).scrollIntoView())
  return true
}

/** Ways out of a picture, table or code block, also where nothing comes after it. No line is there before it is asked for. */
export const WriteOn = Extension.create({
  name: 'writeOn',
  // Before the gap cursor between blocks, which would handle the arrow key.
  priority: 1000,
  addProseMirrorPlugins() {
    const { editor } = this
    return [new Plugin({ props: { handleTextInput: (_view, _from, _to, text) => typeBeside(editor, text) } })]
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        const found = chosen(editor.state)
        if (found?.node.isBlock) return writeAt(editor, found.to)
        if (!['figcaption', 'imageFigure'].includes($from.parent.type.name)) return false
        // Out of the whole gallery, not into it.
        const depths = Array.from({ length: $from.depth }, (_, index) => index + 1)
        const outer = depths.find((depth) => FIGURES.includes($from.node(depth).type.name))
        return outer !== undefined && writeAt(editor, $from.after(outer))
      },
      ArrowDown: ({ editor }) => {
        const { state, view } = editor
        const { selection } = state
        if (!isOnLastLine(state, selection.$from)) return false
        if (selection instanceof TextSelection && !view.endOfTextblock('down')) return false
        return writeAfterLast(editor)
      },
      'Mod-Home': ({ editor }) => goToEnd(editor, 'first'),
      'Mod-End': ({ editor }) => goToEnd(editor, 'last'),
    }
  },
})
