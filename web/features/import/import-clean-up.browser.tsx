import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportCleanUp as CleanUp, ImportRun } from '#contract/import.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ImportCleanUp } from './import-clean-up.tsx'

const ID = '00000000-0000-7000-8000-000000000001'
const row = (kind: string, created: number) => ({ kind, inFile: created, created, merged: 0, unchanged: 0, skipped: 0 })
const run = { id: ID, sums: [row('post', 9), row('tag', 3), row('category', 1), row('attachment', 0)] } as ImportRun

function show(first: CleanUp) {
  const posted: unknown[] = []
  let now = first
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (String(config.url).startsWith('/api/undo/')) {
      now = first
      return answer({ restored: first.articles, skipped: 0, left: [] })
    }
    if (config.method !== 'post') return answer(now)
    posted.push(JSON.parse(String(config.data)))
    const undo = { id: ID, until: '2999-01-01T00:00:00.000Z' }
    now = { articles: 0, published: 0, changed: first.changed, gone: first.gone + first.articles, undo }
    return answer({ moved: first.articles, undo, now })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ImportCleanUp run={run} />
    </QueryClientProvider>,
  )
  return posted
}
const section = page.getByRole('region', { name: 'What this import made' })
const move = section.getByRole('button', { name: 'Move what this import made to the trash…' })

beforeEach(() => queryClient.clear())

test('what an import made is moved to the trash as one, after saying what goes and what stays, and comes back', async () => {
  const posted = show({ articles: 6, published: 4, changed: 2, gone: 1, undo: null })
  await expect.element(section.getByText(/^6 articles that no one changed/)).toBeVisible()
  await expect.element(section.getByText(/2 articles were changed or published since and are left/)).toBeVisible()
  await expect.element(section.getByText(/It also made 1 category, 3 tags\. They stay/)).toBeVisible()
  await expect.element(section.getByRole('link', { name: '3 tags' })).toHaveAttribute('href', '/jCore/tag')
  await move.click()
  const dialog = page.getByRole('dialog', { name: 'Move 6 articles to the trash?' })
  await expect.element(dialog.getByText('4 of them are published: readers no longer find them.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Move to the trash' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(posted).toEqual([{ expectedCount: 6 }])
  await expect.element(section.getByText(/7 articles are in the trash or deleted permanently/)).toBeVisible()
  await expect.element(move).not.toBeInTheDocument()
  await section.getByRole('button', { name: 'Undo moving it to the trash' }).click()
  await expect.element(section.getByText(/^6 articles that no one changed/)).toBeVisible()
})

test('an import that made no article offers nothing', async () => {
  show({ articles: 0, published: 0, changed: 0, gone: 0, undo: null })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(section).not.toBeInTheDocument()
})
