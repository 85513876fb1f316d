import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { ArticleListPage } from '../../features/articles/article-list-page.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'

beforeEach(() => queryClient.clear())

/** The list of articles, empty; `asked`: what was asked of the near words. */
function openArticles(search: string, meant: string | null) {
  const asked: object[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const url = new URL(String(config.url), location.origin)
    if (url.pathname === '/api/search/meant') {
      asked.push(Object.fromEntries(url.searchParams))
      return answer({ q: meant })
    }
    if (url.pathname === '/api/search') return answer({ groups: [] })
    return answer({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null })
  }
  const { outside } = showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
    { search },
  )
  return { asked, outside }
}

test('a search that finds nothing offers the nearest words, and one click searches them', async () => {
  const { asked, outside } = openArticles('?q=brigde&status=draft', 'bridge')
  await expect.element(page.getByText('Did you mean bridge?')).toBeVisible()
  expect(asked[0]).toMatchObject({ kind: 'articles', q: 'brigde', filters: 'status=draft' })
  await page.getByRole('button', { name: 'bridge', exact: true }).click()
  await expect.poll(() => outside.address).toContain('q=bridge')
  expect(outside.address).toContain('status=draft')
})

test('where nothing is near, the list says what else to try', async () => {
  openArticles('?q=brigde', null)
  await expect.element(page.getByText(/Check the spelling/)).toBeVisible()
  await expect.element(page.getByText(/Did you mean/)).not.toBeInTheDocument()
})

test('without a search nothing is asked', async () => {
  const { asked } = openArticles('?status=draft', 'bridge')
  await expect.element(page.getByText('No article matches these filters')).toBeVisible()
  expect(asked).toEqual([])
})
