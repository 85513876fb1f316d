/** Puts the compiled English text where it is used, so that English needs no catalog. */
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { Plugin } from 'vite'
import { applyEdits, type Edit, type SyntaxNode, walk } from './syntax-edits.ts'

/**
 * Runs after Lingui's macros, which leave `{ id, message }`. Lingui shows `message` where the active catalog has no such id,
 * and takes it as compiled when it is a list.
 */
export function inlineTextsPlugin(): Plugin {
  return {
    name: 'inline-texts',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: /\bmessage:/ },
      handler(code, id) {
        const edits: Edit[] = []
        walk(this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode, (node) => {
          const edit = node.type === 'ObjectExpression' && compiledText(node)
          if (edit) edits.push(edit)
        })
        return edits.length > 0 ? { code: applyEdits(code, edits), map: null } : undefined
      },
    },
  }
}

/** The edit for a descriptor of Lingui; other objects with an id and a message have another id than its digest. */
function compiledText(object: SyntaxNode): Edit | undefined {
  const values = new Map<string, SyntaxNode>()
  for (const { key, value } of object['properties'] as { key?: { name?: string }; value?: SyntaxNode }[])
    if (key?.name !== undefined && value) values.set(key.name, value)
  const [id, message, context] = ['id', 'message', 'context'].map((name) => values.get(name)?.['value'])
  const node = values.get('message')
  if (!node || typeof id !== 'string' || typeof message !== 'string') return undefined
  if (generateMessageId(message, typeof context === 'string' ? context : undefined) !== id) return undefined
  return { start: node.start, end: node.end, text: JSON.stringify(compileMessage(message)) }
}
