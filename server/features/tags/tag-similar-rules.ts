/** Below this length one letter makes another word: “AI” is not “UI”. */
const SHORTEST = 4

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** What is left of a name without case, accents, hyphens and blanks, and without the ending of an English plural. */
export function bareName(name: string): string {
  const bare = plain(name)
  if (bare.length < SHORTEST || bare.endsWith('ss')) return bare
  if (bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(bare)) return bare.slice(0, -2)
  return bare.endsWith('s') ? bare.slice(0, -1) : bare
}

/**
 * Similar names share at least one of these: the bare name, its pinyin, and for one letter more, less or another,
 * the bare name without one letter. Sharing one of the last kind is no proof; `isSimilar` decides.
 * @param spelled the name in pinyin
 */
export function variantsOf(name: string, spelled: string): string[] {
  const bare = bareName(name)
  const letters = Array.from(bare)
  const shorter = letters.length < SHORTEST ? [] : letters.map((_, at) => letters.toSpliced(at, 1).join(''))
  return [...new Set([bare, bareName(spelled), ...shorter])].filter(Boolean)
}

export function isSimilar(one: string, oneSpelled: string, other: string, otherSpelled: string): boolean {
  if (bareName(one) === bareName(other) || bareName(oneSpelled) === bareName(otherSpelled)) return true
  const [a, b] = [Array.from(bareName(one)), Array.from(bareName(other))]
  return Math.min(a.length, b.length) >= SHORTEST - 1 && Math.max(a.length, b.length) >= SHORTEST && differByOne(a, b)
}

function differByOne(a: readonly string[], b: readonly string[]): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  const [restA, restB] =
    a.length === b.length ? [start + 1, start + 1] : a.length > b.length ? [start + 1, start] : [start, start + 1]
  return a.slice(restA).join('') === b.slice(restB).join('')
}
