import { describe, expect, it } from 'vitest'
import { hotWindows } from '#contract/hot.ts'
import { scoreOf, weighingOf, weighingOfWeek } from './hot-rules.ts'

const HOUR = 3_600_000
const asOf = Date.UTC(2026, 2, 4, 15, 42)
const sumOf = (weights: ReadonlyMap<number, number>) => [...weights.values()].reduce((sum, one) => sum + one, 0)

describe('the score', () => {
  it('is what its parts add up to', () => {
    for (const [recent, all, usual] of [
      [0, 0, []],
      [3.25, 7.5, [1, 2, 3]],
      [1 / 3, 1e6 / 7, [1e5]],
      [0.1, 0.3, [900]],
    ] as const) {
      const { score, parts } = scoreOf(recent, all, usual)
      expect(Math.abs(parts.recent + parts.earlier + parts.lift - score)).toBeLessThanOrEqual(1e-9)
      expect(parts.recent).toBe(recent)
    }
  })

  it('is the rate alone where no earlier week can be compared', () => {
    expect(scoreOf(2, 5, [])).toEqual({ score: 5, parts: { recent: 2, earlier: 3, lift: 0 }, lift: null, usual: null })
  })

  it('doubles for twice as many as usual, and never grows beyond four times', () => {
    expect(scoreOf(0, 9, [4]).lift).toBe(2)
    expect(scoreOf(0, 9, [3, 5]).lift).toBe(2)
    expect(scoreOf(0, 1000, [0])).toMatchObject({ lift: 4, score: 4000 })
    expect(scoreOf(0, 0, [1000]).lift).toBe(0.25)
    expect(scoreOf(0, 1000, [0], 2)).toMatchObject({ lift: 2, score: 2000 })
    expect(scoreOf(0, 0, [1000], 2).lift).toBe(0.5)
  })
})

describe('the weighing of views', () => {
  it.each(hotWindows)('of %s turns an even stream into its rate, whatever the half-life', (window) => {
    for (const halfLife of [1, 6, 24]) {
      const { all, recent, hours } = weighingOf(window, asOf, halfLife)
      // One view a minute: sixty in each hour.
      const weighed = sumOf(all.minutes) + 60 * sumOf(all.hours)
      expect(weighed / hours).toBeCloseTo(60, 6)
      expect(sumOf(recent.minutes) + 60 * sumOf(recent.hours)).toBeLessThan(weighed)
      const week = weighingOfWeek(window, asOf, halfLife, 1)
      expect((60 * sumOf(week.buckets.hours)) / week.hours).toBeCloseTo(60, 6)
      expect(asOf - week.from).toBeGreaterThan(7 * 24 * HOUR)
    }
  })

  it('halves after each half-life, which is of the length of the window', () => {
    const hours = [...weighingOf('24h', asOf, 6).all.hours]
    const weightAt = (ago: number) => hours.find(([from]) => from === Date.UTC(2026, 2, 4, 15) - ago * HOUR)![1]
    expect(weightAt(7) / weightAt(1)).toBeCloseTo(0.5, 9)
    const minutes = [...weighingOf('1h', asOf, 6).all.minutes]
    expect(minutes).toHaveLength(60)
    expect(minutes[0]![1] / minutes[15]![1]).toBeCloseTo(0.5, 9)
  })
})
