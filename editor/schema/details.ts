import { Node } from '@tiptap/core'

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
        if ($from.parent.type.name !== 'summary') return false
        return this.editor.commands.focus($from.after() + 2)
      },
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
