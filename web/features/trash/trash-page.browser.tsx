import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { forgetToken, storeToken } from '../../api/session-token.ts'
import { pollSooner } from '../../entity/testing/poll-sooner.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { TrashPage } from './trash-page.tsx'

const undone = { restored: 0, skipped: 0, left: [] }
type Key = { type: string; id: string }
type Given = { count: number; role?: string; fields?: (at: number) => object; stopped?: boolean }

/** A trash of so many tags, at the place where calls leave the browser. */
function openTrash({ count, role = 'administrator', fields, stopped = false }: Given) {
  let items = Array.from({ length: count }, (_, at) => ({
    id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    version: 1,
    type: 'tag',
    title: `Tag ${at}`,
    deletedAt: '2026-03-02T09:00:00.000Z',
    deletedBy: null,
    purgeAt: '2026-04-01T09:00:00.000Z',
    mergedInto: null,
    others: 0,
    titles: [],
    change: null,
    ...fields?.(at),
  }))
  const batches: { path: string; size: number }[] = []
  const undo = { stopped }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const { pathname, searchParams } = new URL(config.url!, 'http://desk.example')
    if (pathname.endsWith('/progress'))
      return answer({
        status: undo.stopped ? 'failed' : 'done',
        done: undo.stopped ? 50 : 6000,
        total: 6000,
        report: { ...undone, restored: undo.stopped ? 50 : 6000 },
        code: undo.stopped ? 'stopped' : null,
        reasons: [],
        can: { stop: false },
      })
    if (pathname.startsWith('/api/undo/')) {
      batches.push({ path: `${pathname}?${searchParams}`, size: 1 })
      return answer({ ...undone, inBackground: true })
    }
    if (config.method === 'post') {
      const { items: keys } = JSON.parse(String(config.data)) as { items: Key[] }
      batches.push({ path: pathname, size: keys.length })
      items = items.filter(({ id }) => !keys.some((key) => key.id === id))
      const done = { title: 'Tag', ok: true, code: null, skipped: 0, left: [] }
      return answer({ results: keys.map((key) => ({ ...key, ...done })) })
    }
    if (pathname === '/api/session')
      return answer({ user: { id: '1', name: 'Ada', email: 'a@example.org', role, locale: 'en', timeZone: 'UTC' } })
    if (pathname !== '/api/trash') return answer({ items: [], total: 0, totalIsExact: true, page: 1, pageSize: 25 })
    const at = Number(searchParams.get('page') ?? 1)
    const size = Number(searchParams.get('pageSize') ?? 25)
    const shown = items.slice((at - 1) * size, at * size)
    return answer({ items: shown, total: items.length, totalIsExact: true, page: at, pageSize: size })
  }
  pollSooner()
  queryClient.clear()
  onTestFinished(() => queryClient.clear())
  showScreen(
    <QueryClientProvider client={queryClient}>
      <TrashPage />
    </QueryClientProvider>,
  )
  return { batches, undo }
}

test('the trash is emptied in batches, after a question with the number, some names and that it cannot be undone', async () => {
  const { batches } = openTrash({ count: 239 })
  await page.getByRole('button', { name: 'Empty trash' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 239 items permanently?' })
  await expect.element(question).toBeVisible()
  await expect.poll(() => question.element().textContent).toContain('“Tag 4”, 234 more')
  expect(question.element().textContent).toContain('This cannot be undone.')
  expect(batches).toEqual([])
  await question.getByRole('button', { name: 'Delete permanently' }).click()
  await expect.element(page.getByText('Permanently deleted: 239 items')).toBeVisible()
  expect(batches.map(({ size }) => size)).toEqual([100, 100, 39])
  await expect.element(page.getByText('The trash is empty')).toBeVisible()
})

test('a change of many, of whoever made it, is undone in the background, so that the screen can be left', async () => {
  const change = { type: 'article', action: 'addTags' }
  const large = { type: 'change', title: 'Old 1', titles: ['Old 1'], others: 5999, change }
  const { batches } = openTrash({ count: 1, fields: () => ({ ...large, deletedBy: { id: '2', name: 'Bo' } }) })
  storeToken('a token')
  onTestFinished(forgetToken)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(batches).toEqual([{ path: '/api/undo/00000000-0000-7000-8000-000000000000?background=true', size: 1 }])
})

test('of several changes the newest is undone first, also where some of them are large', async () => {
  const change = { type: 'article', action: 'addTags' }
  const fields = { type: 'change', change, deletedBy: { id: '1', name: 'Ada' } }
  const { batches } = openTrash({
    count: 3,
    fields: (at) => ({ ...fields, others: at === 1 ? 5999 : 3, deletedAt: `2026-03-0${9 - at}T09:00:00.000Z` }),
  })
  storeToken('a token')
  onTestFinished(forgetToken)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => batches.length, { timeout: 5000 }).toBe(3)
  expect(batches).toEqual([
    { path: '/api/trash/restore', size: 1 },
    { path: '/api/undo/00000000-0000-7000-8000-000000000001?background=true', size: 1 },
    { path: '/api/trash/restore', size: 1 },
  ])
})

test.each([
  ['all of them large', [5999, 5999, 5999], ['/api/undo', '/api/undo', '/api/undo']],
  ['large and small ones', [5999, 3, 5999], ['/api/undo', '/api/trash/restore', '/api/undo']],
])('after one that was stopped the earlier changes are undone once one goes on: %s', async (_, others, paths) => {
  const fields = { type: 'change', change: { type: 'article', action: 'addTags' } }
  const { batches, undo } = openTrash({
    count: 3,
    fields: (at) => ({ ...fields, others: others[at], deletedAt: `2026-03-0${9 - at}T09:00:00.000Z` }),
    stopped: true,
  })
  storeToken('a token')
  onTestFinished(forgetToken)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText(/^Stopped\. Undone: 50 of 6,000\./), { timeout: 5000 }).toBeVisible()
  expect(batches).toHaveLength(1)
  undo.stopped = false
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => batches.length, { timeout: 8000 }).toBe(4)
  expect(batches.map(({ path }) => /^\/api\/(?:undo|trash\/restore)/.exec(path)?.[0])).toEqual(['/api/undo', ...paths])
  await expect.poll(() => localStorage.getItem('copydesk.trashUndo'), { timeout: 5000 }).toBeNull()
})

test('all that match are selected across pages and restored', async () => {
  const { batches } = openTrash({ count: 39 })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 39 that match' }).click()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Restored: 39 items')).toBeVisible()
  expect(batches).toEqual([{ path: '/api/trash/restore', size: 39 }])
})

test('one who may not purge is not offered to empty the trash', async () => {
  openTrash({ count: 3, role: 'editor' })
  await expect.element(page.getByRole('table', { name: 'Trash' })).toBeVisible()
  await expect.element(page.getByText('Tag 2')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Empty trash' })).not.toBeInTheDocument()
})
