import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'

beforeEach(() => queryClient.clear())

/** A server whose index catches up after so many lists. */
function openArticles(staleLists: number) {
  let asked = 0
  const seen: number[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (!String(config.url).startsWith('/api/articles')) return answer({ items: [] })
    asked += 1
    seen.push(asked)
    const facetsAsOf = asked <= staleLists ? new Date().toISOString() : null
    return answer({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
  )
  return seen
}

const shown = () => document.body.innerText
const note = 'The list will be up to date in a few seconds.'

test('a list that may be some seconds old says so, and stops when it is up to date, without being asked', async () => {
  const seen = openArticles(2)
  await expect.poll(shown).toContain(note)
  await expect.poll(shown).not.toContain(note)
  expect(seen.length).toBe(3)
})

test('a list that is up to date says nothing', async () => {
  openArticles(0)
  await expect.element(page.getByRole('heading', { name: 'Articles', exact: true })).toBeVisible()
  expect(shown()).not.toContain(note)
})
