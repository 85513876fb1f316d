import type { HtmlElement } from './html-nodes.ts'

type Attributes = HtmlElement['attribs']

const NAMES: Record<string, string> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underline',
  s: 'strike',
  strike: 'strike',
  mark: 'highlight',
}
/** Formatting that a name and a value say best, and what its own attributes are beside. */
const SHOWN = new Set(['class', 'style', 'data-type', 'data-checked', 'data-align', 'data-variant', 'href', 'src'])

/** The formatting of an inline element, added to that around it. */
export function marksOf({ name, attribs }: HtmlElement, around: readonly string[]): readonly string[] {
  const style = attribs['style'] ?? ''
  const own: string[] = []
  if (name === 'a') {
    if (attribs['href']) own.push(`link:${attribs['href']}`)
    if (attribs['target']) own.push('newTab')
  } else if (name === 'mark') own.push(attribs['data-color'] ? `highlight:${attribs['data-color']}` : 'highlight')
  else if (name !== 'span' && name !== 'label' && name !== 'picture') own.push(NAMES[name] ?? name)
  const colour = /(?:^|;)\s*color:\s*([^;]+)/.exec(style)?.[1]
  if (colour) own.push(`colour:${colour.trim()}`)
  const background = /background-color:\s*([^;]+)/.exec(style)?.[1]
  if (background && name !== 'mark') own.push(`highlight:${background.trim()}`)
  const added = own.filter((mark) => !around.includes(mark))
  return added.length > 0 ? [...around, ...added].toSorted() : around
}

/** left, right, center, justify, wide or full; empty: as the text around it. */
export function alignOf(attribs: Attributes): string {
  const fromClass = /\b(?:align|has-text-align-|text-)(left|right|center|justify|wide|full)\b/.exec(
    attribs['class'] ?? '',
  )?.[1]
  const fromStyle = /text-align:\s*(left|right|center|justify)/.exec(attribs['style'] ?? '')?.[1]
  return attribs['data-align'] ?? fromClass ?? fromStyle ?? ''
}

export function widthOf(attribs: Attributes): string {
  const fromStyle = /(?:^|;)\s*width:\s*([^;]+)/.exec(attribs['style'] ?? '')?.[1]?.trim()
  return (fromStyle ?? attribs['width'] ?? '').replace(/px$/, '')
}

/** A callout with its variant, as 'callout:warning'; empty: no callout. */
export function callout(attribs: Attributes): string {
  const match = /\bcallout(?:-([a-z]+))?\b/.exec(attribs['class'] ?? '')
  const variant = attribs['data-variant'] ?? match?.[1]
  if (match || attribs['data-type'] === 'callout') return variant ? `callout:${variant}` : 'callout'
  return ''
}

/** The attributes of a block that are neither shown nor named otherwise. */
export function otherAttributes(attribs: Attributes): Record<string, string> {
  const entries = Object.entries(attribs).filter(([name]) => !SHOWN.has(name))
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
