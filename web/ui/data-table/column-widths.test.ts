import { expect, it } from 'vitest'
import { columnWidth, leastWidth } from './column-widths.ts'

const name = {}
const status = { width: 200, narrow: 150 }
const date = { width: 120, narrow: 95 }
const count = { width: 80 }
const columns = [name, status, date, count]

/** What CSS makes of it in a container of so many pixels. */
function pixels(column: (typeof columns)[number], place: number): number {
  const css = columnWidth(column, columns)!
  if (!css.startsWith('calc')) return Number.parseFloat(css)
  const [base, least, share, most] = /^calc\((.+)px \+ clamp\(0px, \(100cqi - (.+)px\) \* (.+), (.+)px\)\)$/
    .exec(css)!
    .slice(1)
    .map(Number) as [number, number, number, number]
  return base + Math.min(Math.max((place - least) * share, 0), most)
}
const all = (place: number) => [status, date, count].map((column) => pixels(column, place))

it('a table scrolls only where its narrow columns and a name of 240 pixels do not fit', () => {
  expect(leastWidth(columns)).toBe(240 + 96 + 150 + 95 + 80)
  expect(leastWidth([name, count])).toBe(240 + 96 + 80)
  expect(leastWidth([{ narrow: 200 }, count])).toBe(200 + 96 + 80)
})

it('the name has all that no column needs, and is never less than 240 pixels wide', () => {
  const least = leastWidth(columns)
  expect(columnWidth(name, columns)).toBeUndefined()
  expect(all(300)).toEqual([150, 95, 80])
  expect(all(least)).toEqual([150, 95, 80])
  expect(all(least + 30)).toEqual([170, 105, 80])
  expect(all(least + 75)).toEqual([200, 120, 80])
  expect(all(2000)).toEqual([200, 120, 80])
})
