import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'
import { articleRow } from './testing/article-row.ts'

beforeEach(() => queryClient.clear())

/** A server that counts after the page; each count waits until `count` is called, and fails where it is called without a number. */
function openArticles() {
  const asked: string[] = []
  const waiting: ((total?: number) => void)[] = []
  const count = (total?: number) => waiting.splice(0).forEach((answer) => answer(total))
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const path = String(config.url)
    if (!path.startsWith('/api/articles')) return answer({ items: [] })
    asked.push(path.split('?')[0]!)
    if (!path.startsWith('/api/articles/total'))
      return answer({
        items: [articleRow],
        total: 1001,
        totalIsExact: false,
        totalFollows: true,
        page: 1,
        pageSize: 25,
        facetsAsOf: null,
      })
    const total = await new Promise<number | undefined>((resolve) => void waiting.push(resolve))
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

test.each([
  ['with the next page', () => page.getByRole('button', { name: 'Next page' }).click()],
  ['when one comes back to the window', () => window.dispatchEvent(new Event('visibilitychange'))],
])('where counting failed it is tried again %s', async (_, goOn) => {
  const { asked, count } = openArticles()
  const counts = () => asked.filter((path) => path.endsWith('/total')).length
  await expect.poll(counts).toBe(1)
  count()
  await expect
    .poll(() => queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }).length)
    .toBe(1)
  await goOn()
  await expect.poll(counts).toBe(2)
  count(9767)
  await expect.poll(shown).toContain('of 9,767')
})
