import { Node } from '@tiptap/core'

/** What is known of a picture whose bytes did not come with a paste. */
export interface MissingAttributes {
  /** The name of its file. */
  name: string
  alt: string
  caption: string
}

/**
 * The place of a pasted picture that could not be pasted: `<div data-missing-picture="name"></div>`. It is saved with the
 * article until a picture takes it, or it is removed; the server shows readers nothing of it.
 */
export const MissingPicture = Node.create({
  name: 'missingPicture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    name: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    caption: { default: '', rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'div[data-missing-picture]',
      priority: 60,
      getAttrs: (element) => {
        const name = element.getAttribute('data-missing-picture') ?? ''
        // What has something inside is not what we write.
        const isBare = element.children.length === 0 && !element.textContent?.trim()
        const [alt, caption] = [element.getAttribute('data-alt') ?? '', element.getAttribute('data-caption') ?? '']
        return name && isBare ? { name, alt, caption } : false
      },
    },
  ],
  renderHTML: ({ node }) => {
    const { name, alt, caption } = node.attrs as MissingAttributes
    return [
      'div',
      { 'data-missing-picture': name, ...(alt && { 'data-alt': alt }), ...(caption && { 'data-caption': caption }) },
    ]
  },
})
