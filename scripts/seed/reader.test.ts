import { expect, it } from 'vitest'
import { DAY } from './plan.ts'
import { readersOf, searchedTerms } from './reader.ts'

const HOUR = 3_600_000
const to = Date.parse('2026-05-01T12:00:00Z')
const articles = Array.from({ length: 40 }, (_, n) => ({
  id: `00000000-0000-7000-8000-0000000000${10 + n}`,
  title: `The council opens the old lighthouse ${n}`,
  publishedAt: to - n * DAY,
}))
const found = new Set(['lighthouse', 'council'])
const isFound = (term = '') => /^(light ?houses?|council)$/.test(term)
const results = new Map(searchedTerms.map((term) => [term, found.has(term) ? 40 : 0]))
const plan = { seed: 3, perDay: 800, from: to - 30 * DAY, to, articles, results }
const all = Array.from({ length: 48 }, (_, n) => readersOf(plan, to - (n + 1) * HOUR)).flat()

it('readers of the same plan and hour are the same', () => {
  expect(readersOf(plan, to - 5 * HOUR)).toEqual(readersOf(plan, to - 5 * HOUR))
  expect(readersOf({ ...plan, seed: 4 }, to - 5 * HOUR)).not.toEqual(readersOf(plan, to - 5 * HOUR))
})

it('they read what is published by then, search, and open what they found', () => {
  const published = new Map(articles.map(({ id, publishedAt }) => [id, publishedAt]))
  for (const { article, at } of all) if (article) expect(published.get(article)!).toBeLessThan(at.getTime())
  const count = (kind: string) => all.filter((event) => event.kind === kind).length
  expect(count('view')).toBeGreaterThan(count('search'))
  expect(count('search')).toBeGreaterThan(count('searchClick'))
  expect(count('searchClick')).toBeGreaterThan(20)
  expect(all.filter((event) => event.results === 0).length).toBeGreaterThan(50)
  for (const { kind, term, results: told } of all) if (kind === 'search') expect(told).toBe(isFound(term) ? 40 : 0)
  for (const { kind, term } of all) if (kind === 'searchClick') expect(isFound(term)).toBe(true)
})
