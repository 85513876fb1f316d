const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)

/** The smallest value that so large a share of all does not exceed; null of none. */
export const percentileOf = (values: readonly number[], share: number): number | null =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? null

/** The value in the middle; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const [low, high] = [sorted(values)[(values.length - 1) >> 1], sorted(values)[values.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** By how much a value differs from the one before it, on average; null of fewer than two. */
export function jitterOf(values: readonly number[]): number | null {
  const steps = values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value)))
  return steps.length === 0 ? null : steps.reduce((sum, step) => sum + step, 0) / steps.length
}
