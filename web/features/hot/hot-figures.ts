import type { HotItem } from '#contract/hot.ts'

/** Decimals of the scores of a list: where all are small, one would hide what tells them apart. @param most the highest score */
export const scoreDigits = (most: number): number => (most < 10 ? 2 : 1)

/** The parts of a score as they are shown: rounded so that they add up to the score that is shown. */
export function shownParts({ parts, score }: Pick<HotItem, 'parts' | 'score'>, digits: number): HotItem['parts'] {
  const unit = 10 ** digits
  const sum = Math.round(score * unit)
  const recent = Math.round(parts.recent * unit)
  const rest = sum - recent - Math.round(parts.earlier * unit)
  // What rounding leaves goes to the lift, unless that would turn it around.
  const lift = Math.sign(rest) === Math.sign(parts.lift) ? rest : 0
  return { recent: recent / unit, earlier: (sum - recent - lift) / unit, lift: lift / unit }
}
