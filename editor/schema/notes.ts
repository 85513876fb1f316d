import { Node } from '@tiptap/core'

/** What a mark in the text knows of its note. */
export interface NoteRefAttributes {
  /** The note is `note-` and this, its mark `note-ref-` and this. */
  name: string
  label: string
  /** HTML of a note that was just pasted and is not in the list yet; null of all others. */
  note: string | null
}

const nameOf = (link: Element | null, before: string) =>
  new RegExp(`^#${before}([0-9a-f]{8})$`).exec(link?.getAttribute('href') ?? '')?.[1]

/** The mark of a note: `<sup><a id="note-ref-…" href="#note-…">1</a></sup>`. An atom, so that nothing is typed into it. */
export const NoteRef = Node.create({
  name: 'noteRef',
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
        const name = nameOf(link, 'note-')
        const label = link?.textContent ?? ''
        if (!name || !label || link!.id !== `note-ref-${name}` || label !== element.textContent) return false
        return { name, label, note: (link as HTMLElement).dataset.note ?? null }
      },
    },
  ],
  renderHTML: ({ node }) => {
    const { name, label } = node.attrs as NoteRefAttributes
    return ['sup', ['a', { id: `note-ref-${name}`, href: `#note-${name}`, rel: 'noopener' }, label]]
  },
  renderText: ({ node }) => (node.attrs as NoteRefAttributes).label,
})

/** The way from a note back to its mark. */
export const NoteBack = Node.create({
  name: 'noteBack',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ name: { default: '', rendered: false }, label: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'a[href^="#note-ref-"]',
      priority: 60,
      getAttrs: (element) => {
        const name = nameOf(element, 'note-ref-')
        const label = element.getAttribute('aria-label') ?? ''
        return name && label && element.textContent === '↩' ? { name, label } : false
      },
    },
  ],
  renderHTML: ({ node }) => [
    'a',
    { href: `#note-ref-${node.attrs.name}`, rel: 'noopener', 'aria-label': node.attrs.label as string },
    '↩',
  ],
})
