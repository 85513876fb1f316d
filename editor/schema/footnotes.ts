import { Node } from '@tiptap/core'
import { Document } from '@tiptap/extension-document'
import type { Node as DocumentNode } from '@tiptap/pm/model'

/** A mark in the text: `<sup><a id="fnref-NAME" href="#fn-NAME">1</a></sup>`. An atom, so that nothing is typed into it. */
export interface MarkAttributes {
  name: string
  /** The number: which note of the article it is. */
  label: string
  /** HTML of the note while the mark is on the clipboard; null in an article. */
  note: string | null
}

export interface NoteAttributes {
  name: string
  /** What the link back to the text says to assistive technology. */
  back: string
}

/** Both also read the ids of articles that were written before: `note-NAME` and `note-ref-NAME`. */
export const nameOfNote = (id: string): string | undefined => /^(?:fn|note)-([0-9a-f]{8})$/.exec(id)?.[1]
export const nameOfMark = (id: string): string | undefined => /^(?:fnref|note-ref)-([0-9a-f]{8})$/.exec(id)?.[1]
/** The note that a link leads to. */
export const nameOfTarget = (link: Element | null): string | undefined =>
  nameOfNote((link?.getAttribute('href') ?? '').replace(/^#/, ''))

/** The one list of notes is the last of an article, or there is none. */
export const ArticleText = Document.extend({ content: 'block+ footnotes?' })

export const FootnoteMark = Node.create({
  name: 'footnoteMark',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    name: { default: '', rendered: false },
    label: { default: '', rendered: false },
    note: { default: null, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'sup',
      priority: 60,
      getAttrs: (element) => {
        const link = element.firstElementChild
        const name = nameOfTarget(link)
        const label = link?.textContent ?? ''
        if (!name || !label || label !== element.textContent) return false
        return { name, label, note: (link as HTMLElement).dataset.note ?? null }
      },
    },
  ],
  renderHTML: ({ node }) => {
    const { name, label, note } = node.attrs as MarkAttributes
    const link = { id: `fnref-${name}`, href: `#fn-${name}`, role: 'doc-noteref', rel: 'noopener', 'data-note': note }
    return ['sup', ['a', link, label]]
  },
  renderText: ({ node }) => `[${(node.attrs as MarkAttributes).label}]`,
})

export const FootnoteList = Node.create({
  name: 'footnotes',
  content: 'footnote+',
  selectable: false,
  isolating: true,
  parseHTML: () => [{ tag: 'ol.footnotes', priority: 70 }],
  renderHTML: () => ['ol', { class: 'footnotes' }, 0],
})

/** The text of a note: one line, or several with breaks between them. */
export const Footnote = Node.create({
  name: 'footnote',
  content: '(text | hardBreak | image | emptyInline)*',
  selectable: false,
  isolating: true,
  addAttributes: () => ({ name: { default: '', rendered: false }, back: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'li',
      priority: 70,
      context: 'footnotes/',
      getAttrs: (element) => {
        const name = nameOfNote(element.id)
        return name ? { name, back: backOf(element)?.getAttribute('aria-label') ?? '' } : false
      },
      contentElement: (element) => withoutBack(element as HTMLElement),
    },
  ],
  // The paragraph is taken away by the writer: a place for content has to be alone in its element.
  renderHTML: ({ node }) => {
    const { name, back } = node.attrs as NoteAttributes
    const link = { href: `#fnref-${name}`, role: 'doc-backlink', rel: 'noopener', 'aria-label': back }
    return ['li', { id: `fn-${name}` }, ['p', 0], ['a', link, '↩']]
  },
})

const backOf = (note: Element): Element | undefined =>
  [...note.querySelectorAll('a[href]')].findLast((link) => nameOfMark(link.getAttribute('href')!.slice(1)))

function withoutBack(note: HTMLElement): HTMLElement {
  const copy = note.cloneNode(true) as HTMLElement
  const back = backOf(copy)
  const space = back?.previousSibling
  if (space?.nodeType === 3) space.nodeValue = space.nodeValue!.trimEnd()
  back?.remove()
  return copy
}

/** The list of notes of an article, if it has any. */
export const listOfNotes = (doc: DocumentNode): DocumentNode | null =>
  doc.lastChild?.type.name === 'footnotes' ? doc.lastChild : null

/** Where the text ends and its notes begin. */
export const endOfText = (doc: DocumentNode): number => doc.content.size - (listOfNotes(doc)?.nodeSize ?? 0)
