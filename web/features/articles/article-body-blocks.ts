import { tagsOf } from './article-html-tags.ts'
import { sentencesOf } from './article-sentences.ts'

const OPENS = /^\s*<([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/i
const BEGINS_WITH_BLOCK = /^\s*<(?:ul|ol|li|blockquote|p|h[1-6]|figure|pre|table)\b/i
const SPAN = /\b(?:col|row)span\s*=\s*["']?(?!["']?1\b)/i

/** The outermost elements of well-formed HTML and what is between them; joined, they are the HTML again. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = []
  let depth = 0
  let start = 0
  for (const { end, isEnd, isVoid } of tagsOf(html)) {
    if (isEnd) depth--
    else if (!isVoid) depth++
    if (depth > 0) continue
    depth = 0
    blocks.push(html.slice(start, end))
    start = end
  }
  return start < html.length ? [...blocks, html.slice(start)] : blocks
}

/** Name of the element that a block is; empty for plain text. */
export const nameOf = (block: string): string => OPENS.exec(block)?.[1]?.toLowerCase() ?? ''

/** The tag that a block begins with. */
export const startTagOf = (block: string): string => OPENS.exec(block)?.[0] ?? ''

/**
 * A block taken apart; `start`, `parts` and `end` joined are the block again. How its parts correspond to those of another version:
 * `sequence`: blocks, some may be added or missing; `position`: the cells of a row, the parts of a table; `sentence`: sentences.
 */
export type OpenedBlock = { name: string; start: string; parts: string[]; end: string; by: PartsBy; columns?: number }
export type PartsBy = 'sequence' | 'position' | 'sentence'

/** @returns undefined for what is only taken as a whole: a picture, a table with merged cells … */
export function openedBlock(block: string): OpenedBlock | undefined {
  const [start, given] = OPENS.exec(block) ?? []
  const name = given?.toLowerCase() ?? ''
  const end = `</${given}>`
  if (!start || !block.endsWith(end)) return undefined
  const inner = block.slice(start.length, -end.length)
  const opened = (by: PartsBy, parts = blocksOf(inner)) => ({ name, start, parts, end, by })
  switch (name) {
    case 'table': {
      const columns = columnsOf(block, inner)
      return columns === undefined ? undefined : { ...opened('position'), columns }
    }
    case 'tr':
      return opened('position')
    case 'thead':
    case 'tbody':
    case 'tfoot':
    case 'ul':
    case 'ol':
      return opened('sequence')
    case 'li':
    case 'blockquote':
    case 'td':
    case 'th':
      if (BEGINS_WITH_BLOCK.test(inner)) return opened('sequence')
  }
  if (!/^(?:p|h[1-6]|li|blockquote|td|th)$/.test(name)) return undefined
  const sentences = sentencesOf(inner)
  return sentences && opened('sentence', sentences)
}

/** How many cells each row of a table has; undefined when they differ, or a cell reaches over others. */
function columnsOf(table: string, inner: string): number | undefined {
  if (SPAN.test(table) || tagsOf(inner).some(({ name }) => name === 'table')) return undefined
  const counts = new Set(
    table
      .split(/<tr\b/i)
      .slice(1)
      .map((row) => tagsOf(row).filter(({ name, isEnd }) => !isEnd && (name === 'td' || name === 'th')).length),
  )
  return counts.size === 1 ? [...counts][0] : undefined
}

/** Whether these versions of one block can be compared part by part. */
export const sameShape = (one: OpenedBlock, other: OpenedBlock): boolean =>
  one.by === other.by &&
  one.columns === other.columns &&
  (one.by !== 'position' || String(one.parts.map(nameOf)) === String(other.parts.map(nameOf)))

/** Whether the contents of two tables differ in more than their rows: in the widths of columns, in the caption. */
export function differsOutsideRows(one: string, other: string): boolean {
  const [parts, others] = [blocksOf(one), blocksOf(other)]
  return parts.length !== others.length || parts.some((part, at) => part !== others[at] && !isRows(part))
}

const isRows = (part: string) => /^t(?:head|body|foot|r)$/.test(nameOf(part))
