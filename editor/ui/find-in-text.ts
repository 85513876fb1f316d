import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export interface FindQuery {
  text: string
  matchCase: boolean
  current: number
}

export interface Match {
  from: number
  to: number
}

interface FindState {
  query: FindQuery | null
  matches: Match[]
}

const key = new PluginKey<FindState>('copydeskFind')

/** As the browser's own search: what looks the same on the screen is found by what the keyboard has. The length stays. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  // Lower case may be longer than the original (İ); then positions would be wrong.
  const sameLength = lower.length === text.length ? lower : text
  return sameLength
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
}

/** Every occurrence of the text in document order; marks inside it are ignored. */
export function findMatches(doc: Node, text: string, matchCase: boolean): Match[] {
  const wanted = matchCase ? text : folded(text)
  const matches: Match[] = []
  if (!wanted) return matches
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const whole = node.textBetween(0, node.content.size, undefined, '\ufffc')
    const hay = matchCase ? whole : folded(whole)
    for (let at = hay.indexOf(wanted); at !== -1; at = hay.indexOf(wanted, at + wanted.length)) {
      matches.push({ from: pos + 1 + at, to: pos + 1 + at + wanted.length })
    }
    return false
  })
  return matches
}

export const findState = (state: EditorState): FindState => key.getState(state) ?? { query: null, matches: [] }

/** Sets what is looked for; null ends the search and takes the marks away. */
export const setFindQuery = (state: EditorState, query: FindQuery | null) => state.tr.setMeta(key, { query })

/** Puts other words in the place of these. They look as the first of the old ones; a link stays where all of these were one. */
export function replaceMatch(tr: Transaction, { from, to }: Match, text: string): Transaction {
  if (!text) return tr.delete(from, to)
  const parts: Node[] = []
  tr.doc.nodesBetween(from, to, (node) => void (node.isInline && parts.push(node)))
  const marks = (parts[0]?.marks ?? []).filter(
    (mark) => mark.type.spec.inclusive !== false || parts.every((part) => mark.isInSet(part.marks)),
  )
  return tr.replaceWith(from, to, tr.doc.type.schema.text(text, marks))
}

export const FindInText = Extension.create({
  name: 'findInText',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: {
        init: () => ({ query: null, matches: [] }),
        apply: (tr, old) => {
          const meta = tr.getMeta(key) as { query: FindQuery | null } | undefined
          const query = meta ? meta.query : old.query
          if (!meta && (!tr.docChanged || !query)) return old
          return { query, matches: query ? findMatches(tr.doc, query.text, query.matchCase) : [] }
        },
      },
      props: {
        decorations: (state) => {
          const { query, matches } = findState(state)
          if (!query || matches.length === 0) return null
          return DecorationSet.create(
            state.doc,
            matches.map(({ from, to }, index) =>
              Decoration.inline(from, to, {
                class: index === query.current ? 'cde-match cde-match-current' : 'cde-match',
              }),
            ),
          )
        },
      },
    }),
  ],
})
