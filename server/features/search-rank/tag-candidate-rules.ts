import { normaliseTerm } from '#contract/search-terms.ts'

const WORDS_MAX = 4
const CHARACTERS_MAX = 6
const CANDIDATES_MAX = 400
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

/** Names that a tag about this term may have, in lower case: runs of its words, and of its characters where words have no spaces. */
export function tagCandidates(term: string): string[] {
  const normal = normaliseTerm(term)
  const words = normal.split(' ')
  const runs = runsOf(words, WORDS_MAX, ' ')
  const dense = (normal.match(DENSE) ?? []).flatMap((run) => runsOf(Array.from(run), CHARACTERS_MAX, ''))
  const singular = runs.flatMap((run) => (/[a-z]{3}s$/.test(run) ? [run.slice(0, -1)] : [`${run}s`]))
  return [...new Set([normal, ...runs, ...dense.filter((run) => run.length > 1), ...singular])].slice(0, CANDIDATES_MAX)
}

const runsOf = (parts: readonly string[], most: number, glue: string): string[] =>
  parts.flatMap((_, from) =>
    Array.from({ length: Math.min(most, parts.length - from) }, (__, n) => parts.slice(from, from + n + 1).join(glue)),
  )
