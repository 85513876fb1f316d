import { expect, it } from 'vitest'
import { hidden, joined, pinned, separated, telling, type SearchRule } from './search-rule-rules.ts'

const heads = (rules: readonly SearchRule[]) => Object.fromEntries(rules.map(({ term, head }) => [term, head]))
const pins = (rules: readonly SearchRule[]) => Object.fromEntries(rules.map((rule) => [rule.term, rule.pins]))

it('pins belong to the main term of a group, whichever of its terms was asked for', () => {
  const group = joined([[], 'car'], [[], 'auto'])
  expect(pins(pinned(group, 'autos', ['1', '2']))).toEqual({ car: ['1', '2'], auto: [] })
  expect(pins(pinned([], 'boat', ['1']))).toEqual({ boat: ['1'] })
})

it('groups join under the main term of the first, and each keeps what it had', () => {
  const cars = pinned(joined([[], 'car'], [[], 'auto']), 'car', ['1'])
  const boats = pinned(joined([[], 'boat'], [[], 'ship']), 'boat', ['2'])
  const all = joined([cars, 'auto'], [boats, 'ship'])
  expect(heads(all)).toEqual({ car: 'car', auto: 'car', boat: 'car', ship: 'car' })
  expect(pins(all)).toEqual({ car: ['1'], auto: [], boat: ['2'], ship: [] })
})

it('a term leaves its group; without its main term the group goes on', () => {
  const group = joined([joined([[], 'car'], [[], 'vehicle']), 'car'], [[], 'auto'])
  expect(heads(separated(group, 'auto'))).toEqual({ car: 'car', vehicle: 'car', auto: 'auto' })
  expect(heads(separated(group, 'car'))).toEqual({ car: 'car', vehicle: 'auto', auto: 'auto' })
})

it('what says nothing is not kept', () => {
  expect(telling(pinned([], 'car', []))).toEqual([])
  expect(telling(hidden(hidden([], 'car', true), 'car', false))).toEqual([])
  expect(telling(hidden([], 'car', true))).toHaveLength(1)
  expect(telling(separated(joined([[], 'car'], [[], 'auto']), 'auto'))).toEqual([])
  expect(telling(joined([[], 'car'], [[], 'auto']))).toHaveLength(2)
})
