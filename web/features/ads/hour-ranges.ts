/** Hours of the day from one o’clock until another; `to` is 1 to 24, and not later than `from` where the range goes over midnight. */
export type HourRange = { from: number; to: number }

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** An hour as clocks show it: `04:00`, and `24:00` for the end of the day. */
export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** A range as it is shown: `04:00–22:00`. */
export const rangeName = ({ from, to }: HourRange): string => `${hourName(from)}–${hourName(to)}`

/** The hours of some ranges, sorted, each once. */
export const hoursOf = (ranges: readonly HourRange[]): number[] =>
  HOURS.filter((hour) =>
    ranges.some(({ from, to }) => (from < to ? from <= hour && hour < to : hour >= from || hour < to)),
  )

/** The fewest ranges of these hours; one that ends at midnight goes on with the one that begins there. */
export function rangesOf(hours: readonly number[]): HourRange[] {
  const ranges: HourRange[] = []
  for (const hour of [...hours].toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last?.to === hour) last.to = hour + 1
    else ranges.push({ from: hour, to: hour + 1 })
  }
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last || first === last || first.from !== 0 || last.to !== 24) return ranges
  return [...ranges.slice(1, -1), { from: last.from, to: first.to }]
}
