import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleTagsRemovalDialog } from './article-tags-removal-dialog.tsx'

const id = (n: number) => `0190a1b2-0000-7000-8000-00000000000${n}`

function openDialog(items: { id: string; name: string; articles: number }[]) {
  const removed: (readonly string[])[] = []
  httpClient.defaults.adapter = async (config) => {
    expect(config.url).toBe('/api/articles/bulk/tags')
    expect(JSON.parse(String(config.data))).toEqual({ ids: [id(8), id(9)], expectedCount: 2 })
    return { data: { items }, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={new QueryClient()}>
      <ArticleTagsRemovalDialog
        target={{ rows: [{ id: id(8) }, { id: id(9) }] }}
        count={2}
        onRun={(values) => removed.push(values)}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  return removed
}

test('offers the tags that the selected articles have, and says how many have each', async () => {
  const removed = openDialog([
    { id: id(1), name: 'Sea', articles: 2 },
    { id: id(2), name: 'Land', articles: 1 },
  ])
  const dialog = page.getByRole('dialog', { name: 'Remove tags from 2 articles' })
  await dialog.getByRole('combobox', { name: 'Tags' }).click()
  await expect.element(page.getByRole('option', { name: /Sea.*2 articles/ })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('la')
  await expect.element(page.getByRole('option', { name: /Sea/ })).not.toBeInTheDocument()
  await page.getByRole('option', { name: /Land.*1 article/ }).click()
  await dialog.getByRole('button', { name: 'Remove tags' }).click()
  expect(removed).toEqual([[id(2)]])
})

test('says so where none of them has a tag', async () => {
  openDialog([])
  const dialog = page.getByRole('dialog', { name: 'Remove tags from 2 articles' })
  await expect.element(dialog.getByText('None of the selected articles has a tag.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Remove tags' })).toBeDisabled()
})
