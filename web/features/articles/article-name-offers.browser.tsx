import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'

beforeEach(() => queryClient.clear())

const ada = '0198c0de-0000-7000-8000-0000000000a1'
const hit = (id: string, label: string, detail: string[] = []) => ({ id, label, detail, status: null, thumb: null })
const groups = [
  {
    kind: 'authors',
    rank: 4,
    hits: [hit(ada, 'Ada Byron'), hit('0198c0de-0000-7000-8000-0000000000a2', 'Ada Byrons')],
  },
  { kind: 'categories', rank: 4, hits: [hit('0198c0de-0000-7000-8000-0000000000a3', 'Ada Byron', ['People'])] },
]

function openArticles(total: number) {
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const url = String(config.url)
    asked.push(url)
    if (url.startsWith('/api/search')) return answer({ groups })
    if (!url.startsWith('/api/articles')) return answer({ items: [] })
    return answer({ items: [], total, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null })
  }
  const { outside } = showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
    { search: '?q=ada+byron' },
  )
  return { asked, outside }
}

test('words that are the name of an author or a category lead to their articles', async () => {
  const { outside } = openArticles(0)
  await expect
    .element(page.getByRole('button', { name: 'Articles in the category “People › Ada Byron”' }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Articles by “Ada Byron”', exact: true }).click()
  await expect.poll(() => outside.address).toContain(`author=${ada}`)
  expect(outside.address).not.toContain('q=')
})

test('a list that found many articles asks for no names', async () => {
  const { asked } = openArticles(200)
  await expect.poll(() => asked.some((url) => url.startsWith('/api/articles'))).toBe(true)
  await expect.element(page.getByRole('heading', { name: 'Articles', exact: true })).toBeVisible()
  expect(asked.filter((url) => url.startsWith('/api/search'))).toEqual([])
})
