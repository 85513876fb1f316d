import { cardHtml, type CardFields, type Note } from './ghost-cards.ts'
import { storable } from './ghost-records.ts'
import { escapeHtml } from './html-tree.ts'

/** The bits of `format`, from the innermost element to the outermost. */
const FORMATS: [number, string][] = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
  [8, 'u'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
]
const HEADING = /^h[1-6]$/

/** What Ghost 5 and later store, the state of a Lexical editor, as HTML; undefined where it is something else. */
export function lexicalHtml(state: unknown, note: Note): string | undefined {
  const root = fieldsOf(fieldsOf(state)?.['root'])
  return root && childrenOf(root) ? blocksOf(root, note) : undefined
}

const fieldsOf = (value: unknown): CardFields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CardFields) : undefined

function childrenOf(node: CardFields): CardFields[] | undefined {
  const { children } = node
  return Array.isArray(children)
    ? children.flatMap((child: unknown) => {
        const fields = fieldsOf(child)
        return fields ? [fields] : []
      })
    : undefined
}

const blocksOf = (node: CardFields, note: Note) =>
  (childrenOf(node) ?? []).map((child) => nodeHtml(child, note)).join('')

function nodeHtml(node: CardFields, note: Note): string {
  const type = typeof node['type'] === 'string' ? node['type'].replace(/^extended-/, '') : ''
  const inner = () => blocksOf(node, note)
  switch (type) {
    case 'text':
    case 'tk':
      return textHtml(node)
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'heading': {
      const tag = typeof node['tag'] === 'string' && HEADING.test(node['tag']) ? node['tag'] : 'h2'
      return `<${tag}>${inner()}</${tag}>`
    }
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`
    case 'list':
      return listHtml(node, note)
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'link':
    case 'autolink':
    case 'at-link':
      return linkHtml(node, inner())
    case 'at-link-search':
    case 'zwnj':
      return ''
    default:
      return childrenOf(node)?.length ? `<p>${inner()}</p>` : cardHtml(type || 'unknown', node, note)
  }
}

function textHtml({ text, format }: CardFields): string {
  if (typeof text !== 'string') return ''
  const bits = typeof format === 'number' ? format : 0
  return FORMATS.reduce(
    (inner, [bit, tag]) => ((bits & bit) !== 0 ? `<${tag}>${inner}</${tag}>` : inner),
    escapeHtml(storable(text)),
  )
}

function linkHtml({ url }: CardFields, inner: string): string {
  const address = typeof url === 'string' ? escapeHtml(storable(url)) : ''
  return address ? `<a href="${address}">${inner || address}</a>` : inner
}

/** A list within a list is an item of its own there; in HTML it belongs to the item before it. */
function listHtml(node: CardFields, note: Note): string {
  const tag = node['listType'] === 'number' || node['tag'] === 'ol' ? 'ol' : 'ul'
  const start =
    typeof node['start'] === 'number' && node['start'] > 1 && tag === 'ol' ? ` start="${node['start']}"` : ''
  const items: string[] = []
  for (const child of childrenOf(node) ?? []) {
    const within = childrenOf(child) ?? []
    const isNested = within.length > 0 && within.every(({ type }) => type === 'list')
    const inner = child['type'] === 'listitem' ? blocksOf(child, note) : nodeHtml(child, note)
    if (isNested && items.length) items.push(`${items.pop() ?? ''}${inner}`)
    else items.push(inner)
  }
  return `<${tag}${start}>${items.map((inner) => `<li>${inner}</li>`).join('')}</${tag}>`
}
