import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'

beforeEach(() => queryClient.clear())

/** A server that counts after the page; the count waits until `count` is called, and fails where it is called without a number. */
function openArticles() {
  const asked: string[] = []
  let count: (total?: number) => void = () => undefined
  const counted = new Promise<number | undefined>((resolve) => (count = resolve))
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const path = String(config.url)
    if (!path.startsWith('/api/articles')) return answer({ items: [] })
    asked.push(path.split('?')[0]!)
    if (!path.startsWith('/api/articles/total'))
      return answer({
        items: [],
        total: 1001,
        totalIsExact: false,
        totalFollows: true,
        page: 1,
        pageSize: 25,
        facetsAsOf: null,
      })
    const total = await counted
    if (total === undefined) throw new Error('busy')
    return answer({ total, totalIsExact: true })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
  )
  return { asked, count }
}

const lastPage = () => page.getByRole('button', { name: 'Last page' })
const shown = () => document.body.innerText

test('a long list is there before its total, which takes its place when it is counted', async () => {
  const { asked, count } = openArticles()
  await expect.poll(shown).toContain('at least 1,001')
  await expect.element(lastPage()).toBeDisabled()
  count(9767)
  await expect.poll(shown).toContain('9,767')
  expect(shown()).not.toContain('at least')
  await expect.element(lastPage()).toBeEnabled()
  expect(asked).toEqual(['/api/articles', '/api/articles/total'])
})

test('where counting fails the list stays as it is', async () => {
  const { asked, count } = openArticles()
  await expect.poll(shown).toContain('at least 1,001')
  count()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(shown()).toContain('at least 1,001')
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeEnabled()
})
