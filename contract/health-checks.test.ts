import { describe, expect, it } from 'vitest'
import { overallState, stateOfValue } from './health-checks.ts'

describe('the state of a check', () => {
  it('follows from its value and thresholds', () => {
    expect([99, 100, 999, 1000].map((ms) => stateOfValue('database', ms))).toEqual([
      'good',
      'warning',
      'warning',
      'bad',
    ])
  })

  it('is worse for less room on the disk', () => {
    const gib = 1024 ** 3
    expect([3 * gib, 2 * gib, gib / 2, 0].map((free) => stateOfValue('disk', free))).toEqual([
      'good',
      'warning',
      'bad',
      'bad',
    ])
  })

  it('is never bad by its value where no value is', () => {
    expect(stateOfValue('database_size', 1e15)).toBe('good')
  })
})

describe('the state of the whole', () => {
  it('is that of the worst check, and a check that is unknown is not in order', () => {
    expect(overallState(['good', 'good'])).toBe('good')
    expect(overallState(['good', 'unknown', 'good'])).toBe('unknown')
    expect(overallState(['good', 'warning', 'unknown'])).toBe('warning')
    expect(overallState(['bad', 'warning'])).toBe('bad')
  })

  it('is unknown while nothing is known', () => {
    expect(overallState(['unknown'])).toBe('unknown')
    expect(overallState([])).toBe('unknown')
  })
})
