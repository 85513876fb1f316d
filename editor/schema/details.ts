import { type Editor, Node } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'

/** Takes the fold away and leaves its text; without any text, an empty line. */
function unfold({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'summary' || $from.parentOffset > 0) return false
  const details = $from.node(-1)
  const pos = $from.before(-1)
  const summary = $from.parent
  const line = summary.childCount > 0 ? [state.schema.nodes.paragraph!.create(null, summary.content)] : []
  const blocks = Fragment.from([...line, ...details.content.content.slice(1)])
  const tr = state.tr.replaceWith(pos, pos + details.nodeSize, blocks)
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1))).scrollIntoView())
  return true
}

/** From an empty last line of a fold, which goes, behind the fold. */
function writeBehind({ state, view }: Editor): boolean {
  const { $from, empty } = state.selection
  const details = $from.depth > 1 ? $from.node(-1) : null
  const isEmptyLine = empty && $from.parent.type.name === 'paragraph' && $from.parent.childCount === 0
  if (!isEmptyLine || details?.type.name !== 'details') return false
  // Its first line is the only one that it has.
  if ($from.index(-1) < details.childCount - 1 || details.childCount < 3) return false
  const tr = state.tr.delete($from.before(), $from.after())
  const behind = tr.mapping.map($from.after(-1))
  tr.insert(behind, state.schema.nodes.paragraph!.create())
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, behind + 1)).scrollIntoView())
  return true
}

export const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: ({ HTMLAttributes }) => ['summary', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { $from } = this.editor.state.selection
        if ($from.parent.type.name !== 'summary') return writeBehind(this.editor)
        return this.editor.commands.focus($from.after() + 2)
      },
      Backspace: () => unfold(this.editor),
    }
  },
})

/** A passage the reader can fold. While writing it always lies open: a native one would fold at every space key. */
export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
  addNodeView: () => () => {
    const dom = document.createElement('div')
    dom.className = 'cde-details'
    return { dom, contentDOM: dom }
  },
})
