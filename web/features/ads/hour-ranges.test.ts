import { describe, expect, it } from 'vitest'
import { HOURS, hoursOf, rangeName, rangesOf } from './hour-ranges.ts'

const named = (hours: readonly number[]) => rangesOf(hours).map(rangeName)

describe('hours of the day as ranges', () => {
  it.each([
    [[], []],
    [HOURS, ['00:00–24:00']],
    [[9], ['09:00–10:00']],
    [[10, 9, 11], ['09:00–12:00']],
    [[0, 1, 2], ['00:00–03:00']],
    [[22, 23], ['22:00–24:00']],
    [[0, 1, 22, 23], ['22:00–02:00']],
    [
      [0, 12, 13, 23],
      ['12:00–14:00', '23:00–01:00'],
    ],
    [HOURS.filter((hour) => hour !== 5), ['06:00–05:00']],
  ])('%j', (hours, ranges) => {
    expect(named(hours)).toEqual(ranges)
    expect(hoursOf(rangesOf(hours))).toEqual([...hours].toSorted((one, other) => one - other))
  })

  it('ranges that overlap or touch are the same hours once', () => {
    const hours = hoursOf([
      { from: 9, to: 12 },
      { from: 11, to: 14 },
      { from: 14, to: 15 },
    ])
    expect(named(hours)).toEqual(['09:00–15:00'])
  })
})
