import { type Command, Extension } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'

/** Their children are lines and blocks in an order that people choose. What is in an item or a figure belongs together and moves with it. */
const ORDERED = new Set(['doc', 'bulletList', 'orderedList', 'taskList', 'blockquote', 'container', 'details'])

/**
 * Moves the blocks or items that the selection is in by one place: past their neighbour where they are, or where there is none, with what
 * they are in. The neighbour goes to the other side, so that the selection stays as it is.
 */
const moveBlocks =
  (by: -1 | 1): Command =>
  ({ tr, dispatch }) => {
    const { $from, $to } = tr.selection
    for (let depth = $from.sharedDepth($to.pos); depth >= 0; depth--) {
      const parent = $from.node(depth)
      const first = $from.index(depth)
      const last = $to.depth > depth ? $to.index(depth) : $to.indexAfter(depth) - 1
      const at = by < 0 ? first - 1 : last + 1
      const neighbour = parent.maybeChild(at)
      if (!ORDERED.has(parent.type.name) || !neighbour) continue
      // The summary of a foldable section stays the first.
      const children = parent.content.content.filter((child) => child !== neighbour)
      children.splice(by < 0 ? last : first, 0, neighbour)
      if (!parent.type.validContent(Fragment.from(children))) continue
      const [start, end] = [$from.posAtIndex(first, depth), $to.posAtIndex(last + 1, depth)]
      const [from, to] = by < 0 ? [start - neighbour.nodeSize, end] : [end, start]
      if (dispatch) {
        tr.delete(from, from + neighbour.nodeSize)
        tr.insert(tr.mapping.map(to), neighbour)
        tr.scrollIntoView()
      }
      return true
    }
    // Nothing is beyond: the key must not select instead.
    return true
  }

/** The keys of Word and Google Docs. */
export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    const move = (by: -1 | 1) => () => this.editor.isEditable && this.editor.commands.command(moveBlocks(by))
    return { 'Alt-Shift-ArrowUp': move(-1), 'Alt-Shift-ArrowDown': move(1) }
  },
})
