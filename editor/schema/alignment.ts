import { Extension } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { Kept } from './kept-attributes.ts'

export type Alignment = 'left' | 'center' | 'right' | 'justify'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: {
      /** Aligns the selected paragraphs and headings; null goes back to the reader's default. */
      setAlignment: (align: Alignment | null) => ReturnType
    }
  }
}

const ALIGNED = ['paragraph', 'heading']
const CLASS = /^has-text-align-(left|center|right|justify)$/

/** The alignment of a block, whether written as a style or as one of WordPress's classes. */
export function alignmentOf(attributes: Record<string, unknown>): Alignment | null {
  const kept = attributes.kept as Kept | null
  const byClass = kept?.class?.split(/\s+/).find((name) => CLASS.test(name))
  return ((attributes.align as string | null) ?? byClass?.replace(CLASS, '$1') ?? null) as Alignment | null
}

function withoutClass(kept: Kept | null): Kept | null {
  if (!kept?.class) return kept
  const { class: classes, ...rest } = kept
  const left = classes.split(/\s+/).filter((name) => !CLASS.test(name))
  const next = left.length > 0 ? { ...rest, class: left.join(' ') } : rest
  return Object.keys(next).length > 0 ? next : null
}

export const AlignmentAttribute = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ALIGNED,
      attributes: {
        align: {
          default: null,
          parseHTML: (element: HTMLElement) => element.style.textAlign || null,
          renderHTML: ({ align }) => (align ? { style: `text-align: ${align as string}` } : {}),
        },
      },
    },
  ],
  addCommands: () => ({
    setAlignment:
      (align) =>
      ({ tr, state, dispatch }) => {
        let touched = false
        state.doc.nodesBetween(state.selection.from, state.selection.to, (node, pos) => {
          if (!ALIGNED.includes(node.type.name)) return
          touched = true
          if (dispatch)
            tr.setNodeMarkup(pos, null, { ...node.attrs, align, kept: withoutClass(node.attrs.kept as Kept | null) })
        })
        return touched
      },
  }),
  // ProseMirror takes of the first paragraph only its text into the line that one is in; where that is empty, its alignment comes, too.
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted: (slice, { state }) => {
          const { empty, $from } = state.selection
          const first = slice.content.firstChild
          const isEmptyLine = empty && $from.parent.type.name === 'paragraph' && $from.parent.childCount === 0
          const isAligned = first?.isTextblock && slice.openStart === 1 && alignmentOf(first.attrs) !== null
          return isEmptyLine && isAligned ? new Slice(slice.content, 0, slice.openEnd) : slice
        },
      },
    }),
  ],
  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => this.editor.commands.setAlignment(null),
      'Mod-Shift-e': () => this.editor.commands.setAlignment('center'),
      'Mod-Shift-r': () => this.editor.commands.setAlignment('right'),
    }
  },
})
