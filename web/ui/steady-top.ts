const STEPS = [1, 2, 5, 10]

/** The next round number that holds a value with room above it. */
function roundTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-6)))
  return (STEPS.find((step) => step * power >= value) ?? 10) * power
}

/**
 * The top of an axis that does not jump with every value: it grows to the next round number when a value does not fit, and
 * shrinks only when a third of it would do. It never passes `most`, the value above which there is none.
 */
export function steadyTop(before: number, highest: number, least: number, most = Infinity): number {
  const wanted = Math.min(most, Math.max(least, roundTop(highest * 1.1)))
  return wanted > before || wanted < before / 3 ? wanted : Math.max(before, least)
}
