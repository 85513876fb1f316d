import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyArticleFields } from '#contract/article-fields.ts'
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

test('a version is brought back without scrolling through all that has changed since', async () => {
  const paragraphs = Array.from({ length: 80 }, (_, at) => `<p>Paragraph ${at} about the bridge.</p>`)
  const [newest, older] = [2, 1].map((version) => ({
    id: `00000000-0000-7000-8000-00000000000${version}`,
    version,
    title: 'Bridges',
    reason: 'save',
    createdAt: '2026-05-01T12:00:00.000Z',
    createdBy: null,
  }))
  const refs = { authors: [], categories: [], tags: [], media: [] }
  httpClient.defaults.adapter = async (config) => ({
    data: String(config.url).endsWith(older!.id)
      ? { ...older, content: { ...emptyArticleFields, body: paragraphs.join('') }, refs }
      : { items: [newest, older] },
    status: 200,
    statusText: '',
    headers: {},
    config,
  })
  queryClient.clear()
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleFormContext value={formWithoutServer(stored({ version: 2, body: '<p>Cut</p>', refs }))}>
        <ArticleHistory />
      </ArticleFormContext>
    </QueryClientProvider>,
  )
  await page.getByRole('listitem').nth(1).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  const last = dialog.getByText('Paragraph 79 about the bridge.', { exact: false }).last()
  await expect.element(last).toBeInTheDocument()
  await expect.element(last).not.toBeInViewport()
  await expect
    .element(dialog.getByRole('button', { name: 'Make this the newest version' }))
    .toBeInViewport({ ratio: 1 })
})
