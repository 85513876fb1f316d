import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'
import { articleRow } from './testing/article-row.ts'

beforeEach(() => queryClient.clear())

function openArticles(search: string) {
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    if (String(config.url).startsWith('/api/articles')) asked.push(String(config.url))
    const data = { items: [articleRow], total: 1, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
    { search },
  )
  return asked
}
const since = page.getByRole('columnheader', { name: 'In review since' })

test('the order by the time of submission goes with the filter that asks for reviews', async () => {
  const asked = openArticles('?status=in_review&sort=submittedAt')
  await expect.element(since).toBeVisible()
  expect(asked.at(-1)).toContain('sort=submittedAt')
  await page.getByRole('button', { name: 'Remove the filter Status' }).click()
  await expect.element(since).not.toBeInTheDocument()
  await expect.poll(() => asked.at(-1)).not.toContain('status=in_review')
  expect(asked.at(-1)).not.toContain('submittedAt')
})

test('an address that asks for this order without the filter shows by what it is ordered', async () => {
  openArticles('?sort=submittedAt')
  await expect.element(since).toBeVisible()
  await expect.element(since).toHaveAttribute('aria-sort', 'ascending')
})
