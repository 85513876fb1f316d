import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SearchTermUsage } from '#contract/search-rank.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleTerm } from './article-term.tsx'

const ARTICLE = '00000000-0000-7000-8000-000000000001'

function show(figures: SearchTermUsage['figures'], mayDismiss = true) {
  const dismissed: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const url = new URL(String(config.url), location.origin)
    if (url.pathname === '/api/session') {
      const user = { id: ARTICLE, name: 'Edith', role: 'editor', locale: 'en', timeZone: 'UTC' }
      return answer({ user, expiresAt: '2999-01-01T00:00:00.000Z' })
    }
    if (config.method === 'post') {
      dismissed.push(url.pathname)
      return answer(undefined, 204)
    }
    return answer({ figures } satisfies SearchTermUsage)
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleTerm article={ARTICLE} term="rack railway" mayDismiss={mayDismiss} />
    </QueryClientProvider>,
  )
  return dismissed
}

const note = page.getByRole('region', { name: 'Search term of this article' })
const said = (text: string) => expect.poll(() => note.query()?.textContent).toContain(text)

beforeEach(() => queryClient.clear())

test('an article says which search it was started from, how often readers search now, and leads to the term', async () => {
  show({ searches: 1240, noResults: 1240, found: false })
  await said('Started because readers searched for “rack railway”. 1,240 searches in the last 30 days, no results.')
  await expect
    .element(note.getByRole('link', { name: '“rack railway”' }))
    .toHaveAttribute('href', '/jCore/search-rank?window=30d&term=rack+railway')
})

test.each([
  [
    { searches: 9, noResults: 4, found: true },
    '9 searches in the last 30 days, 4 without results. Readers find something by now.',
  ],
  [{ searches: 1, noResults: 1, found: false }, '1 search in the last 30 days, no results.'],
  [{ searches: 5, noResults: 0, found: true }, '5 searches in the last 30 days, all with results.'],
  [null, 'Fewer than three readers did in the last 30 days.'],
] as const)('says %o in words', async (figures, words) => {
  show(figures)
  await said(words)
})

test('it can be hidden by who may write the article', async () => {
  const dismissed = show({ searches: 3, noResults: 3, found: false })
  await note.getByRole('button', { name: 'Hide this note for everyone' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await expect.poll(() => dismissed).toEqual([`/api/search-rank/drafts/${ARTICLE}/dismiss`])
})

test('who may only read the article cannot hide it', async () => {
  show({ searches: 3, noResults: 3, found: false }, false)
  await said('3 searches')
  expect(note.getByRole('button').elements()).toEqual([])
})
