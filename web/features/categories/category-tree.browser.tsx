import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { moveInTree, type TreePlace } from '#contract/category-tree.ts'
import { httpClient } from '../../api/http-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { CategoryTreePage } from './category-tree-page.tsx'

const item = (name: string, position: number): CategoryTreeItem => ({
  id: crypto.randomUUID(),
  version: 1,
  name,
  slug: name.toLowerCase(),
  description: '',
  parent: null,
  position,
  own: 0,
  total: 0,
})

/** A server with three categories, at the place where calls leave the browser. It refuses when told to. */
function openTree() {
  let items = ['News', 'Culture', 'Sport'].map(item)
  const server = { refuses: false, moves: 0, names: () => items.map(({ name }) => name) }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const id = /categories\/([^/]+)\/move/.exec(config.url ?? '')?.[1]
    if (!id) return answer({ items, can: { write: true } })
    server.moves++
    if (server.refuses) {
      const data = { code: 'busy', status: 503, title: 'busy', type: '', requestId: 'r-7' }
      throw new AxiosError('busy', undefined, config, undefined, { ...answer(data), status: 503 })
    }
    const moved = moveInTree(items, id, JSON.parse(String(config.data)) as TreePlace)
    if (moved.ok) items = moved.nodes.toSorted((a, b) => a.position - b.position)
    return answer({ ...items.find((one) => one.id === id), path: [], undo: crypto.randomUUID() })
  }
  localStorage.removeItem('categories.open')
  showScreen(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <CategoryTreePage />
    </QueryClientProvider>,
  )
  return server
}
const shown = () =>
  [...document.querySelectorAll('[role=treegrid] [data-id]')].map((row) => row.querySelectorAll('span')[2]?.textContent)

test('Alt and an arrow move a category at once, the focus goes along, and the move is said aloud', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
  await expect.poll(shown).toEqual(['Sport', 'News', 'Culture'])
  await expect.element(page.getByRole('row', { name: /^Sport/ })).toHaveFocus()
  await expect.element(page.getByText('“Sport” is now 1 of 3 at the top level.')).toBeInTheDocument()
  await expect.poll(server.names).toEqual(['Sport', 'News', 'Culture'])
  expect(server.moves).toBe(2)
})

test('keys that come faster than the screen is drawn lose no move', async () => {
  const server = openTree()
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  const key = () => new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true })
  for (let presses = 0; presses < 2; presses++) document.activeElement!.dispatchEvent(key())
  await expect.poll(shown).toEqual(['Sport', 'News', 'Culture'])
  await expect.poll(server.names).toEqual(['Sport', 'News', 'Culture'])
})

test('a refused move goes back to where it was, and says why', async () => {
  const server = openTree()
  server.refuses = true
  await page.getByRole('gridcell', { name: 'Sport', exact: true }).click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(page.getByRole('region', { name: 'Messages (F8)' }).getByText('r-7')).toBeVisible()
  await expect.poll(shown).toEqual(['News', 'Culture', 'Sport'])
})
