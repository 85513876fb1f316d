/** What is asked for. The same plan makes the same rows. */
export type SeedPlan = {
  articles: number
  authors: number
  tags: number
  categories: number
  users: number
  /** The longest body; 0 for one sentence, and no excerpt. */
  paragraphs?: number
  /** In the library. The first are drawn; see picture-rows.ts for the others. */
  pictures: number
  albums: number
  seed: number
  /** The number of the first article: what was seeded before has the numbers below. */
  first: number
  /** The day everything ends before, in milliseconds; only plans lie beyond it. */
  until: number
}

/** Tells what is being done; `done` of `total` where the step has parts. */
export type Say = (step: string, done?: number, total?: number) => void

export const DAY = 86_400_000
/** How far back the oldest article lies. */
export const YEARS = 12

/** When article `n` was begun: sites grow, so the later years have more of them. */
export const begunAt = ({ articles, until }: Pick<SeedPlan, 'articles' | 'until'>, n: number): number => {
  const span = YEARS * 365 * DAY
  return Math.floor(until - span + span * Math.sqrt((n + 0.5) / articles))
}
