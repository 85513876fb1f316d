import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
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

test('a list for which the server took too long is asked for again by itself, and says so meanwhile', async () => {
  const tries: number[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (!String(config.url).startsWith('/api/articles')) return answer({ items: [] })
    tries.push(Date.now())
    if (tries.length === 1) {
      const problem = { type: '', title: '', status: 503, code: 'busy', requestId: '1', retryAfter: 1 }
      throw new AxiosError('refused', undefined, config, null, answer(problem, 503))
    }
    return answer({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
  )
  const slow = page.getByRole('status').getByText('This takes longer than usual. It is being tried again…')
  await expect.element(slow).toBeVisible()
  await expect.element(page.getByText('The articles could not be loaded')).not.toBeInTheDocument()
  await expect.element(slow).not.toBeInTheDocument()
  expect(tries).toHaveLength(2)
  await expect.element(page.getByText('The articles could not be loaded')).not.toBeInTheDocument()
})
