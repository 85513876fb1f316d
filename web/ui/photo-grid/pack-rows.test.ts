import { expect, it } from 'vitest'
import { boxOf, gapAt, packRows, photoBeside, photosWithin, shownRatio } from './pack-rows.ts'

const frame = { width: 1000, target: 200, gap: 8 }
const many = Array.from({ length: 500 }, (_, at) => [1.5, 0.66, 1, 1.78, 0.75, 2.4, 0.2, 9][at % 8]!)

it('shows every photo once and in its order, each in its own proportions', () => {
  const layout = packRows(many, frame)
  expect(layout.rows.flatMap(({ start, end }) => many.slice(start, end))).toEqual(many)
  for (const at of many.keys()) {
    const { width, height } = boxOf(layout, at)
    expect(Math.abs(width - height * shownRatio(many[at]!))).toBeLessThan(3)
  }
})

it('fills the width of every row but the last to the pixel', () => {
  const layout = packRows(many, frame)
  for (const { end } of layout.rows.slice(0, -1)) {
    const { left, width } = boxOf(layout, end - 1)
    expect(left + width).toBe(frame.width)
  }
})

it('keeps rows near to the height asked for, and never overlaps them', () => {
  const { rows } = packRows(many, frame)
  for (const [at, { top, height }] of rows.entries()) {
    expect(height).toBeGreaterThan(frame.target * 0.5)
    expect(height).toBeLessThan(frame.target * 1.7)
    const before = rows[at - 1]
    if (before) expect(top).toBe(before.top + before.height + frame.gap)
  }
})

it('does not blow up a last row that is not full', () => {
  const { rows, widths } = packRows([1.5, 1.5], frame)
  expect(rows).toEqual([{ start: 0, end: 2, top: 0, height: 200 }])
  expect([...widths]).toEqual([300, 300])
})

it('bears a width too small for anything, no photos, and sizes that no one knows', () => {
  expect(packRows([], frame)).toMatchObject({ rows: [], height: 0 })
  expect(packRows([Number.NaN, 0, -1, Infinity], frame).rows).toHaveLength(1)
  const narrow = packRows([1.5, 3, 0.5], { width: 120, target: 200, gap: 8 })
  for (const at of [0, 1, 2]) {
    const { left, width } = boxOf(narrow, at)
    expect(left + width).toBeLessThanOrEqual(120)
  }
})

it('finds the gap that a pointer is nearest to, also beside and below the photos', () => {
  const layout = packRows([1, 1, 1, 1, 1, 1], { width: 632, target: 200, gap: 16 })
  expect(layout.rows).toHaveLength(2)
  const at = (x: number, y: number) => gapAt(layout, x, y).gap
  expect([at(0, 10), at(99, 10), at(101, 10), at(640, 10)]).toEqual([0, 0, 1, 3])
  expect([at(0, 250), at(640, 5000), at(-50, -50)]).toEqual([3, 6, 0])
  expect(gapAt(layout, 640, 10).line).toMatchObject({ left: 632, top: 0, height: 200 })
})

it('goes up and down to the nearest photo', () => {
  const layout = packRows([1, 1, 1, 1, 1], { width: 632, target: 200, gap: 16 })
  expect(photoBeside(layout, 1, 1)).toBe(4)
  expect(photoBeside(layout, 2, 1)).toBe(4)
  expect(photoBeside(layout, 4, -1)).toBe(1)
  expect(photoBeside(layout, 0, -1)).toBe(0)
})

it('finds what a rectangle touches', () => {
  const layout = packRows([1, 1, 1, 1, 1], { width: 632, target: 200, gap: 16 })
  expect(photosWithin(layout, { left: 150, top: 100, width: 100, height: 200 })).toEqual([0, 1, 3, 4])
  expect(photosWithin(layout, { left: 0, top: 900, width: 100, height: 20 })).toEqual([])
})
