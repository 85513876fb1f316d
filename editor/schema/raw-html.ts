import { Node } from '@tiptap/core'
import { purify } from '../html/purify.ts'

/** HTML the schema has no place for, kept to the letter as one labelled block. */
export const RawHtml = Node.create({
  name: 'rawHtml',
  group: 'block',
  atom: true,
  defining: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-kept-html]',
      priority: 90,
      getAttrs: (element) => ({ html: element.innerHTML }),
    },
  ],
  renderHTML: ({ node }) => {
    const { root } = purify(node.attrs.html as string)
    const only = root.firstElementChild
    if (only && root.childNodes.length === 1) return { dom: only }
    const box = document.implementation.createHTMLDocument().createElement('div')
    box.append(root)
    return { dom: box }
  },
})
