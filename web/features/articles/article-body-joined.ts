import { openedBlock, type OpenedBlock } from './article-body-blocks.ts'
import { isWellFormed, tagsOf } from './article-html-tags.ts'
import { weightOfWord, wordsOf } from './compare/words.ts'

/** What begins and ends with more of the same words than this share of the shorter one is one sentence that two people changed. */
const SAME_SENTENCE = 0.5

/**
 * Two versions of a paragraph as one with both: the beginning and end that both have are there once, first mine and then theirs
 * between. Whole sentences, or words where it is one sentence that both changed.
 * @returns undefined where they have too little in common to be one paragraph
 */
export function joinedParagraph(mine: string, theirs: string): string | undefined {
  const [own, other] = [openedBlock(mine), openedBlock(theirs)]
  if (!own || !other || !areVersions(own, other)) return undefined
  const inner =
    joinedParts(own.parts, other.parts, joinedWords) ?? joinedWords(own.parts.join(''), other.parts.join(''))
  return inner !== undefined && isWellFormed(inner) ? own.start + inner + own.end : undefined
}

const areVersions = (own: OpenedBlock, other: OpenedBlock) =>
  own.by === 'sentence' && other.by === 'sentence' && own.start === other.start && own.end === other.end

/** @returns undefined where they share neither beginning nor end, or a cut would be inside an element */
function joinedParts(
  own: readonly string[],
  other: readonly string[],
  joinedMiddle?: (mine: string, theirs: string) => string | undefined,
): string | undefined {
  const { start, end } = shared(own, other)
  if (start + end === 0) return undefined
  const middle = (parts: readonly string[]) => parts.slice(start, parts.length - end).join('')
  const [mine, theirs] = [middle(own), middle(other)]
  const ending = own.slice(own.length - end).join('')
  const between = mine === '' || theirs === '' ? mine + theirs : (joinedMiddle?.(mine, theirs) ?? apart(mine, theirs))
  return own.slice(0, start).join('') + (ending ? apart(between, ending) : between)
}

/** How many parts at the beginning and at the end are the same, each of them whole elements. */
function shared(own: readonly string[], other: readonly string[]): { start: number; end: number } {
  const most = Math.min(own.length, other.length)
  let start = 0
  while (start < most && own[start] === other[start]) start++
  while (start > 0 && !isWellFormed(own.slice(0, start).join(''))) start--
  let end = 0
  while (end < most - start && own.at(-1 - end) === other.at(-1 - end)) end++
  while (end > 0 && !isWellFormed(own.slice(-end).join(''))) end--
  return { start, end }
}

/** One sentence that both changed. @returns undefined where they are two sentences */
function joinedWords(mine: string, theirs: string): string | undefined {
  const [own, other] = [partsOf(mine), partsOf(theirs)]
  const { start, end } = shared(own, other)
  const words = (parts: readonly string[]) =>
    parts.filter((part) => !part.startsWith('<') && weightOfWord(part) > 0).length
  const common = words(own.slice(0, start)) + words(own.slice(own.length - end))
  if (common <= SAME_SENTENCE * Math.min(words(own), words(other))) return undefined
  return joinedParts(own, other)
}

/** Tags and words, with spaces and signs by themselves. Joined they are the text. */
function partsOf(html: string): string[] {
  let at = 0
  const parts = tagsOf(html).flatMap(({ at: from, end }) => {
    const before = wordsOf(html.slice(at, from))
    at = end
    return [...before, html.slice(from, end)]
  })
  return [...parts, ...wordsOf(html.slice(at))]
}

/** With a space between where words would touch that belong to two versions. */
function apart(one: string, other: string): string {
  const needsSpace = /[\p{L}\p{N}.!?,;:)»”"'>]$/u.test(one) && /^[\p{L}\p{N}<(«“"']/u.test(other)
  const isUnspaced = /\p{Script=Han}|[。！？，、；：]/u.test((one.at(-1) ?? '') + (other[0] ?? ''))
  return needsSpace && !isUnspaced ? `${one} ${other}` : one + other
}
