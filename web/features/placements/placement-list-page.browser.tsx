import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Placement } from '#contract/placements.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { PlacementListPage } from './placement-list-page.tsx'

beforeEach(() => queryClient.clear())
const [SIDEBAR, FOOTER] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

const aPlacement = (fields: Partial<Placement>) => ({
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  sizes: [{ width: 300, height: 250 }],
  active: true,
  can: { write: true, restore: false },
  ...fields,
})

function openPlacements() {
  const items = [
    aPlacement({ id: SIDEBAR, key: 'sidebar', name: 'Sidebar', ads: 11 }),
    aPlacement({ id: FOOTER, key: 'footer', name: 'Footer', ads: 0 }),
  ]
  httpClient.defaults.adapter = async (config) => {
    const list = config.url?.startsWith('/api/placements') && { items, total: 2, totalIsExact: true }
    const data = list ? { ...list, page: 1, pageSize: 25 } : { items: [] }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  return showScreen(
    <QueryClientProvider client={queryClient}>
      <PlacementListPage />
    </QueryClientProvider>,
  )
}

test('the number of ads of a placement leads to these ads', async () => {
  const { visits } = openPlacements()
  await page.getByRole('link', { name: 'Ads: 11, Sidebar' }).click()
  expect(visits).toEqual([`/jCore/adManage?placement=${SIDEBAR}`])
  await expect.element(page.getByRole('link', { name: /Ads: 0/ })).not.toBeInTheDocument()
})

test('on a phone the name is as large and dark in a list whose rows cannot be selected as in the others', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  openPlacements()
  const name = page.getByText('Footer', { exact: true })
  await expect.element(name).toHaveStyle({ color: getComputedStyle(document.body).color, fontSize: '14px' })
})
