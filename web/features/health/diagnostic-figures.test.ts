import { expect, it } from 'vitest'
import { jitterOf, medianOf, percentileOf } from './diagnostic-figures.ts'

it('the median of pings is the one in the middle, of an even number between two', () => {
  expect(medianOf([30, 10, 20])).toBe(20)
  expect(medianOf([40, 10, 20, 30])).toBe(25)
  expect(medianOf([])).toBeNull()
})

it('the 95th percentile of twenty pings leaves out the slowest', () => {
  const pings = Array.from({ length: 20 }, (_, n) => n + 1)
  expect(percentileOf(pings, 0.95)).toBe(19)
  expect(percentileOf([], 0.95)).toBeNull()
})

it('jitter is by how much pings differ from one to the next', () => {
  expect(jitterOf([10, 20, 10])).toBe(10)
  expect(jitterOf([10, 10, 10])).toBe(0)
  expect(jitterOf([10])).toBeNull()
})
