import { isLowSurrogate, spansOf } from '../articles/article-highlight-rules.ts'
import { plainText } from '../articles/body-html-text.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** A text as HTML: escaped, and each of these words in `<mark>`. */
export function highlighted(text: string, words: ReadonlySet<string>): string {
  let html = ''
  let done = 0
  for (const { from, to } of spansOf(text, (word) => words.has(word))) {
    html += `${escapeHtml(text.slice(done, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`
    done = to
  }
  return html + escapeHtml(text.slice(done))
}

/**
 * The excerpt of a result as HTML: the editor's where it has one of the words, else the part of the body that has one, else the
 * editor's or the beginning of the body.
 */
export function highlightedExcerpt(excerpt: string, body: string, words: ReadonlySet<string>): string {
  const given = highlighted(excerpt, words)
  if (given.includes('<mark>')) return given
  const near = bodyPart(body, words)
  if (near !== undefined) {
    const part = highlighted(excerptOf(plainText(near), words), words)
    if (part.includes('<mark>')) return part
  }
  const part = highlighted(excerptOf(plainText(body), words), words)
  return part.includes('<mark>') || excerpt === '' ? part : given
}

/** Characters of HTML around a word that are read for an excerpt. */
const AROUND = 3000

/**
 * The HTML around the first place that looks like one of these words, from an element on; undefined when there is none. To read
 * all of a long body for two lines of it would cost more than to find the article.
 */
function bodyPart(html: string, words: ReadonlySet<string>): string | undefined {
  const folded = html.toLowerCase()
  const places = [...words].map((word) => folded.indexOf(word)).filter((place) => place >= 0)
  if (places.length === 0) return undefined
  const first = Math.min(...places)
  const from = first > AROUND ? html.lastIndexOf('<', first - AROUND) : 0
  const to = html.indexOf('<', first + AROUND)
  return html.slice(Math.max(0, from), to < 0 ? undefined : to)
}

/** Characters of an excerpt, and how many of these come before what was found. */
const EXCERPT = 240
const BEFORE = 80
/** A text is looked through in parts of this many characters. */
const PART = 2000

/** The part of a text that shows the first of these words; the beginning when it has none. On one line, cut between words. */
export function excerptOf(text: string, words: ReadonlySet<string>): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const first = firstPlace(line, words)
  const start = first === undefined || first <= BEFORE ? 0 : wordStart(line, first - BEFORE, first)
  const rest = line.slice(start)
  const end = rest.length <= EXCERPT ? rest.length : wordEnd(rest)
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`
}

function firstPlace(line: string, words: ReadonlySet<string>): number | undefined {
  const folded = line.toLowerCase()
  // Most parts have none of the words, which is told sooner than where words begin and end.
  for (let from = 0; from < line.length; from += PART) {
    const part = folded.slice(from, from + PART + EXCERPT)
    if (![...words].some((word) => part.includes(word))) continue
    const [span] = spansOf(line.slice(from, from + PART + EXCERPT), (word) => words.has(word))
    if (span) return from + span.from
  }
  return undefined
}

function wordStart(line: string, from: number, before: number): number {
  const space = line.indexOf(' ', from)
  const start = space >= 0 && space < before ? space + 1 : from
  return isLowSurrogate(line, start) ? start + 1 : start
}

function wordEnd(rest: string): number {
  const space = rest.lastIndexOf(' ', EXCERPT)
  const end = space > EXCERPT - BEFORE ? space : EXCERPT
  return isLowSurrogate(rest, end) ? end - 1 : end
}
