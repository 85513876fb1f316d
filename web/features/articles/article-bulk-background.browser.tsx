import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ArticleBulkProgress } from '#contract/article-bulk.ts'
import type { UndoProgress } from '#contract/undo.ts'
import { httpClient } from '../../api/http-client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { forgetToken, storeToken } from '../../api/session-token.ts'
import { pollSooner } from '../../entity/testing/poll-sooner.ts'
import { KeepAlive } from '../../ui/keep-alive.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'
import { articleRow } from './testing/article-row.ts'

const article = { ...articleRow, can: { write: true, publish: true, schedule: true, archive: true, trash: true } }
let runs = 0
type Replies = (Partial<ArticleBulkProgress> | 'unexpected')[]
/** A list of 6,000, and a server that says how far their change is: one reply after the other, the last one again. */
function openList(replies: Replies, refusal?: string, lost = false) {
  const undo = { id: `00000000-0000-7000-8000-${String(++runs).padStart(12, '0')}`, until: '2999-01-01T00:00:00.000Z' }
  const posted: [string, unknown][] = []
  /** What the server says about the undo, where it does that in the background; and how often the list was asked for. */
  const server: { undoing?: Partial<UndoProgress>[]; lists: number } = { lists: 0 }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const url = String(config.url)
    if (url.endsWith('/current')) return answer({ id: lost ? undo.id : null })
    if (url.split('?')[0] === '/api/articles') server.lists++
    const { undoing } = server
    if (undoing && url.startsWith('/api/undo/'))
      return config.method === 'post'
        ? answer({ ...none, inBackground: true })
        : answer({
            ...running,
            report: none,
            can: { stop: true },
            ...(undoing.length > 1 ? undoing.shift()! : undoing[0]!),
          })
    if (url.endsWith('/progress')) {
      const reply = replies.length > 1 ? replies.shift()! : replies[0]!
      if (reply === 'unexpected') {
        const data = { code: reply, title: '', status: 500, requestId: '2' }
        throw new AxiosError('failed', undefined, config, null, answer(data, 500))
      }
      return answer({ ...running, action: 'feature', ...reply, undo: reply.undo ? undo : null })
    }
    if (config.method === 'post' && url.includes('presence') === false) {
      posted.push([url, JSON.parse(String(config.data ?? 'null'))])
      if (lost && url === '/api/articles/bulk') throw new AxiosError('cut off', AxiosError.ERR_NETWORK, config)
      const data = { code: refusal, title: '', status: 409, requestId: '1' }
      if (refusal) throw new AxiosError('refused', undefined, config, null, answer(data, 409))
      if (url === '/api/articles/bulk') return answer({ results: [], undo, inBackground: true })
      return answer({ restored: 5980, skipped: 0, left: [] })
    }
    return answer({
      items: [article],
      total: 6000,
      totalIsExact: true,
      page: 1,
      pageSize: 25,
      facetsAsOf: null,
      closed: [],
    })
  }
  queryClient.setQueryData(meQuery.queryKey, me)
  const show = () =>
    showScreen(
      <QueryClientProvider client={queryClient}>
        <ArticleListPage />
      </QueryClientProvider>,
      { changesHref: '/jCore/trash?type=change' },
    )
  return { posted, show, undo, server }
}
const me = { id: '00000000-0000-7000-8000-00000000aaaa', role: 'editor', name: 'Edda' } as never
const none = { restored: 0, skipped: 0, left: [] }
const running: Omit<ArticleBulkProgress, 'action'> = {
  status: 'running',
  done: 0,
  total: 6000,
  code: null,
  reasons: [],
  report: { changed: 0, refused: 0, left: [] },
  undo: null,
}
const over: Partial<ArticleBulkProgress> = {
  status: 'done',
  done: 6000,
  report: { changed: 5980, refused: 8, left: [{ id: article.id, title: 'Locked up', code: 'forbidden' }] },
  undo: { id: '', until: '' },
}
const bar = page.getByRole('group', { name: 'Selected rows' })
const messages = page.getByRole('region', { name: 'Messages (F8)' })
async function feature() {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 6,000 that match' }).click()
  await expect.element(bar.getByText('6,000 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Feature' }).click()
}

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  storeToken('a token')
  onTestFinished(forgetToken)
  aPoll = pollSooner()
})
/** Milliseconds in which the server would be asked. */
let aPoll = 0

test('all 6,000 that match are changed in the background: how far it is, what was done and not, and one Undo', async () => {
  const replies: Replies = [{ done: 1200 }]
  const { posted, show, undo } = openList(replies)
  show()
  await feature()
  await expect.element(messages.getByText('Changing articles in the background… 1,200 of 6,000')).toBeVisible()
  expect(posted[0]).toEqual([
    '/api/articles/bulk',
    { action: 'feature', filter: {}, expectedCount: 6000, sort: '-updatedAt' },
  ])
  // The person can go on meanwhile.
  await expect.element(bar).not.toBeInTheDocument()
  replies.push(over)
  await expect
    .element(messages.getByText('Featured 5,980 articles. 12 needed no change. 8 were left as they were'), {
      timeout: 5000,
    })
    .toBeVisible()
  await messages.getByRole('button', { name: 'Show which' }).click()
  const dialog = page.getByRole('dialog', { name: '8 articles were left as they were' })
  await expect.element(dialog.getByRole('row', { name: /Locked up Your role does not allow/ })).toBeVisible()
  await expect.element(dialog.getByText('7 more are not listed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo the rest' }).click()
  await expect.poll(() => posted.at(-1)?.[0]).toBe(`/api/undo/${undo.id}?background=true`)
})

test('what was left is shown in the list, wherever the person is by then, with the filters of now', async () => {
  const replies: Replies = [{ done: 50 }]
  openList(replies)
  const [screens, outside] = [[{ path: '/articles', Component: ArticleListPage }], { go: (_to: string) => {} }]
  function Stage() {
    const [at, go] = useState('/articles')
    useLayoutEffect(() => {
      outside.go = (to) => flushSync(() => go(to))
    })
    const [path, query] = at.split('?')
    return (
      <KeepAlive
        screens={screens}
        active={path === '/articles' ? path : undefined}
        search={query ? `?${query}` : ''}
        navigate={go}
      >
        {(kept) => (
          <QueryClientProvider client={queryClient}>
            <p>At {at}</p>
            {kept}
          </QueryClientProvider>
        )}
      </KeepAlive>
    )
  }
  showScreen(<Stage />)
  await feature()
  await expect.element(bar).not.toBeInTheDocument()
  outside.go('/articles?status=draft')
  outside.go('/media')
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  replies.push(over)
  await messages.getByRole('button', { name: 'Show which' }).click()
  await expect.element(page.getByRole('dialog', { name: '8 articles were left as they were' })).toBeVisible()
  await expect.element(page.getByText('At /articles?status=draft')).toBeInTheDocument()
})

test('publishing so many is not offered, and the bar says why', async () => {
  const { show } = openList([{}])
  show()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  const publish = bar.getByRole('button', { name: 'Publish' })
  await expect.element(publish).toBeVisible()
  await page.getByRole('button', { name: 'Select all 6,000 that match' }).click()
  await expect.element(publish).not.toBeInTheDocument()
  await expect.element(bar.getByText('Publish, schedule: at most 500')).toBeVisible()
  await bar.getByRole('button', { name: 'More' }).click()
  const why = page.getByRole('menuitem', { name: 'Publish At most 500 at once: what goes public is read first' })
  await expect.element(why).toHaveAttribute('aria-disabled', 'true')
  await why.click({ force: true })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(bar.getByRole('button', { name: 'Archive' })).toBeVisible()
})

test('who closed the tab is told how it ended when the list is opened again', async () => {
  const replies: Replies = [{ done: 50 }]
  const { show } = openList(replies)
  const { close } = show()
  await feature()
  await expect.element(messages.getByText(/50 of 6,000/)).toBeVisible()
  const kept = localStorage.getItem('copydesk.bulkRun')
  forgetToken()
  close()
  await new Promise((resolve) => void setTimeout(resolve, aPoll))
  expect(localStorage.getItem('copydesk.bulkRun')).toBe(kept)
  storeToken('a token')
  show()
  replies.push(over)
  await expect.element(messages.getByText(/^Featured 5,980 articles/), { timeout: 5000 }).toBeVisible()
  await expect.element(messages.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(localStorage.getItem('copydesk.bulkRun')).toBeNull()
})

test('who reloads the page while all of it is undone sees how far that is, what came back, and the list as it is then', async () => {
  const { show, server } = openList([over])
  const { close } = show()
  await feature()
  server.undoing = [{ done: 100 }]
  const undo = messages.getByRole('button', { name: 'Undo' })
  await expect.element(undo, { timeout: 5000 }).toBeVisible()
  await undo.click()
  await expect.element(messages.getByText('Undoing… 100 of 6,000')).toBeVisible()
  forgetToken()
  close()
  await new Promise((resolve) => void setTimeout(resolve, aPoll))
  storeToken('a token')
  show()
  await expect.element(messages.getByText('Undoing… 100 of 6,000')).toBeVisible()
  const before = server.lists
  const left = [{ id: article.id, title: 'Changed since', code: 'stale_version' as const }]
  server.undoing = [{ status: 'done', done: 5980, report: { restored: 5979, skipped: 1, left } }]
  const end = messages.getByText(
    /^Undone in part: 5,979 articles\. Left as it is, because someone changed it since: “Changed since”\./,
  )
  await expect.element(end, { timeout: 5000 }).toBeVisible()
  await expect.poll(() => server.lists).toBeGreaterThan(before)
  expect(localStorage.getItem('copydesk.articleUndo')).toBeNull()
})

test('the end of one does not forget the next, which another tab has begun by then', async () => {
  const replies: Replies = [{ done: 50 }]
  const { show } = openList(replies)
  show()
  await feature()
  await expect.element(messages.getByText(/50 of 6,000/)).toBeVisible()
  const next = localStorage.getItem('copydesk.bulkRun')!.replace(/"id":"[^"]+"/, '"id":"the next"')
  localStorage.setItem('copydesk.bulkRun', next)
  replies.push(over)
  await expect.element(messages.getByText(/^Featured 5,980 articles/), { timeout: 5000 }).toBeVisible()
  expect(localStorage.getItem('copydesk.bulkRun')).toBe(next)
})

const allChanged = { ...over, report: { changed: 5980, refused: 0, left: [] } }
const waitingText = 'Readers of published articles see it once their changes are published'

test('the end says that readers of published articles do not see it yet, and offers to publish these', async () => {
  const { show, posted } = openList([{ ...allChanged, waiting: [article.id] }])
  show()
  await feature()
  await expect.element(messages.getByText(new RegExp(`${waitingText}\\.$`)), { timeout: 5000 }).toBeVisible()
  await expect.element(messages.getByRole('button', { name: 'Undo' })).toBeVisible()
  await messages.getByRole('button', { name: 'Publish…' }).click()
  await expect
    .poll(() => posted.at(-1))
    .toEqual(['/api/articles/bulk/review', { action: 'publish', ids: [article.id], expectedCount: 1 }])
})

test('of more than can be published at once it offers the first, and says so', async () => {
  const waiting = Array.from({ length: 501 }, (_, n) => `00000000-0000-7000-9000-${String(n).padStart(12, '0')}`)
  const { show, posted } = openList([{ ...allChanged, waiting }])
  show()
  await feature()
  await expect
    .element(messages.getByText(new RegExp(`${waitingText}, at most 500 at once\\.$`)), { timeout: 5000 })
    .toBeVisible()
  await messages.getByRole('button', { name: 'Publish…' }).click()
  await expect.poll(() => (posted.at(-1)?.[1] as { expectedCount?: number } | undefined)?.expectedCount).toBe(500)
})

test('articles that are restored are offered to be published, as where they are fewer', async () => {
  const waiting = Array.from({ length: 501 }, (_, n) => `00000000-0000-7000-9000-${String(n).padStart(12, '0')}`)
  const { show, posted } = openList([{ ...allChanged, action: 'restore', waiting }])
  show()
  await feature()
  const end = messages.getByText(
    /^Restored 5,980 articles as draft, not public\. .*At most 500 of them can be published at once\.$/,
  )
  await expect.element(end, { timeout: 5000 }).toBeVisible()
  await messages.getByRole('button', { name: 'Publish…' }).click()
  await expect.poll(() => (posted.at(-1)?.[1] as { expectedCount?: number } | undefined)?.expectedCount).toBe(500)
})

test('where some were left as they were, these are shown first', async () => {
  const { show } = openList([{ ...over, waiting: [article.id] }])
  show()
  await feature()
  const end = messages.getByText(new RegExp(`8 were left as they were\\. ${waitingText}\\.$`))
  await expect.element(end, { timeout: 5000 }).toBeVisible()
  await expect.element(messages.getByRole('button', { name: 'Show which' })).toBeVisible()
})

test('what stopped in the middle says why, and what was done can be undone', async () => {
  const report = { changed: 150, refused: 0, left: [] }
  const { show } = openList([{ ...over, status: 'failed', code: 'forbidden', done: 150, report }])
  show()
  await feature()
  await expect
    .element(messages.getByText(/^The change stopped after 150 of 6,000\. Your role does not allow/), { timeout: 5000 })
    .toBeVisible()
  await expect.element(messages.getByText('Featured 150 articles')).toBeVisible()
  await expect.element(messages.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('one that was begun by mistake is stopped, and what was done by then can be undone', async () => {
  const report = { changed: 150, refused: 0, left: [] }
  const replies: Partial<ArticleBulkProgress>[] = [{ done: 100 }]
  const { posted, show, undo } = openList(replies)
  show()
  await feature()
  await expect.element(messages.getByText(/100 of 6,000/)).toBeVisible()
  await messages.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => posted.at(-1)?.[0]).toBe(`/api/articles/bulk/${undo.id}/stop`)
  replies[0] = { ...over, status: 'failed', code: 'stopped', done: 150, report }
  const end = messages.getByText('Stopped after 150 of 6,000. Featured 150 articles')
  await expect.element(end, { timeout: 5000 }).toBeVisible()
  await expect.element(messages.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(messages.getByText(/The change stopped/)).not.toBeInTheDocument()
})

test('one that was stopped while nothing could be changed says how far it came', async () => {
  const report = { changed: 0, refused: 100, left: [] }
  const { show } = openList([{ ...over, status: 'failed', code: 'stopped', done: 100, report, undo: null }])
  show()
  await feature()
  const end = messages.getByText('Stopped after 100 of 6,000. 100 articles were left as they were')
  await expect.element(end, { timeout: 5000 }).toBeVisible()
})

test('one that was stopped before its first article says that nothing was changed', async () => {
  const { show } = openList([{ status: 'failed', code: 'stopped', report: { changed: 0, refused: 0, left: [] } }])
  show()
  await feature()
  await expect.element(messages.getByText('Stopped. Nothing was changed.'), { timeout: 5000 }).toBeVisible()
})

test('a reply that was lost on the way is no failure: what it began is followed', async () => {
  const replies: Replies = [{ done: 50 }]
  const { show } = openList(replies, undefined, true)
  show()
  await feature()
  await expect.element(messages.getByText(/50 of 6,000/)).toBeVisible()
  replies.push('unexpected', over)
  await expect.element(messages.getByText(/^Featured 5,980 articles/), { timeout: 6000 }).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})

test('while one is under way the next one says so', async () => {
  const { show } = openList([{}], 'in_progress')
  show()
  await feature()
  await expect.element(messages.getByText(/^A change of many articles that you began is still under way/)).toBeVisible()
})
