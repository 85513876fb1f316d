/**
 * How well a name fits what was typed, whatever the case: 4 is it, 3 begins with it, 2 has a word that begins with it,
 * 1 contains it, else 0. The server's lists rank rows by the same steps.
 */
export function matchRank(name: string, typed: string): number {
  const [text, wanted] = [name.normalize('NFKC').toLowerCase(), typed.normalize('NFKC').trim().toLowerCase()]
  if (!wanted) return 0
  if (text === wanted) return 4
  if (text.startsWith(wanted)) return 3
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) return 2
  return text.includes(wanted) ? 1 : 0
}

/**
 * By which kinds are put in order: as `matchRank`, but the beginning of a name counts no more than that of a word in it, and
 * several words may begin words of the name in any order. Chinese ones may be anywhere, for a run of them is one word.
 */
export const kindRank = (name: string, typed: string): number => {
  const rank = matchRank(name, typed)
  if (rank > 1) return rank === 4 ? 4 : 2
  const [words, wanted] = [wordsOf(name), wordsOf(typed)]
  const isIn = (one: string) =>
    words.some((word) => word.startsWith(one) || (/^\p{Script=Han}/u.test(one) && word.includes(one)))
  const hasAll = wanted.length > 1 && wanted.every(isIn)
  return hasAll ? 2 : rank
}

/** Whether one typing error makes one word of the other: a letter too many, missing, wrong, or two changed places. */
export function isOneTypo(a: string, b: string): boolean {
  const [x, y] = [Array.from(a), Array.from(b)]
  if (Math.abs(x.length - y.length) > 1) return false
  let start = 0
  while (start < x.length && start < y.length && x[start] === y[start]) start++
  let end = 0
  while (end < x.length - start && end < y.length - start && x.at(-1 - end) === y.at(-1 - end)) end++
  const [restX, restY] = [x.slice(start, x.length - end), y.slice(start, y.length - end)]
  if (restX.length <= 1 && restY.length <= 1) return true
  return restX.length === 2 && restY.length === 2 && restX[0] === restY[1] && restX[1] === restY[0]
}

/** Shorter words are like too many others. */
const TYPO_LENGTH_MIN = 4
/** Each Chinese character says as much as several letters. */
const HAN_TYPO_LENGTH_MIN = 3

const mayBeMistyped = (word: string) =>
  /^\p{Script=Latin}+$/u.test(word)
    ? word.length >= TYPO_LENGTH_MIN
    : /^\p{Script=Han}+$/u.test(word) && Array.from(word).length >= HAN_TYPO_LENGTH_MIN

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each word typed begins a word of the name, or is one with a typing error. A run of Chinese is one word. */
export function isNearly(name: string, typed: string): boolean {
  const [words, wanted] = [wordsOf(name), wordsOf(typed)]
  const isLike = (word: string, one: string) => word.startsWith(one) || (mayBeMistyped(one) && isOneTypo(word, one))
  return wanted.length > 0 && wanted.every((one) => words.some((word) => isLike(word, one)))
}
