const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts without spaces between words: a changed character must not mark what a dictionary takes for one word with it. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const LETTER = /[\p{L}\p{N}]/u

/** Words, the spaces and signs between them, and single characters of scripts without spaces. Joined they are the text. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment } of segmenter.segment(text))
    if (UNSPACED.test(segment)) words.push(...Array.from(segment))
    else words.push(segment)
  return words
}

/** How much a word says: its length, within bounds; spaces and signs say nothing. */
export const weightOfWord = (word: string): number =>
  !LETTER.test(word) ? 0 : UNSPACED.test(word) ? 2 : Math.min(word.length, 8)

/** The words of a text without their order, for a quick guess of how similar two texts are. */
export type WordBag = { counts: ReadonlyMap<string, number>; weight: number }

export function wordBag(text: string): WordBag {
  const counts = new Map<string, number>()
  let weight = 0
  for (const word of wordsOf(text)) {
    const own = weightOfWord(word)
    if (own === 0) continue
    weight += own
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { counts, weight }
}

/** From 0, no word in common, to 1, the same words. Texts without words are not similar. */
export function likeness(one: WordBag, other: WordBag): number {
  const [small, large] = one.counts.size <= other.counts.size ? [one, other] : [other, one]
  let common = 0
  for (const [word, count] of small.counts) {
    const others = large.counts.get(word)
    if (others !== undefined) common += Math.min(count, others) * weightOfWord(word)
  }
  return common === 0 ? 0 : (2 * common) / (one.weight + other.weight)
}
