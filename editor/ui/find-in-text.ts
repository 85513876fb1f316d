import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state'
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

/** Every occurrence of the text in document order; marks inside it are ignored. */
export function findMatches(doc: Node, text: string, matchCase: boolean): Match[] {
  const wanted = matchCase ? text : text.toLowerCase()
  const matches: Match[] = []
  if (!wanted) return matches
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const whole = node.textBetween(0, node.content.size, undefined, '\ufffc')
    const searched = matchCase ? whole : whole.toLowerCase()
    // Lower case may be longer than the original (İ); then positions would be wrong.
    const hay = searched.length === whole.length ? searched : whole
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
