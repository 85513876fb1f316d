import { isNearly, kindRank } from '#contract/match-rank.ts'

/** `also`: other names, with commas between them. */
type Named = { name: string; title: string; also?: string | undefined }
/** `found`: the other name by which it was found. */
type Match<One> = One & { rank: number; found?: string }

/**
 * Those whose name, title or other name has the text in it, the best first, and how well the best of them fits. Only where
 * none of all has it, those that have it with a typing error.
 */
export function matching<One extends Named>(all: readonly One[], q: string, isNear: boolean): Match<One>[] {
  return all
    .map((one): Match<One> => {
      const rank = Math.max(rankOf(one.name, q, isNear), rankOf(one.title, q, isNear))
      // Of other names only their words count, not what happens to be inside of one.
      const others = (one.also ?? '').split(/[,，、]\s*/).map((found) => ({ found, rank: rankOf(found, q, isNear) }))
      const other = others.find((found) => found.rank > (isNear ? 0 : 1))
      return rank === 0 && other ? { ...one, ...other } : { ...one, rank }
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
}

const rankOf = (name: string, q: string, isNear: boolean) => (isNear ? Number(isNearly(name, q)) : kindRank(name, q))
