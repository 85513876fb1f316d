import { Extension } from '@tiptap/core'

/** Attributes an element carried that the schema has no own name for. Kept, so that saving loses none of them. */
export type Kept = Record<string, string>

const NEVER = /^(id|name|contenteditable|spellcheck|tabindex|draggable|autofocus|data-pm-slice)$|^on/i

const OWNED: Record<string, string[]> = {
  link: ['href', 'target', 'rel'],
  image: ['src', 'alt', 'title'],
  orderedList: ['start', 'type'],
  taskList: ['data-type'],
  taskItem: ['data-type', 'data-checked'],
  tableCell: ['colspan', 'rowspan', 'colwidth'],
  tableHeader: ['colspan', 'rowspan', 'colwidth'],
}

const OWNED_STYLE: Record<string, string[]> = {
  paragraph: ['text-align'],
  heading: ['text-align'],
  tableCell: ['text-align'],
  tableHeader: ['text-align'],
}

/** Reads what is to be kept of an element; `styles` are the CSS properties that a node stores itself. */
export function readKept(element: Element, owned: string[] = [], styles: string[] = []): Kept | null {
  const kept: Kept = {}
  for (const { name, value } of element.attributes) {
    if (NEVER.test(name) || owned.includes(name)) continue
    const text = name === 'style' ? readStyle(element as HTMLElement, styles) : value
    if (text || (name !== 'style' && name !== 'class')) kept[name] = text
  }
  return Object.keys(kept).length > 0 ? kept : null
}

function readStyle(element: HTMLElement, without: string[]): string {
  const copy = element.ownerDocument.createElement('i')
  copy.style.cssText = element.style.cssText
  for (const property of without) copy.style.removeProperty(property)
  return copy.style.cssText
}

const BLOCKS = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'horizontalRule',
  'codeBlock',
  'preformatted',
  'container',
  'figure',
  'figcaption',
  'details',
  'summary',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'image',
]
const MARKS = ['link', 'highlight', 'bold', 'italic', 'strike', 'underline', 'code', 'subscript', 'superscript']

const attributeOf = (type: string) => ({
  types: [type],
  attributes: {
    kept: {
      default: null,
      keepOnSplit: false,
      parseHTML: (element: HTMLElement) => readKept(element, OWNED[type], OWNED_STYLE[type]),
      renderHTML: (attributes: Record<string, unknown>) => (attributes.kept as Kept | null) ?? {},
    },
  },
})

export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [...BLOCKS, ...MARKS].map(attributeOf),
})
