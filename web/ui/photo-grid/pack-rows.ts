/** Pixels between photos. */
export const GAP = 6

/** A row of photos: `start` to `end` (excluded) in their order, in pixels from the top. */
export type PhotoRow = { start: number; end: number; top: number; height: number }
/** The position of every photo. `lefts` and `widths` are by place in the order; all in whole pixels. */
export type PhotoLayout = {
  rows: readonly PhotoRow[]
  lefts: Int32Array
  widths: Int32Array
  width: number
  height: number
}
type Frame = { width: number; target: number; gap: number }
export type Box = { left: number; top: number; width: number; height: number }

/** Panoramas and strips are cut to this, or one of them would be a line or a tower. */
const FLATTEST = 3.2
const TALLEST = 0.45
export const shownRatio = (ratio: number): number =>
  Number.isFinite(ratio) && ratio > 0 ? Math.min(FLATTEST, Math.max(TALLEST, ratio)) : 1

/**
 * Packs photos into rows that fill the width, each as near to the target height as whole photos allow. The order stays.
 * The last row is not blown up to fill.
 * @param ratios width by height of each photo
 */
export function packRows(ratios: readonly number[], { width, target, gap }: Frame): PhotoLayout {
  const rows: PhotoRow[] = []
  const lefts = new Int32Array(ratios.length)
  const widths = new Int32Array(ratios.length)
  const heightOf = (count: number, sum: number) => (width - gap * (count - 1)) / sum
  let top = 0

  const close = (start: number, end: number, sum: number, most: number) => {
    const exact = Math.min(heightOf(end - start, sum), most)
    const height = Math.max(1, Math.round(exact))
    let edge = 0
    for (let at = start; at < end; at++) {
      lefts[at] = Math.round(edge)
      edge += exact * shownRatio(ratios[at]!)
      widths[at] = Math.max(1, Math.round(edge) - lefts[at]!)
      edge += gap
    }
    rows.push({ start, end, top, height })
    top += height + gap
  }

  let start = 0
  let sum = 0
  for (let at = 0; at < ratios.length; at++) {
    const own = shownRatio(ratios[at]!)
    const withIt = heightOf(at - start + 1, sum + own)
    if (withIt > target) {
      sum += own
      continue
    }
    const before = at > start ? heightOf(at - start, sum) : Infinity
    if (Math.abs(Math.log(before / target)) < Math.abs(Math.log(withIt / target))) {
      close(start, at, sum, Infinity)
      start = at
      sum = own
      // Alone it may fill the row already.
      if (heightOf(1, own) > target) continue
    } else sum += own
    close(start, at + 1, sum, Infinity)
    start = at + 1
    sum = 0
  }
  if (start < ratios.length) close(start, ratios.length, sum, target)
  return { rows, lefts, widths, width, height: Math.max(0, top - gap) }
}

/** The row at a height; above the first it is the first, below the last the last. */
export function rowIndexAt({ rows }: PhotoLayout, y: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (rows[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The row of a photo. */
export function rowIndexOf({ rows }: PhotoLayout, photo: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (rows[middle]!.start <= photo) low = middle
    else high = middle - 1
  }
  return low
}

export function boxOf(layout: PhotoLayout, photo: number): Box {
  const { top, height } = layout.rows[rowIndexOf(layout, photo)]!
  return { left: layout.lefts[photo]!, top, width: layout.widths[photo]!, height }
}

/** The gap between two photos that is nearest to a point: 0 is before the first. With the line that marks it. */
export function gapAt(layout: PhotoLayout, x: number, y: number): { gap: number; line: Box } {
  const row = layout.rows[rowIndexAt(layout, y)]
  if (!row) return { gap: 0, line: { left: 0, top: 0, width: 0, height: 0 } }
  let gap = row.start
  while (gap < row.end && layout.lefts[gap]! + layout.widths[gap]! / 2 < x) gap++
  const left = gap < row.end ? layout.lefts[gap]! : layout.lefts[gap - 1]! + layout.widths[gap - 1]!
  return { gap, line: { left, top: row.top, width: 0, height: row.height } }
}

/** The photo of another row that is nearest below or above this one; the same photo where there is no such row. */
export function photoBeside(layout: PhotoLayout, photo: number, rowsDown: number): number {
  const from = rowIndexOf(layout, photo)
  const to = Math.max(0, Math.min(layout.rows.length - 1, from + rowsDown))
  const row = layout.rows[to]
  if (!row || to === from) return photo
  const middle = layout.lefts[photo]! + layout.widths[photo]! / 2
  for (let at = row.start; at < row.end - 1; at++) if (middle < layout.lefts[at]! + layout.widths[at]!) return at
  return row.end - 1
}

/** The photos that a rectangle touches, in their order. */
export function photosWithin(layout: PhotoLayout, area: Box): number[] {
  const found: number[] = []
  const [right, bottom] = [area.left + area.width, area.top + area.height]
  for (let index = rowIndexAt(layout, area.top); index < layout.rows.length; index++) {
    const { start, end, top, height } = layout.rows[index]!
    if (top > bottom) break
    if (top + height < area.top) continue
    for (let at = start; at < end; at++)
      if (layout.lefts[at]! <= right && layout.lefts[at]! + layout.widths[at]! >= area.left) found.push(at)
  }
  return found
}
