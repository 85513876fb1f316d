import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Tag } from '#contract/tags.ts'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { TagListPage } from '../tags/tag-list-page.tsx'

const harbour: Tag = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  version: 1,
  createdAt: '2026-03-01T09:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-03-01T09:00:00.000Z',
  updatedBy: null,
  deletedAt: null,
  name: 'Harbour',
  slug: 'harbour',
  description: '',
  colour: '',
  visibility: 'public',
  synonyms: [],
  uses: 12,
  lastUsedAt: null,
  similar: [],
}

function openTags() {
  httpClient.defaults.adapter = async (config) => {
    const list = config.url?.startsWith('/api/tags') && { items: [harbour], total: 1, totalIsExact: true }
    const data = list ? { ...list, page: 1, pageSize: 25 } : { items: [] }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  return showScreen(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TagListPage />
    </QueryClientProvider>,
  )
}

test('the date beside the number of articles is said to be that of the newest of them', async () => {
  openTags()
  const header = page.getByText('Newest article', { exact: true })
  await expect.element(header).toHaveAttribute('data-hint', 'When the newest article with this tag was begun')
})

test('the number of articles of a tag leads to these articles, not to the tag', async () => {
  const { visits } = openTags()
  const count = page.getByRole('link', { name: 'Articles: 12, Harbour' })
  await expect.element(count).toBeVisible()
  const { left, top, width, height } = count.element().getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  expect(hit?.closest('a')?.getAttribute('aria-label')).toBe('Articles: 12, Harbour')
  await count.click()
  expect(visits).toEqual([`/jCore/article?tag=${harbour.id}`])
})
