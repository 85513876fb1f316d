import { escapeLike } from '../../db/list-page.ts'

// Scripts without spaces between words: found by each character and each pair of neighbours.
const DENSE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー'
const RUNS = new RegExp(`[${DENSE}]+|(?:(?![${DENSE}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const IS_DENSE = new RegExp(`^[${DENSE}]`, 'u')
/** Whether a word is of a script without spaces. */
export const isDense = (word: string): boolean => IS_DENSE.test(word)

// A tsvector holds 1 MB; what is beyond these bounds is stored and shown, only not found by its late words.
const MOST_LEXEMES = 20_000
const MOST_BYTES = 400_000
const LONGEST_WORD = 64
const SHORTEST_TRIGRAM = 3

/** As texts are compared. */
export const fold = (value: string) => value.normalize('NFKC').toLowerCase()
function* runsOf(value: string) {
  for (const [run] of fold(value).matchAll(RUNS)) yield run
}
/** Where the runs of letters are in a text: `isDense` for those of a script without spaces. */
export const runsIn = (text: string): { run: string; at: number; isDense: boolean }[] =>
  [...text.matchAll(RUNS)].map((match) => ({ run: match[0], at: match.index, isDense: isDense(match[0]) }))
const cut = (word: string) => (word.length <= LONGEST_WORD ? word : Array.from(word).slice(0, LONGEST_WORD).join(''))

/** A condition of the readers' index: the article is in one of these categories, or below one. */
export const inBranches = (categories: readonly string[]): string =>
  `(${categories.map((id) => `'^${id.replaceAll('-', '')}'`).join(' | ')})`

/** What a substring search looks in. */
export const searchHead = (texts: readonly string[]): string => fold(texts.filter(Boolean).join('\n'))

/** Every word of an article once, for its tsvector. Of a very long text only the beginning is taken. */
export function searchWords(texts: readonly string[]): string[] {
  const words = new Set<string>()
  let bytes = 0
  for (const word of wordsOf(texts.join('\n'))) {
    if (words.has(word)) continue
    words.add(word)
    bytes += Buffer.byteLength(word)
    if (words.size >= MOST_LEXEMES || bytes > MOST_BYTES) break
  }
  return [...words]
}

/** One by one: of a very long text only the beginning is taken. */
function* wordsOf(text: string) {
  for (const run of runsOf(text)) {
    if (!isDense(run)) yield cut(run)
    else {
      yield* run
      yield* pairs(run)
    }
  }
}

export type Search = {
  /** All of them must match; null when the text has no words. */
  words: string | null
  /** The text anywhere in the head; null where the index could not help, or the words say enough. */
  like: string | null
  /** What has `like` in its head has these words, which the index finds sooner than the letters; null where that is not known. */
  likeWords: string | null
  /** The text anywhere, for rows that are few. */
  contains: string
  /** How many words must come together. */
  count: number
  /** What was typed, as texts are compared. */
  folded: string
  /** Each word, or pair of characters, that must come. */
  pieces: string[]
  /** The last Latin word, which may be the beginning of one. */
  beginning: string | null
}

type Known = {
  /** Every word that begins like the last Latin one: one of them must match instead. */
  completed?: readonly string[] | undefined
  /** Every longer word that a head needs to have the text without having its words: with it inside, or with its first word at the end. */
  longer?: readonly string[] | undefined
}

/**
 * What to look for: a tsquery in which all words must match (the last Latin one as a beginning),
 * and a LIKE pattern where the text is long enough for the index, or has no words at all.
 * @param known of the words of all articles
 */
export function searchFor(text: string, { completed, longer }: Known = {}): Search | null {
  const folded = fold(text).trim().replace(/\s+/g, ' ')
  if (!folded) return null
  const runs = [...runsOf(folded)]
  const lastLatin = runs.findLast((run) => !isDense(run))
  const piecesOf = (run: string) => {
    if (!isDense(run)) return [cut(run)]
    return Array.from(run).length === 1 ? [run] : [...pairs(run)]
  }
  const lexeme = (piece: string, run: string) => {
    if (run !== lastLatin) return `'${piece}'`
    return completed
      ? `(${[...new Set([piece, ...completed])].map((word) => `'${word}'`).join(' | ')})`
      : `'${piece}':*`
  }
  const wanted = [...new Set(runs.flatMap((run) => piecesOf(run).map((piece) => lexeme(piece, run))))]
  const words = wanted.length ? wanted.join(' & ') : null
  // Where all of it is such a script, what contains it has all its pairs too: asking both ways only costs more.
  const long = Array.from(folded).length >= SHORTEST_TRIGRAM && lastLatin !== undefined
  const contains = `%${escapeLike(folded)}%`
  const pieces = [...new Set(runs.flatMap(piecesOf))]
  const beginning = lastLatin === undefined ? null : cut(lastLatin)
  const like = (long && longer?.length !== 0) || !words ? contains : null
  const likeWords = longer?.length
    ? [`(${longer.map((word) => `'${word}'`).join(' | ')})`, ...wanted.slice(1)].join(' & ')
    : null
  return { words, like, likeWords, contains, count: wanted.length, folded, pieces, beginning }
}

/**
 * The first of several words with a space between them. A head that has them so has all of them as words, but for the first one, which
 * may be the end of a longer word; undefined for other texts, and for what is too short to be looked for as an end.
 */
export function firstOfSeveral({ folded, pieces, like }: Search): string | undefined {
  const [first = ''] = pieces
  const isKnown = like !== null && pieces.length > 1 && folded === pieces.join(' ') && !isDense(folded)
  return isKnown && Array.from(first).length > 1 ? first : undefined
}

/** Whether the text is one word of a script with spaces, long enough to be looked for inside of others, which are all known. */
export const isOneWord = ({ folded, beginning, like }: Search): boolean =>
  like !== null && folded === beginning && !/^[0-9]+$/.test(folded)

function* pairs(run: string) {
  let before: string | undefined
  for (const character of run) {
    if (before !== undefined) yield before + character
    before = character
  }
}
