import { isLowSurrogate, spansOf } from './article-highlight-rules.ts'
import { fold, type Search } from './article-search-rules.ts'

/** A short text, and where it has the words of a search. */
export type Extract = { text: string; marks: [from: number, to: number][] }

type Sought = Pick<Search, 'pieces' | 'beginning' | 'folded'>

/** The words of a search that a title does not show. */
export function wordsBeside(title: string, { pieces }: Sought): string[] {
  const shown = fold(title)
  return pieces.filter((piece) => !shown.includes(piece))
}

/** How many of these words a text has. */
export const countIn = (text: string, words: readonly string[]): number => {
  const folded = fold(text)
  return words.filter((word) => folded.includes(word)).length
}

/** Characters of an extract, and how many of these come before the first word. */
const LENGTH = 140
const BEFORE = 40

/** The part of a text around the first word of a search, on one line; undefined where it has none. */
export function extractOf(text: string, { pieces, beginning, folded }: Sought, length = LENGTH): Extract | undefined {
  const line = text.replace(/\s+/g, ' ').trim()
  const whole = new Set(pieces)
  let spans = spansOf(line, (word) => whole.has(word) || (beginning !== null && word.startsWith(beginning)))
  const inside = spans.length === 0 ? line.toLowerCase().indexOf(folded) : -1
  if (inside >= 0) spans = [{ from: inside, to: inside + folded.length }]
  const [first] = spans
  if (!first) return undefined
  const start = first.from <= BEFORE ? 0 : wordStart(line, first.from - BEFORE, first.from)
  const end = line.length - start <= length ? line.length : wordEnd(line, start + length, first.to)
  const [before, after] = [start > 0 ? '… ' : '', end < line.length ? ' …' : '']
  const at = before.length - start
  const marks = spans.filter(({ from, to }) => from >= start && to <= end)
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    marks: marks.map(({ from, to }) => [from + at, to + at]),
  }
}

/** Two extracts on one line. */
export const together = (a: Extract, b: Extract): Extract => {
  const begin = b.text.startsWith('…') || a.text.endsWith('…') ? a.text : `${a.text} …`
  const text = begin.endsWith('…') && b.text.startsWith('… ') ? b.text.slice(2) : b.text
  const at = begin.length + 1 - (b.text.length - text.length)
  return {
    text: `${begin} ${text}`,
    marks: [...a.marks, ...b.marks.map(([from, to]): [number, number] => [from + at, to + at])],
  }
}

function wordStart(line: string, from: number, before: number): number {
  const space = line.indexOf(' ', from)
  const start = space >= 0 && space < before ? space + 1 : from
  return isLowSurrogate(line, start) ? start + 1 : start
}

function wordEnd(line: string, to: number, after: number): number {
  const space = line.lastIndexOf(' ', to)
  const end = space >= after && space > to - BEFORE ? space : Math.max(to, after)
  return isLowSurrogate(line, end) ? end - 1 : end
}
