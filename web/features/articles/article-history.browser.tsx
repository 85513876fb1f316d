import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Revision } from '#contract/articles.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleFormContext } from './article-form-context.ts'
import { ArticleHistory } from './article-history.tsx'
import { formWithoutServer } from './testing/article-form.ts'
import { stored } from './testing/article-server.ts'

test('a schedule that was cancelled is called so, and a return a return', async () => {
  const reasons: Revision['reason'][] = ['return', 'save', 'schedule', 'submit', 'return', 'submit', 'create']
  const items = reasons.map((reason, at) => ({
    id: `00000000-0000-7000-8000-00000000000${at}`,
    version: reasons.length - at,
    title: 'Bridges',
    reason,
    createdAt: '2026-05-01T12:00:00.000Z',
    createdBy: null,
  }))
  httpClient.defaults.adapter = async (config) => ({
    data: { items },
    status: 200,
    statusText: '',
    headers: {},
    config,
  })
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleFormContext value={formWithoutServer(stored({ version: reasons.length }))}>
        <ArticleHistory />
      </ArticleFormContext>
    </QueryClientProvider>,
  )
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(0).getByText(/^Schedule cancelled · current version$/)).toBeVisible()
  await expect.element(rows.nth(4).getByText('Returned to the writer')).toBeVisible()
})
