import { mergeAttributes, Node } from '@tiptap/core'
import { Paragraph } from '@tiptap/extension-paragraph'

export const BLOCK_TAGS =
  'address,article,aside,audio,blockquote,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,iframe,li,main,nav,ol,p,pre,section,summary,table,ul,video'

export const isInlineOnly = (element: Element) => !element.querySelector(BLOCK_TAGS)

const inlineOnly = (tag: string, attrs: Record<string, string>, context?: string) => ({
  tag,
  ...(context ? { context } : {}),
  getAttrs: (element: HTMLElement) => (isInlineOnly(element) ? attrs : false),
})

/** A paragraph, or any other element that holds only text and pictures (a bare div, dt, address…): the tag is remembered. */
export const TextBlock = Paragraph.extend({
  addAttributes: () => ({ tag: { default: 'p', rendered: false, keepOnSplit: false } }),
  parseHTML: () => [
    { tag: 'p', attrs: { tag: 'p' } },
    ...['div', 'address', 'center', 'dt', 'dd'].map((tag) => inlineOnly(tag, { tag })),
    inlineOnly('cite', { tag: 'cite' }, 'blockquote/'),
    inlineOnly('cite', { tag: 'cite' }, 'figure/'),
  ],
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag as string, mergeAttributes(HTMLAttributes), 0],
})

const CONTAINERS = [
  'div',
  'section',
  'article',
  'aside',
  'header',
  'footer',
  'main',
  'nav',
  'center',
  'dl',
  'dd',
  'address',
]

/** A box around blocks: columns, groups, callouts. Its class says which. */
export const Container = Node.create({
  name: 'container',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({ tag: { default: 'div', rendered: false } }),
  parseHTML: () => CONTAINERS.map((tag) => ({ tag, priority: 40, attrs: { tag } })),
  renderHTML: ({ node, HTMLAttributes }) => [node.attrs.tag as string, HTMLAttributes, 0],
})

export const isContainerTag = (tag: string) => CONTAINERS.includes(tag)

export const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: '(block | figcaption)+',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'figure', priority: 40 }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
})

export const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
})

/** Text whose spaces and line breaks count but which is no program code: verses, old preformatted passages. */
export const Preformatted = Node.create({
  name: 'preformatted',
  group: 'block',
  content: 'inline*',
  whitespace: 'pre',
  defining: true,
  parseHTML: () => [{ tag: 'pre', priority: 40, preserveWhitespace: 'full' as const }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, 0],
})
