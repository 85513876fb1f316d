import { tagsOf } from './article-html-tags.ts'

/** Longer than any paragraph that people write; the time needed grows with its square. */
const MOST_CHARACTERS = 20_000
const INLINE = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
)
/** An end with the quotation marks and brackets that belong to it. */
const END = /[.!?…]+["'”’»)\]]*(?=[ \t\r\n<]|$)|[。！？]+["'”’」』）》〉】]*/gu
/** A period here may belong to a word: "J. Smith", "3. Mai", "e.g. here", "Dr. Mayer". */
const SHORTENED =
  /(?:^|[^\p{L}\p{N}])(?:\p{L}|\d+|\p{L}+\.\p{L}+|mr|mrs|ms|dr|prof|st|sr|jr|vs|no|nr|vol|fig|art|etc|approx|inc|ltd|co|ca|bzw|usw|abb)\.$/iu

/**
 * The sentences of a paragraph, each with the space before it; joined, they are the HTML again. An end inside an element
 * (<em>, <a>) is none, so that each sentence is well formed. Where it is not sure that a sentence ends, it does not.
 * @returns undefined when there are blocks in it, or elements that do not end
 */
export function sentencesOf(html: string): string[] | undefined {
  if (html.length > MOST_CHARACTERS || html.includes('<!--')) return undefined
  const tags = tagsOf(html)
  if (tags.some(({ name }) => !INLINE.has(name))) return undefined
  const sentences: string[] = []
  let depth = 0
  let start = 0
  let textAt = 0
  for (const tag of [...tags, undefined]) {
    const textEnd = tag?.at ?? html.length
    if (depth === 0)
      for (const { 0: mark, index } of html.slice(textAt, textEnd).matchAll(END)) {
        const end = textAt + index + mark.length
        if (!endsThere(html, mark, end)) continue
        sentences.push(html.slice(start, end))
        start = end
      }
    if (!tag) break
    if (!tag.isVoid) depth += tag.isEnd ? -1 : 1
    if (depth < 0) return undefined
    textAt = tag.end
  }
  if (depth !== 0) return undefined
  return start < html.length ? [...sentences, html.slice(start)] : sentences
}

function endsThere(html: string, mark: string, end: number): boolean {
  if (/^[。！？]/u.test(mark)) return true
  const next = html
    .slice(end)
    .replace(/<[^>]*>/g, '')
    .trimStart()
  if (/^\p{Ll}/u.test(next)) return false
  return !(mark.startsWith('.') && SHORTENED.test(html.slice(0, end - mark.length + 1).replace(/<[^>]*>/g, ' ')))
}
