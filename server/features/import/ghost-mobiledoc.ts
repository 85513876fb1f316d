import { cardHtml, type CardFields, type Note } from './ghost-cards.ts'
import { storable } from './ghost-records.ts'
import { escapeHtml } from './html-tree.ts'

/** Tags of sections and of markups. Others are read as text. */
const SECTIONS = new Map([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((tag) => [tag, tag] as const),
  ['aside', 'blockquote'],
  ['pull-quote', 'blockquote'],
])
const MARKUPS = new Set(['a', 'b', 'code', 'em', 'i', 's', 'strong', 'sub', 'sup', 'u', 'del', 'mark'])

type Read = { markups: unknown[][]; atoms: unknown[][]; cards: unknown[][]; note: Note }

/** What Ghost 1 to 4 store, the format Mobiledoc, as HTML; undefined where it is something else. */
export function mobiledocHtml(state: unknown, note: Note): string | undefined {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return undefined
  const { sections, markups, atoms, cards } = state as Record<string, unknown>
  if (!Array.isArray(sections)) return undefined
  const read = { markups: rowsOf(markups), atoms: rowsOf(atoms), cards: rowsOf(cards), note }
  return rowsOf(sections)
    .map((section) => sectionHtml(section, read))
    .join('')
}

const rowsOf = (value: unknown): unknown[][] =>
  Array.isArray(value) ? value.map((row: unknown) => (Array.isArray(row) ? row : [])) : []
const indexed = (rows: unknown[][], index: unknown): unknown[] | undefined =>
  typeof index === 'number' ? rows[index] : undefined

function sectionHtml([kind, second, third]: unknown[], read: Read): string {
  switch (kind) {
    case 1: {
      const tag = SECTIONS.get(String(second)) ?? 'p'
      const inner = markersHtml(rowsOf(third), read)
      return tag === 'blockquote' ? `<blockquote><p>${inner}</p></blockquote>` : `<${tag}>${inner}</${tag}>`
    }
    case 2:
      return cardHtml('image', { src: second }, read.note)
    case 3: {
      const tag = second === 'ol' ? 'ol' : 'ul'
      return `<${tag}>${rowsOf(third)
        .map((item) => `<li>${markersHtml(rowsOf(item), read)}</li>`)
        .join('')}</${tag}>`
    }
    case 10: {
      const [name, fields] = indexed(read.cards, second) ?? []
      if (typeof name === 'string')
        return cardHtml(name, typeof fields === 'object' && fields !== null ? (fields as CardFields) : {}, read.note)
      read.note('ghost:card')
      return ''
    }
    default:
      read.note('ghost:section')
      return ''
  }
}

/** Each marker opens markups by their index, holds a text or an atom, and closes as many of the open ones as it says. */
function markersHtml(markers: unknown[][], read: Read): string {
  const open: string[] = []
  let html = ''
  const close = () => {
    const tag = open.pop()
    html += tag ? `</${tag}>` : ''
  }
  for (const marker of markers) {
    // Before version 0.3 there were texts only.
    const [kind, opened, closed, value] = Array.isArray(marker[0]) ? [0, ...marker] : marker
    for (const index of Array.isArray(opened) ? (opened as unknown[]) : []) {
      const { tag, attributes } = markupOf(indexed(read.markups, index))
      html += tag && `<${tag}${attributes}>`
      open.push(tag)
    }
    html +=
      kind === 1 ? atomHtml(indexed(read.atoms, value)) : typeof value === 'string' ? escapeHtml(storable(value)) : ''
    for (let left = typeof closed === 'number' ? closed : 0; left > 0 && open.length; left--) close()
  }
  while (open.length) close()
  return html
}

function markupOf([name, given]: unknown[] = []): { tag: string; attributes: string } {
  const tag = typeof name === 'string' && MARKUPS.has(name) ? name : ''
  const pairs: unknown[] = Array.isArray(given) ? given : []
  const at = pairs.indexOf('href')
  const href = at >= 0 ? pairs[at + 1] : undefined
  return { tag, attributes: tag === 'a' && typeof href === 'string' ? ` href="${escapeHtml(storable(href))}"` : '' }
}

const atomHtml = ([name, text]: unknown[] = []) =>
  name === 'soft-return' ? '<br>' : typeof text === 'string' ? escapeHtml(storable(text)) : ''
