import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { storeToken } from '../../api/session-token.ts'
import { mount } from '../../editor/testing/mount.tsx'
import { rememberMe } from '../session/session-api.ts'
import { screenInfo } from './screens.ts'
import { Shell, type ShellRoute } from './shell.tsx'

const Empty = () => <h1>Welcome</h1>
const shellRoutes: ShellRoute[] = [
  { ...screenInfo('welcome'), id: 'welcome', Component: Empty },
  { ...screenInfo('article'), id: 'article', Component: Empty },
]

/** The console before a server that finds one article, after a while. */
async function openConsole() {
  queryClient.clear()
  storeToken('a-token')
  rememberMe({
    id: '0190a1b2-0000-7000-8000-000000000001',
    version: 1,
    email: 'mara@example.com',
    name: 'Mara',
    role: 'editor',
    locale: 'en',
    byline: null,
    timeZone: 'UTC',
  })
  httpClient.defaults.adapter = async (config) => {
    const items = config.url?.includes('q=bridge') ? [{ id: '7', title: 'The bridge reopens', authors: [] }] : []
    return { data: { items, total: items.length }, status: 200, statusText: '', headers: {}, config }
  }
  const router = createMemoryRouter(
    [
      {
        element: <Shell routes={shellRoutes} />,
        children: shellRoutes.map((handle) => ({ path: handle.path, element: null, handle })),
      },
    ],
    { initialEntries: ['/edit'] },
  )
  mount(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  return router
}

test('Enter opens the first of what was found, without an arrow key', async () => {
  const router = await openConsole()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.fill(page.getByPlaceholder('Search articles, or go to a screen'), 'bridge')
  await expect.element(page.getByText('The bridge reopens')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/jCore/article/7')
})

test('the frame is not higher than the window', async () => {
  await openConsole()
  const { scrollHeight, clientHeight } = document.documentElement
  expect(scrollHeight).toBe(clientHeight)
})
