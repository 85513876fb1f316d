import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstAfter, gapForPlace, moveSet, placeOfSet } from './move-set.ts'

const among = (ids: string) => (item: string) => ids.includes(item)
const move = (order: string, ids: string, gap: number) => moveSet(order.split(''), among(ids), gap).join('')

it('moves some to where they are dropped, in the order they had', () => {
  expect(move('abcdef', 'b', 5)).toBe('acdebf')
  expect(move('abcdef', 'eb', 0)).toBe('beacdf')
  expect(move('abcdef', 'bd', 6)).toBe('acefbd')
})

it('gathers them when they are dropped among themselves', () => {
  expect(move('abcdef', 'bdf', 3)).toBe('acbdfe')
  expect(move('abcdef', 'bcd', 2)).toBe('abcdef')
})

it('names what they come before', () => {
  expect(firstAfter('abcdef'.split(''), among('cd'), 2)).toBe('e')
  expect(firstAfter('abcdef'.split(''), among('f'), 5)).toBeUndefined()
})

it('brings the first of them to the place that is asked for', () => {
  const order = 'abcdef'.split('')
  for (const place of [0, 1, 2, 3, 4]) {
    const moved = moveSet(order, among('be'), gapForPlace(order, among('be'), place))
    expect(placeOfSet(moved, among('be'))).toBe(place)
  }
})

it('loses and doubles nothing, and leaves the others in their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200)), fc.nat(200), fc.nat(5), (order, gap, by) => {
      const isMoved = (item: number) => item % 6 === by
      const after = moveSet(order, isMoved, gap)
      expect(new Set(after)).toEqual(new Set(order))
      expect(after.filter((item) => !isMoved(item))).toEqual(order.filter((item) => !isMoved(item)))
      expect(after.filter(isMoved)).toEqual(order.filter(isMoved))
    }),
  )
})
