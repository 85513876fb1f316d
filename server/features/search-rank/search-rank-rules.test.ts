import { expect, it } from 'vitest'
import type { TermOfKey } from '../../events/event-store.ts'
import { rankedTerm } from './search-rank-rules.ts'

const AT = '2026-11-25T17:52:10.753Z'
const variant = (key: string, term: string, results: number, lastAt = AT): TermOfKey => ({
  key,
  term,
  searches: 3,
  results,
  lastAt,
  lastEmptyAt: results === 0 ? lastAt : null,
  isShown: true,
})
const sumsOf = (key: string) => ({
  key,
  searches: 3,
  noResults: 0,
  searchers: 3,
  clickers: 0,
  clicks: 0,
  positionSum: 0,
})
const rank = (variants: TermOfKey[]) =>
  rankedTerm(
    { key: 'rack', keys: variants.map(({ key }) => key), terms: [], hasPins: false },
    {
      sums: new Map(variants.map(({ key }) => [key, sumsOf(key)])),
      previous: null,
      terms: new Map(variants.map((one) => [one.key, [one]])),
    },
  )

it('a term is found when its last search found something, under whichever name', () => {
  const later = '2026-11-25T17:52:10.754Z'
  expect(rank([variant('rack', 'Rack railway', 0), variant('steep', 'steep line', 2, later)])?.found).toBe(true)
  expect(rank([variant('rack', 'Rack railway', 0, later), variant('steep', 'steep line', 2)])?.found).toBe(false)
})

it('of searches of the same moment the one that found something counts', () => {
  expect(rank([variant('rack', 'Rack railway', 0), variant('steep', 'steep line', 2)])?.found).toBe(true)
})
