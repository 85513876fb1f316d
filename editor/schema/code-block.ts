import type { Command } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import type { Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { common, createLowlight } from 'lowlight'

/** Languages the code block knows by name; anything else is shown without colours and kept. */
const lowlight = createLowlight(common)

/** Paragraphs beside each other are the lines of one block of code, where they hold nothing but text. */
const joinAsCode: Command = ({ tr, state, dispatch }) => {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  if (!range || range.endIndex - range.startIndex < 2) return false
  const blocks = range.parent.content.content.slice(range.startIndex, range.endIndex)
  const isText = ({ type, content }: Node) =>
    (type.name === 'paragraph' || type.name === 'heading') &&
    content.content.every((part) => part.isText || part.type.name === 'hardBreak')
  if (!blocks.every(isText)) return false
  if (!dispatch) return true
  const text = blocks.map((block) => block.textBetween(0, block.content.size, '', '\n')).join('\n')
  const code = state.schema.nodes.codeBlock!.create(null, text ? state.schema.text(text) : null)
  tr.replaceWith(range.start, range.end, code)
  tr.setSelection(TextSelection.create(tr.doc, range.start + 1 + text.length))
  return true
}

export const CodeBlock = CodeBlockLowlight.extend({
  addCommands() {
    return {
      ...this.parent?.(),
      toggleCodeBlock:
        (attributes) =>
        ({ commands }) =>
          commands.first([joinAsCode, () => commands.toggleNode('codeBlock', 'paragraph', attributes)]),
    }
  },
  parseHTML: () => [
    {
      tag: 'pre',
      preserveWhitespace: 'full' as const,
      getAttrs: (element) => {
        const [code, ...more] = element.children
        return code?.localName === 'code' && more.length === 0 && code.children.length === 0 ? {} : false
      },
    },
  ],
}).configure({ lowlight, enableTabIndentation: true, tabSize: 2 })
