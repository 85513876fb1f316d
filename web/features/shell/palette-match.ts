import { isNearly, kindRank } from '#contract/match-rank.ts'

type Named = { name: string; title: string }

/**
 * Those whose name or title has the text in it, the best first, and how well the best of them fits. Only where none of all
 * has it, those that have it with a typing error.
 */
export function matching<One extends Named>(
  all: readonly One[],
  q: string,
  isNear: boolean,
): (One & { rank: number })[] {
  const rankOf = ({ name, title }: Named) =>
    isNear ? Number(isNearly(name, q) || isNearly(title, q)) : Math.max(kindRank(name, q), kindRank(title, q))
  return all
    .map((one) => ({ ...one, rank: rankOf(one) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
}
