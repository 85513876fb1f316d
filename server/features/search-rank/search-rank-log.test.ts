import { expect, it } from 'vitest'
import type { SearchRankTab } from '#contract/search-rank-tabs.ts'
import { createSearches } from './testing/searches.ts'

const { search, rank, list, item, change, createArticle } = await createSearches()
const CASES = 20
const numbers = Array.from({ length: CASES }, (_, n) => n)
/** Words that share no stem. */
const word = (kind: string, n: number) => `${kind}${'abcdefghijklmnopqrst'[n]}ward`

async function tabOf(term: string): Promise<SearchRankTab[]> {
  return (await item(term, `q=${encodeURIComponent(term)}`))?.tabs ?? []
}

it('a scripted log of twenty gaps, twenty groups of synonyms and twenty low positions lands in the right tabs', async () => {
  const article = await createArticle({ status: 'published', title: 'What readers open' })
  for (const n of numbers) {
    // Most searches find nothing; a few come from a site that shows its own suggestions.
    await search(word('gap', n), { readers: 4 + n, results: 0 })
    await search(word('gap', n), { readers: n % 3, from: 40, results: 1, minutesAgo: 60 })
    // By itself, neither word has a click that is low enough or rare enough: together they do.
    const [first, second] = [word('one', n), word('two', n)]
    await search(first, { readers: 3, click: { article: article.id, position: 1, readers: 0 } })
    await search(`${first}s`, { readers: 3, from: 10 })
    await search(second, { readers: 4 + n, from: 20 })
    await change('synonyms', { term: first, synonym: second })
    await search(word('low', n), { readers: 5, click: { article: article.id, position: 5 + (n % 8) } })
  }
  await rank()

  const found: string[] = []
  for (const n of numbers) {
    const gap = await tabOf(word('gap', n))
    if (gap.includes('no-results') && !gap.includes('no-clicks')) found.push(word('gap', n))
    const group = await item(word('one', n), `q=${word('one', n)}`)
    if (group?.searches === 10 + n && group.tabs.includes('no-clicks')) found.push(word('one', n))
    if ((await tabOf(word('low', n))).join() === 'top,low-position') found.push(word('low', n))
  }
  expect(found.length).toBeGreaterThanOrEqual(58)
  // Each tab lists those and no others.
  const counts = async (tab: SearchRankTab) => (await list(`tab=${tab}&pageSize=100`)).total
  expect([await counts('no-results'), await counts('no-clicks'), await counts('low-position')]).toEqual([20, 20, 20])
  expect(await counts('top')).toBe(60)
})

it('after an article for a gap is published, the gap leaves at the next count', async () => {
  const gap = word('gap', 3)
  await createArticle({ status: 'published', title: `All about ${gap}` })
  expect(await tabOf(gap)).toContain('no-results')
  await rank()
  expect(await tabOf(gap)).toEqual(['top'])
  expect((await list('tab=no-results&pageSize=100')).total).toBe(19)
})
