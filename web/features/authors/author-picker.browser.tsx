import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AuthorPicker } from './author-picker.tsx'

function openPicker(canCreate: boolean) {
  httpClient.defaults.adapter = async (config) => {
    const data = { items: [], total: 0, totalIsExact: true, page: 1, pageSize: 20 }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <AuthorPicker canCreate={canCreate} value={[]} onChange={() => {}} />
    </QueryClientProvider>,
  )
}

test('where there are no authors yet, the picker says so, and how to add the first one', async () => {
  openPicker(true)
  await page.getByRole('combobox', { name: 'Authors' }).click()
  await expect.element(page.getByText('No authors yet. Type a name to add the first one.')).toBeVisible()
})

test('whoever may not add authors is told only that there are none', async () => {
  openPicker(false)
  await page.getByRole('combobox', { name: 'Authors' }).click()
  await expect.element(page.getByText('No authors yet.', { exact: true })).toBeVisible()
})
