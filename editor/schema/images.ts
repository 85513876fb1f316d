import { Node } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import { Image } from '@tiptap/extension-image'
import { readKept, type Kept } from './kept-attributes.ts'
import { isInlineOnly } from './text-blocks.ts'

/** A picture in the middle of a line, as old articles have them. */
export const InlineImage = Image.extend({
  inline: true,
  group: 'inline',
  draggable: true,
  addOptions() {
    return { ...(this.parent?.() as NonNullable<ReturnType<NonNullable<typeof this.parent>>>), inline: true }
  },
  addAttributes: () => ({ src: { default: null }, alt: { default: null }, title: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  addNodeView: () => null as never,
  // Also when no pointer is involved, as when the checklist leads to a picture.
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          click: (view, { target }) => {
            if (!(target instanceof HTMLImageElement)) return false
            const pos = view.posAtDOM(target, 0)
            if (view.state.doc.nodeAt(pos)?.type.name !== 'image') return false
            view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
            view.focus()
            return true
          },
        },
      },
    }),
  ],
  addInputRules: () => [],
})

interface Parts {
  image: Element
  link: Element | null
  caption: Element | null
}

function partsOf(figure: Element): Parts | null {
  if ([...figure.childNodes].some((child) => child.nodeType === 3 && child.nodeValue?.trim())) return null
  const [first, second, ...more] = figure.children
  if (!first || more.length > 0) return null
  const link = first.localName === 'a' ? first : null
  const image = link ? link.firstElementChild : first
  if (image?.localName !== 'img' || !image.getAttribute('src')) return null
  if (link && (link.children.length > 1 || link.textContent?.trim())) return null
  if (second && (second.localName !== 'figcaption' || !isInlineOnly(second))) return null
  return { image, link, caption: second ?? null }
}

/** A picture with room for a caption: `<figure><img><figcaption>`. The text inside the node is the caption. */
export const ImageFigure = Node.create({
  name: 'imageFigure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    image: { default: {}, rendered: false },
    link: { default: null, rendered: false },
    kept: { default: null, rendered: false },
    captionKept: { default: null, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: 60,
      getAttrs: (element) => {
        const parts = partsOf(element)
        return (
          (parts && {
            image: readKept(parts.image) ?? {},
            link: parts.link && readKept(parts.link),
            kept: readKept(element),
            captionKept: parts.caption && readKept(parts.caption),
          }) ||
          false
        )
      },
      contentElement: (element) =>
        (element as HTMLElement).querySelector<HTMLElement>(':scope > figcaption') ?? document.createElement('div'),
    },
  ],
  renderHTML: ({ node }): DOMOutputSpec => {
    const { image, link, kept, captionKept } = node.attrs as {
      image: Kept
      link: Kept | null
      kept: Kept | null
      captionKept: Kept | null
    }
    const picture: DOMOutputSpec = ['img', image]
    const shown: DOMOutputSpec = link ? ['a', link, picture] : picture
    return node.childCount > 0
      ? ['figure', kept ?? {}, shown, ['figcaption', captionKept ?? {}, 0]]
      : ['figure', kept ?? {}, shown]
  },
})
