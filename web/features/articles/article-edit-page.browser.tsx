import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, type AxiosResponse } from 'axios'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { type Screen, ScreenContext } from '../../ui/screen.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleEditPage } from './article-edit-page.tsx'

test.each([
  ['not-a-uuid', 400, 'invalid_input'],
  ['00000000-0000-7000-8000-000000000000', 404, 'not_found'],
] as const)('says of the address %s that the article does not exist', async (id, status, code) => {
  httpClient.defaults.adapter = async (config) => {
    const response = { data: { code, status }, status, statusText: '', headers: {}, config } as AxiosResponse
    throw new AxiosError('refused', undefined, config, undefined, response)
  }
  const screen: Screen = { path: `/jCore/article/${id}`, search: '', params: { id }, navigate: () => {} }
  showScreen(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ScreenContext value={screen}>
        <ArticleEditPage />
      </ScreenContext>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('This article does not exist')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Back to the articles' })).toBeVisible()
})
