import { isOneTypo } from '#contract/match-rank.ts'
import { searchFor } from '../articles/article-search-rules.ts'

/** A word that must be found; one of `others` will do, too, and counts less. */
export type WordGroup = { word: string; others: readonly string[] }
/** One way to say what is sought: all of its words must be found. */
export type Wording = {
  text: string
  /** Texts that may have been meant, too: a title may be one of them. */
  meant: readonly string[]
  groups: readonly WordGroup[]
  /** Instead of all groups, all words of any of these lists must be found. */
  instead?: readonly (readonly string[])[]
}

/** What is beyond this many words of a search is left out. */
const GROUPS_MAX = 24
/** A word of four letters may have lost one. */
const TYPO_LENGTH_MIN = 3
const BEGINNING_LENGTH_MIN = 4
const OTHERS_MAX = 8
const DENSE = /[ぁ-ヿ㐀-鿿가-힣]/u

/** English words that hardly any text lacks: beside other words they narrow nothing, and cost more than all the others. */
const EVERYWHERE = new Set(
  'a an and are as at be but by for from has have he her his in is it its not of on or she that the their they this to was were which will with'.split(
    ' ',
  ),
)

/** The words of a text as the index has them; undefined when it has none. */
export function wordingOf(text: string): Wording | undefined {
  const search = searchFor(text)
  if (!search || search.pieces.length === 0) return undefined
  const telling = search.pieces.filter((piece) => !EVERYWHERE.has(piece))
  const groups = (telling.length > 0 ? telling : search.pieces)
    .slice(0, GROUPS_MAX)
    .map((word) => ({ word, others: [] }))
  return { text: search.folded, meant: [], groups }
}

const isAlphabetic = (word: string) => /^\p{L}+$/u.test(word) && !DENSE.test(word)

/** The words that may have been mistyped. */
export const mistypable = ({ groups }: Wording): string[] =>
  groups.flatMap(({ word }) => (isAlphabetic(word) && Array.from(word).length >= TYPO_LENGTH_MIN ? [word] : []))

/** The last word, of which a reader may have typed the beginning only. */
export function beginningOf({ groups }: Wording): string | undefined {
  const last = groups.at(-1)?.word ?? ''
  return isAlphabetic(last) && Array.from(last).length >= BEGINNING_LENGTH_MIN ? last : undefined
}

/** The same wording in which these words will do, too. */
export const withOthers = (wording: Wording, othersOf: (word: string) => readonly string[]): Wording => ({
  ...wording,
  groups: wording.groups.map(({ word, others }) => ({
    word,
    others: [...new Set([...others, ...othersOf(word)])].filter((other) => other !== word).slice(0, OTHERS_MAX),
  })),
})

/** The word itself, and what is left of it when one letter is dropped; as `word_variants` in the database. */
export function variantsOf(word: string): string[] {
  const letters = Array.from(word)
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

const MEANT_MAX = 24

/**
 * The same wording with texts that may have been meant; `text` is the search as it was typed. One of its words is replaced, and with it all
 * that no text has, by the first that these may mean.
 */
export function withMeant(wording: Wording, seen: (word: string) => number): Wording {
  // What is hardly a word at all is the one that was mistyped.
  const groups = wording.groups.toSorted((a, b) => seen(a.word) - seen(b.word))
  const unknown = groups.flatMap(({ word, others: [other] }) => (seen(word) === 0 && other ? [{ word, other }] : []))
  const beside = (own: string) =>
    unknown.reduce((text, { word, other }) => (word === own ? text : replaced(text, word, other)), wording.text)
  const meant = groups.flatMap(({ word, others }) => others.map((other) => replaced(beside(word), word, other)))
  return { ...wording, meant: [...new Set(meant)].slice(0, MEANT_MAX) }
}

const replaced = (text: string, word: string, other: string) =>
  text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), other)

export type KnownWord = { word: string; seen: number }

/** What may have been meant by a word: the most frequent first, and those that begin with the same letter before others. */
export const meantBy = (typed: string, known: readonly KnownWord[]): string[] => {
  const weight = ({ word, seen }: KnownWord) => seen * (word[0] === typed[0] ? 10 : 1)
  return known
    .filter(({ word }) => word !== typed && isOneTypo(typed, word))
    .toSorted((a, b) => weight(b) - weight(a))
    .map(({ word }) => word)
    .slice(0, OTHERS_MAX)
}

const RUN_MIN = 4
const RUN_MAX = 12

/**
 * The same wording in which one character may be wrong, missing or too many; undefined for what is not one run of Chinese, or
 * too short to tell what is meant.
 */
export function withWrongCharacter(wording: Wording): Wording | undefined {
  const run = Array.from(wording.text)
  if (run.length < RUN_MIN || run.length > RUN_MAX || !run.every((character) => DENSE.test(character))) return undefined
  const instead = run.map((_, at) => [...piecesOf(run.slice(0, at)), ...piecesOf(run.slice(at + 1))])
  return { ...wording, instead: instead.map((words) => [...new Set(words)]) }
}

/** Each pair of neighbours, or the only character. */
const piecesOf = (run: readonly string[]): readonly string[] =>
  run.length === 1 ? run : run.slice(1).map((character, at) => `${run[at]}${character}`)

const lexeme = (word: string, mark: string) => `'${mark}${word}'`
const anyOf = (words: readonly string[], mark = '') => `(${words.map((word) => lexeme(word, mark)).join(' | ')})`

/** A tsquery for one wording. @param mark what is in front of each word: '=' for words of the title, subtitle and names */
const queryOf = ({ groups, instead }: Wording, mark: string): string =>
  instead?.map((words) => `(${words.map((word) => lexeme(word, mark)).join(' & ')})`).join(' | ') ??
  groups.map(({ word, others }) => anyOf([word, ...others], mark)).join(' & ')

/** A tsquery for any of the wordings, with conditions that must hold besides. */
export const searchQuery = (wordings: readonly Wording[], mark: '' | '=', conditions: readonly string[]): string =>
  [`(${wordings.map((wording) => `(${queryOf(wording, mark)})`).join(' | ')})`, ...conditions].join(' & ')

/** Whether a head has all words of one of the wordings in title, subtitle or names: what '=' asks the index. */
export const headQuery = (wordings: readonly Wording[]): string =>
  wordings
    .map(
      ({ groups, instead }) =>
        instead?.map((words) => `(${words.map((word) => anyIn([word])).join(' & ')})`).join(' | ') ??
        groups.map(({ word, others }) => anyIn([word, ...others])).join(' & '),
    )
    .map((words) => `(${words})`)
    .join(' | ')

const anyIn = (words: readonly string[]) => `(${words.map((word) => `'${word}':AB`).join(' | ')})`

/** A condition: the article has one of these authors, tags or categories. */
export const hasTerm = (ids: readonly string[]): string =>
  anyOf(
    ids.map((id) => id.replaceAll('-', '')),
    '@',
  )

/** How many rows are in a group of each level of the index, as a power of two. */
const GROUP_BITS = [9, 12, 15, 18]

/** A condition: the article is one of the newest up to this row, at least so many; in groups of the largest level that fits. */
export function newestRows(top: number, count: number): string {
  const level = GROUP_BITS.findLastIndex((bits) => 2 ** bits <= count)
  const size = 2 ** (GROUP_BITS[level] ?? 9)
  const last = Math.floor(top / size)
  const groups = Array.from({ length: Math.ceil(count / size) + 1 }, (_, n) => last - n).filter((group) => group >= 0)
  return anyOf(
    groups.map((group) => `${Math.max(0, level)}:${group}`),
    '#',
  )
}

export const IS_POPULAR = "'#popular'"

/** A condition: published in one of the months, or years, from one time to another. */
export function inMonths(from: string, to: string): string {
  const [first, last] = [new Date(from), new Date(to)]
  const parts: string[] = []
  for (let year = first.getUTCFullYear(); year <= last.getUTCFullYear(); year++) {
    const begins = year === first.getUTCFullYear() ? first.getUTCMonth() : 0
    const ends = year === last.getUTCFullYear() ? last.getUTCMonth() : 11
    if (begins === 0 && ends === 11) parts.push(`y:${year}`)
    else for (let month = begins; month <= ends; month++) parts.push(`m:${year}-${String(month + 1).padStart(2, '0')}`)
  }
  return anyOf(parts, '#')
}
