import { type Footnote, type FootnotedText, freeName } from './footnote-names.ts'
import { readFootnotes } from './footnote-reader.ts'

/** The mark of a note in the text. */
export const footnoteMark = (name: string, number: number): string =>
  `<sup><a id="fnref-${name}" href="#fn-${name}" role="doc-noteref" rel="noopener">${number}</a></sup>`

/** The body again. @param backWords what the link from a note to its mark says to assistive technology */
export function writeFootnotes({ pieces, notes }: Pick<FootnotedText, 'pieces' | 'notes'>, backWords: string): string {
  const text = pieces.reduce((html, piece, at) => html + footnoteMark(notes[at - 1]!.name, at) + piece)
  if (notes.length === 0) return text
  const items = notes.map(({ name, html }) => {
    const back = `<a href="#fnref-${name}" role="doc-backlink" rel="noopener" aria-label="${backWords}">↩</a>`
    return `<li id="fn-${name}">${html && `${html} `}${back}</li>`
  })
  return `${text}<ol class="footnotes">${items.join('')}</ol>`
}

const INLINE = /<sup data-footnote="([0-9a-f]{8})" title="([^"]*)"><\/sup>/g

/** A body with each note in the place of its mark, so that the two are one when texts are compared or merged. */
export function withNotesInline(html: string): string {
  const { pieces, notes } = readFootnotes(html)
  return pieces.reduce((text, piece, at) => {
    const { name, html: note } = notes[at - 1]!
    const escaped = note
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
    return `${text}<sup data-footnote="${name}" title="${escaped}"></sup>${piece}`
  })
}

/** The contrary. A note that two people put at two places gets another name at the second. */
export function withNotesAtEnd(html: string, backWords: string): string {
  const pieces: string[] = []
  const notes: Footnote[] = []
  const used = new Map<string, string>()
  let at = 0
  for (const { 0: mark, 1: name = '', 2: note = '', index } of html.matchAll(INLINE)) {
    pieces.push(html.slice(at, index))
    at = index + mark.length
    const plain = note
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    notes.push({ name: used.has(name) ? freeName(name, () => false, used) : name, html: plain })
    used.set(name, plain)
  }
  return writeFootnotes({ pieces: [...pieces, html.slice(at)], notes }, backWords)
}

/** What the links back to the text say, of the first body that has any. */
export const backWordsOf = (...bodies: string[]): string =>
  bodies.map((html) => readFootnotes(html).backWords).find(Boolean) ?? ''
