import { Parser } from 'htmlparser2'
import { FOOTNOTE_HREF } from '#contract/footnote-names.ts'
import { wholeElements } from './body-html-rules.ts'

const BLOCKS = new Set(
  `p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption tr td th figure figcaption blockquote pre details summary
   address hr br section article header footer aside nav main form fieldset video audio iframe`.split(/\s+/),
)
const SILENT = new Set(wholeElements)

/** The words of a body as a reader sees them, one block per line, without the numbers of its footnotes. For search and for counting. */
export function plainText(html: string): string {
  let text = ''
  let silent = 0
  const silentLinks: boolean[] = []
  const parser = new Parser({
    onopentag(tag, { href = '' }) {
      const isSilent = SILENT.has(tag) || FOOTNOTE_HREF.test(href)
      if (tag === 'a') silentLinks.push(isSilent)
      if (isSilent) silent++
      if (BLOCKS.has(tag)) text += '\n'
    },
    ontext(data) {
      if (!silent) text += data
    },
    onclosetag(tag) {
      if (SILENT.has(tag) || (tag === 'a' && silentLinks.pop())) silent--
      if (BLOCKS.has(tag)) text += '\n'
    },
  })
  parser.end(html)
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join('\n')
    .normalize('NFC')
}

// Scripts written without spaces count by character, as editors of those languages do.
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:['’.-](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+)*/gu

/** Words of a plain text: each word between spaces, and each Chinese or Japanese character. */
export function countWords(text: string): number {
  let count = 0
  for (const _ of text.matchAll(WORDS)) count++
  return count
}

const CHARACTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
// As in the footer of the editor.
const WORDS_PER_MINUTE = 240
const CHARACTERS_PER_MINUTE = 400

/** Whole minutes an average reader needs for a plain text; 0 only for nothing. */
export function readingMinutes(text: string, words = countWords(text)): number {
  let characters = 0
  for (const _ of text.matchAll(CHARACTERS)) characters++
  return Math.ceil((words - characters) / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE)
}
