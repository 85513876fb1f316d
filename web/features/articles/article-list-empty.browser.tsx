import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'

beforeEach(() => queryClient.clear())

function openArticles(search: string, problem: object = {}) {
  httpClient.defaults.adapter = async (config) => {
    if (config.url?.startsWith('/api/tags/')) {
      const gone = {
        data: { code: 'not_found', status: 404, ...problem },
        status: 404,
        statusText: '',
        headers: {},
        config,
      }
      throw new AxiosError('refused', undefined, config, undefined, gone)
    }
    const data = { items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
    { search },
  )
}
const spelling = page.getByText(/Check the spelling, or search for fewer words\./)
const filters = page.getByText(/Remove a filter, or choose other values\./)

test('a list without a match is told what fits: words for a search, filters for filters', async () => {
  openArticles('?status=scheduled&published=yesterday')
  await expect.element(page.getByText('No article matches these filters')).toBeVisible()
  await expect.element(page.getByText('Filters set: Status: Scheduled · Publish date: Yesterday')).toBeVisible()
  await expect.element(filters).toBeVisible()
  await expect.element(spelling).not.toBeInTheDocument()
})

test('a search without a match is told to check its words', async () => {
  openArticles('?q=brdige')
  await expect.element(page.getByText('No article matches “brdige”')).toBeVisible()
  await expect.element(spelling).toBeVisible()
  await expect.element(filters).not.toBeInTheDocument()
})

test('a search with filters is told both', async () => {
  openArticles('?q=brdige&status=draft')
  await expect.element(spelling).toBeVisible()
  await expect.element(filters).toBeVisible()
})

test('a filter by a tag that was merged or deleted since says so', async () => {
  openArticles('?tag=00000000-0000-7000-8000-00000000000a')
  await expect.element(page.getByRole('button', { name: 'Tag (deleted or merged)', exact: true })).toBeVisible()
  await expect.element(page.getByText('Filters set: Tag: (deleted or merged)')).toBeVisible()
})

test('a filter by a tag that was merged names the one that is used in its place', async () => {
  openArticles('?tag=00000000-0000-7000-8000-00000000000a', {
    reasons: ['Ferry'],
    current: { id: '00000000-0000-7000-8000-00000000000b', name: 'Ferries' },
  })
  await expect.element(page.getByRole('button', { name: 'Tag Ferries (was “Ferry”)', exact: true })).toBeVisible()
})

test('a filter by a tag that was deleted names it', async () => {
  openArticles('?tag=00000000-0000-7000-8000-00000000000c', { reasons: ['Ferry'] })
  await expect.element(page.getByRole('button', { name: 'Tag Ferry (deleted)', exact: true })).toBeVisible()
})
