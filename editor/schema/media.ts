import { Node } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { readKept, type Kept } from './kept-attributes.ts'

export interface MediaSource {
  tag: string
  kept: Kept
}

const sourcesOf = (element: Element): MediaSource[] =>
  [...element.children].map((child) => ({ tag: child.localName, kept: readKept(child) ?? {} }))

/** Of an iframe with a player. */
export const playerAttributes = (src: string, title: string): Kept => ({
  src,
  width: '560',
  height: '315',
  allow: 'fullscreen; picture-in-picture',
  allowfullscreen: '',
  loading: 'lazy',
  title,
})

/** A video, a sound or an embedded player. */
export const Media = Node.create({
  name: 'media',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    tag: { default: 'video', rendered: false },
    kept: { default: null, rendered: false },
    sources: { default: [], rendered: false },
  }),
  parseHTML: () =>
    ['video', 'audio', 'iframe'].map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => ({
        tag,
        kept: readKept(element),
        sources: tag === 'iframe' ? [] : sourcesOf(element),
      }),
    })),
  renderHTML: ({ node }): DOMOutputSpec => [
    node.attrs.tag as string,
    (node.attrs.kept as Kept | null) ?? {},
    ...(node.attrs.sources as MediaSource[]).map(({ tag, kept }): DOMOutputSpec => [tag, kept]),
  ],
})
