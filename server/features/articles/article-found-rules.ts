import { headFields } from '#contract/article-fields.ts'
import type { ArticleFound } from '#contract/articles.ts'
import { plainText } from './body-html-text.ts'
import { isLowSurrogate, type Span, spansOf } from './article-highlight-rules.ts'
import { fold, type Search } from './article-search-rules.ts'

/** The short texts beside the title; the address says least. */
export const shortFields = headFields
  .filter((name) => name !== 'title')
  .toSorted((a, b) => Number(a === 'slug') - Number(b === 'slug'))

/** What an article is found by, as a person may see it. */
export type Texts = {
  id: string
  texts: string[]
  tags: string[]
  /** Around each word that is sought in its text, as HTML without tags. */
  parts: (string | null)[]
}

/** A short text, and where it has the words of a search. */
type Extract = { text: string; marks: Span[] }

type Sought = Pick<Search, 'pieces' | 'beginning' | 'folded'>

/** The words of a search that a title does not show. */
export function wordsBeside(title: string, { pieces }: Sought): string[] {
  const shown = fold(title)
  return pieces.filter((piece) => !shown.includes(piece))
}

/** How many of these words a text has. */
const countIn = (text: string, words: readonly string[]): number => {
  const folded = fold(text)
  return words.filter((word) => folded.includes(word)).length
}

/** Characters of an extract, and how many of these come before the first word. */
const LENGTH = 140
const BEFORE = 40

/**
 * The part of a text around the first of these words of a search, on one line, with all words of the search marked; undefined where
 * it has none.
 */
function extractOf(text: string, search: Sought, words: readonly string[], length = LENGTH): Extract | undefined {
  const line = text.replace(/\s+/g, ' ').trim()
  const { folded } = search
  let spans = spansOf(line, isOneOf(search.pieces, search))
  const inside = spans.length === 0 ? line.toLowerCase().indexOf(folded) : -1
  if (inside >= 0) spans = [{ from: inside, to: inside + folded.length }]
  const first = spansOf(line, isOneOf(words, search))[0] ?? spans[0]
  if (!first) return undefined
  const start = first.from <= BEFORE ? 0 : wordStart(line, first.from - BEFORE, first.from)
  const end = line.length - start <= length ? line.length : wordEnd(line, start + length, first.to)
  const [before, after] = [start > 0 ? '… ' : '', end < line.length ? ' …' : '']
  const at = before.length - start
  const marks = spans.filter(({ from, to }) => from >= start && to <= end)
  return {
    text: `${before}${line.slice(start, end)}${after}`,
    marks: marks.map(({ from, to }) => ({ from: from + at, to: to + at })),
  }
}

/** The last Latin word of a search may be the beginning of one. */
const isOneOf =
  (words: readonly string[], { beginning }: Sought) =>
  (word: string) =>
    words.includes(word) || (beginning !== null && words.includes(beginning) && word.startsWith(beginning))

/** Two extracts on one line. */
const together = (a: Extract, b: Extract): Extract => {
  const begin = b.text.startsWith('…') || a.text.endsWith('…') ? a.text : `${a.text} …`
  const text = begin.endsWith('…') && b.text.startsWith('… ') ? b.text.slice(2) : b.text
  const at = begin.length + 1 - (b.text.length - text.length)
  return {
    text: `${begin} ${text}`,
    marks: [...a.marks, ...b.marks.map(({ from, to }) => ({ from: from + at, to: to + at }))],
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

/** Of two extracts on one line. */
const HALF = 80

/**
 * The place that has the most of the words that the title lacks.
 * @param sought the words of `row.parts`
 * @param words those that the title lacks
 */
export function foundIn(
  row: Texts,
  search: Search,
  sought: readonly string[],
  words: readonly string[],
): ArticleFound | undefined {
  const named = (name: ArticleFound['in'], text: string) => ({
    in: name,
    count: countIn(text, words),
    extract: () => extractOf(text, search, words),
  })
  const [slug, ...short] = shortFields.map((name, at) => named(name, row.texts[at] ?? '')).toReversed()
  const parts = row.parts.flatMap((part, at) =>
    part && words.includes(sought[at]!) ? { word: sought[at]!, text: readable(part) } : [],
  )
  const body = { in: 'body' as const, count: parts.length, extract: () => inParts(parts, search) }
  const places = [...short.toReversed(), ...row.tags.map((name) => named('tags', name)), body, ...(slug ? [slug] : [])]
  for (const place of places.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)) {
    const extract = place.extract()
    if (extract) return { in: place.in, ...extract }
  }
  return undefined
}

/** A part of HTML without tags, without the name of a character that was cut at its beginning. */
const readable = (html: string): string => plainText(html.replace(/^[^\s&]{0,12};/, '')).replace(/\s+/g, ' ')

function inParts([first, ...rest]: readonly { word: string; text: string }[], search: Search): Extract | undefined {
  if (!first) return undefined
  const whole = extractOf(first.text, search, [first.word])
  const missing = whole && rest.find(({ word }) => countIn(whole.text, [word]) === 0)
  const other = missing && extractOf(missing.text, search, [missing.word], HALF)
  const half = other && extractOf(first.text, search, [first.word], HALF)
  return half ? together(half, other) : whole
}
