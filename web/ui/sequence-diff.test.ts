import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestPairs, commonPairs, gapsBetween, type Pair } from './sequence-diff.ts'

const letters = (text: string) => Array.from(text)
const common = (before: string, after: string) =>
  commonPairs(letters(before), letters(after))
    .map(([i]) => before[i])
    .join('')

test('finds a longest common subsequence', () => {
  expect(common('abcabba', 'cbabac')).toHaveLength(4)
  expect(common('abc', 'abc')).toBe('abc')
  expect(common('', 'abc')).toBe('')
  expect(common('abc', 'xyz')).toBe('')
  expect(common('the old bridge', 'the new bridge')).toBe('the  bridge')
})

const word = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 24 })

test('pairs ascend, join equal elements, and are as many as any method finds', () => {
  fc.assert(
    fc.property(word, word, (before, after) => {
      const pairs = commonPairs(before, after)
      expectAscending(pairs)
      for (const [i, j] of pairs) expect(before[i]).toBe(after[j])
      expect(pairs).toHaveLength(longest(before, after))
    }),
  )
})

test('thousands of differences are found in a moment, between what occurs once', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => (index % 5 === 0 ? `kept ${index}` : `old ${index}`))
  const after = Array.from({ length: 20_000 }, (_, index) => (index % 5 === 0 ? `kept ${index}` : `new ${index}`))
  const pairs = commonPairs(before, after)
  expect(pairs).toHaveLength(4000)
  expectAscending(pairs)
})

test('the best pairs add up to most, and never cross', () => {
  const scores = [
    [0, 0.9, 0],
    [0.8, 0, 0.5],
  ]
  expect(bestPairs(2, 3, (i, j) => scores[i]![j]!)).toEqual([
    [0, 1],
    [1, 2],
  ])
  expect(bestPairs(2, 2, () => 0)).toEqual([])
})

test('gaps are what is between pairs, and after the last', () => {
  expect(gapsBetween([[1, 0]], 3, 2)).toEqual([
    { before: [0, 1], after: [0, 0] },
    { before: [2, 3], after: [1, 2] },
  ])
})

function expectAscending(pairs: readonly Pair[]) {
  pairs.slice(1).forEach(([i, j], index) => {
    expect(i).toBeGreaterThan(pairs[index]![0])
    expect(j).toBeGreaterThan(pairs[index]![1])
  })
}

/** The length of a longest common subsequence, by the textbook's table. */
function longest(before: readonly string[], after: readonly string[]): number {
  let last = Array.from({ length: after.length + 1 }, () => 0)
  for (const one of before) {
    const row = [0]
    after.forEach((other, j) => row.push(one === other ? last[j]! + 1 : Math.max(last[j + 1]!, row[j]!)))
    last = row
  }
  return last.at(-1)!
}
