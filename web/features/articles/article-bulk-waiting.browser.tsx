import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import { httpClient } from '../../api/http-client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { forgetToken, storeToken } from '../../api/session-token.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'
import { articleRow } from './testing/article-row.ts'

const draft = { ...articleRow, can: { write: true } }
const live = { ...draft, id: '00000000-0000-7000-8000-000000000002', title: 'Lighthouse', status: 'published' }
const messages = page.getByRole('region', { name: 'Messages (F8)' })

/** Features both articles of the list. @returns what the server was asked to review */
async function featureBoth(role: Role, waiting: object) {
  queryClient.clear()
  storeToken('a token')
  onTestFinished(forgetToken)
  const reviewed: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (config.url?.endsWith('/review')) {
      reviewed.push(JSON.parse(String(config.data)))
      return answer({ items: [], all: null })
    }
    if (config.url === '/api/articles/bulk') {
      const results = [draft, { ...live, ...waiting }].map(({ id, title, ...one }) => ({
        id,
        title,
        ok: true,
        code: null,
        changed: true,
        ...('waits' in one && { hasChanges: true }),
      }))
      return answer({
        results,
        undo: { id: '00000000-0000-7000-8000-00000000bbbb', until: '2999-01-01T00:00:00.000Z' },
      })
    }
    const list = { total: 2, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null, closed: [] }
    return answer({ items: [draft, live], ...list })
  }
  queryClient.setQueryData(meQuery.queryKey, {
    id: '00000000-0000-7000-8000-00000000aaaa',
    role,
    name: 'Edda',
  } as never)
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleListPage />
    </QueryClientProvider>,
  )
  await page.getByRole('checkbox', { name: 'Select “Harbour”' }).click()
  await page.getByRole('checkbox', { name: 'Select “Lighthouse”' }).click()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Feature' }).click()
  await expect.element(messages.getByText(/^Featured 2 articles/)).toBeVisible()
  return reviewed
}
const waitingText = messages.getByText(/Readers of published articles see it once their changes are published\.$/)

test('who changes many articles reads that readers of the published ones do not see it yet, and can publish these', async () => {
  const reviewed = await featureBoth('editor', { waits: true })
  await expect.element(waitingText).toBeVisible()
  await messages.getByRole('button', { name: 'Publish…' }).click()
  await expect.poll(() => reviewed).toEqual([expect.objectContaining({ action: 'publish', ids: [live.id] })])
})

test('nothing is said of readers where none of the articles waits, and nothing offered to who may not publish', async () => {
  await featureBoth('editor', {})
  await expect.element(waitingText).not.toBeInTheDocument()
  await expect.element(messages.getByRole('button', { name: 'Publish…' })).not.toBeInTheDocument()
})

test('an author reads it, too, and is not offered to publish', async () => {
  await featureBoth('author', { waits: true })
  await expect.element(waitingText).toBeVisible()
  await expect.element(messages.getByRole('button', { name: 'Publish…' })).not.toBeInTheDocument()
})
