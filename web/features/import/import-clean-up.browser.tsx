import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportCleanUp as CleanUp, ImportRun } from '#contract/import.ts'
import { httpClient } from '../../api/http-client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { storeToken } from '../../api/session-token.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ImportCleanUp } from './import-clean-up.tsx'
import { ImportPage } from './import-page.tsx'

const ID = '00000000-0000-7000-8000-000000000001'
const row = (kind: string, created: number) => ({ kind, inFile: created, created, merged: 0, unchanged: 0, skipped: 0 })
const run = { id: ID, sums: [row('post', 9), row('tag', 3), row('category', 1), row('attachment', 0)] } as ImportRun

const idle = { moved: 0, running: null, stopped: null }
const can = { stop: true }
const undo = { id: ID, until: '2999-01-01T00:00:00.000Z' }

/** @param polls what the server says while the clean-up is under way, and then while its undo is */
function show(first: CleanUp, polls: CleanUp[] = []) {
  const posted: unknown[] = []
  let now = first
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (String(config.url).endsWith('/progress'))
      return answer({
        status: now.running ? 'running' : 'done',
        done: now.running?.done ?? 6,
        total: 6,
        report: { restored: 6, skipped: 0, left: [] },
        code: null,
        reasons: [],
        can: { stop: now.running !== null },
      })
    if (String(config.url).startsWith('/api/undo/')) {
      now = { ...now, undo: null, running: { action: 'undo', done: 0, total: 6, can: { stop: false } } }
      return answer({ restored: 0, skipped: 0, left: [], inBackground: true })
    }
    if (config.method !== 'post') {
      now = polls.shift() ?? now
      return answer(now)
    }
    if (String(config.url).endsWith('/stop')) {
      const { done = 0, total = 0 } = now.running ?? {}
      const stopped = { action: 'clean_up', done, total, code: 'stopped' } as const
      return answer((now = { ...now, moved: done, running: null, stopped, undo }))
    }
    posted.push(JSON.parse(String(config.data)))
    now = { ...first, running: { action: 'clean_up', done: 0, total: first.articles, can } }
    return answer(now, 202)
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ImportCleanUp run={run} />
    </QueryClientProvider>,
  )
  return { posted, polls }
}
const me = { id: '00000000-0000-7000-8000-00000000aaaa', role: 'administrator', name: 'Ada' } as never
const section = page.getByRole('region', { name: 'What this import made' })
const move = section.getByRole('button', { name: 'Move what this import made to the trash…' })

beforeEach(() => {
  queryClient.clear()
  storeToken('a token')
})

test('what an import made is moved to the trash as one, after saying what goes and what stays, and comes back', async () => {
  const before: CleanUp = { articles: 6, published: 4, changed: 2, gone: 1, undo: null, ...idle }
  const { posted, polls } = show(before)
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
  await expect.element(section.getByText('Moving 0 of 6 to the trash…')).toBeVisible()
  await expect.element(move).not.toBeInTheDocument()
  polls.push({ ...before, articles: 4, gone: 3, running: { action: 'clean_up', done: 2, total: 6, can } })
  await expect.element(section.getByText('Moving 2 of 6 to the trash…')).toBeVisible()
  await expect.element(section.getByRole('progressbar', { name: 'Progress of moving to the trash' })).toBeVisible()
  polls.push({ ...before, articles: 0, published: 0, gone: 7, moved: 6, undo })
  await expect.element(section.getByText(/7 articles are in the trash or deleted permanently/)).toBeVisible()
  await expect.element(page.getByText('6 articles moved to the trash')).toBeVisible()
  await expect.element(move).not.toBeInTheDocument()
  await section.getByRole('button', { name: 'Undo moving it to the trash' }).click()
  polls.push({ ...before, articles: 2, gone: 5, running: { action: 'undo', done: 2, total: 6, can: { stop: false } } })
  await expect.element(page.getByText('Undoing… 2 of 6')).toBeVisible()
  polls.push(before)
  await expect.element(section.getByText(/^6 articles that no one changed/)).toBeVisible()
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
})

test('what is under way is shown to whoever opens the report, and what stopped says how far it came and why', async () => {
  const running: CleanUp['running'] = { action: 'undo', done: 320, total: 1000, can: { stop: false } }
  const { polls } = show({ articles: 320, published: 0, changed: 0, gone: 680, undo: null, ...idle, running })
  await expect.element(section.getByText('Bringing 320 of 1,000 back from the trash…')).toBeVisible()
  await expect.element(section.getByText(/^You may leave this screen/)).toBeVisible()
  const stopped = { action: 'undo', done: 370, total: 1000, code: 'forbidden' } as const
  polls.push({ articles: 370, published: 0, changed: 0, gone: 630, undo: null, ...idle, stopped })
  await expect
    .element(section.getByText(/^The undo stopped after 370 of 1,000.*may not do this any more/))
    .toBeVisible()
  await expect.element(move).toBeVisible()
})

test('an import that made no article offers nothing', async () => {
  show({ articles: 0, published: 0, changed: 0, gone: 0, undo: null, ...idle })
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(section).not.toBeInTheDocument()
})

test('an undo in the background is remembered until its end', async () => {
  queryClient.setQueryData(meQuery.queryKey, me)
  const before: CleanUp = { articles: 0, published: 0, changed: 0, gone: 6, undo, ...idle }
  const first = show(before)
  await section.getByRole('button', { name: 'Undo moving it to the trash' }).click()
  await expect.poll(() => String(localStorage.getItem('copydesk.importUndo'))).toContain(ID)
  first.polls.push({ ...before, articles: 6, gone: 0, undo: null })
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(localStorage.getItem('copydesk.importUndo')).toBeNull()
})

test('an undo that was under way when the page was left is told about when the screen is opened again', async () => {
  queryClient.setQueryData(meQuery.queryKey, me)
  const kept = '00000000-0000-7000-8000-000000000002'
  localStorage.setItem(
    'copydesk.importUndo',
    JSON.stringify([{ id: kept, person: '00000000-0000-7000-8000-00000000aaaa' }]),
  )
  let over = false
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (config.url !== `/api/undo/${kept}/progress`) return answer({ items: [], user: me })
    const report = { restored: 300, skipped: 0, left: [] }
    const progress = { done: 300, total: 900, report, code: null, reasons: [], can: { stop: !over } }
    return answer({ ...progress, status: over ? 'done' : 'running' })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ImportPage />
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('Undoing… 300 of 900')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  over = true
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect.poll(() => localStorage.getItem('copydesk.importUndo')).toBeNull()
})

test('an undo that was stopped on purpose is no alarm', async () => {
  const stopped = { action: 'undo', done: 370, total: 1000, code: 'stopped' } as const
  show({ articles: 370, published: 0, changed: 0, gone: 630, undo, ...idle, stopped })
  await expect
    .element(
      section.getByText('The undo stopped after 370 of 1,000. The others are still in the trash.', { exact: true }),
    )
    .toBeVisible()
  await expect.element(section.getByRole('button', { name: 'Undo moving it to the trash' })).toBeVisible()
})

test('moving them can be stopped by whoever began it: what is moved can be undone, and the rest can follow', async () => {
  const running: CleanUp['running'] = { action: 'clean_up', done: 50, total: 120, can }
  show({ articles: 70, published: 0, changed: 0, gone: 50, undo: null, ...idle, running })
  await section.getByRole('button', { name: 'Stop' }).click()
  await expect
    .element(
      section.getByText('Moving to the trash stopped after 50 of 120. The others are as they were.', { exact: true }),
    )
    .toBeVisible()
  await expect.element(section.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
  await expect.element(section.getByRole('button', { name: 'Undo moving it to the trash' })).toBeVisible()
  await expect.element(move).toBeVisible()
})

test('who did not begin it is not offered to stop it', async () => {
  const running: CleanUp['running'] = { action: 'clean_up', done: 50, total: 120, can: { stop: false } }
  show({ articles: 70, published: 0, changed: 0, gone: 50, undo: null, ...idle, running })
  await expect.element(section.getByText('Moving 50 of 120 to the trash…')).toBeVisible()
  await expect.element(section.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
})
