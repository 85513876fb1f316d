import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HotItem } from '#contract/hot.ts'
import type { Role } from '#contract/permissions.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { HotPage } from './hot-page.tsx'

const article = (n: number, fields: Partial<HotItem>): HotItem => ({
  id: `00000000-0000-7000-8000-00000000000${n}`,
  title: `Story ${n}`,
  slug: `story-${n}`,
  publishedAt: '2026-01-01T00:00:00.000Z',
  rank: n,
  previousRank: n,
  score: 10 / n,
  parts: { recent: 4 / n, earlier: 5 / n, lift: 1 / n },
  partViews: { recent: 12, earlier: 333 },
  lift: 1.1,
  usual: 8,
  views1h: 12,
  views24h: 345,
  sparkline: [1, 2, 3],
  topReferrer: 'news.example',
  topTerm: null,
  pinned: false,
  buried: false,
  until: null,
  decidedBy: null,
  ...fields,
})

/** A server with a ranking, at the place where calls leave the browser. */
function openHot(items: HotItem[], { role = 'editor' as Role, search = '', everCounted = items.length > 0 } = {}) {
  let shown = items
  const asked: [string, unknown][] = []
  const windows: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const path = String(config.url)
    if (path.startsWith('/api/session')) {
      const user = { id: article(9, {}).id, name: 'Edith', role, locale: 'en', timeZone: 'UTC' }
      return answer({ user, expiresAt: '2999-01-01T00:00:00.000Z' })
    }
    if (config.method === 'post') {
      asked.push([path, config.data ? JSON.parse(String(config.data)) : undefined])
      if (path.startsWith('/api/undo/')) {
        shown = items
        return answer({ restored: 1, skipped: 0, left: [] })
      }
      const [, id, action] = /hot\/([^/]+)\/(\w+)/.exec(path) ?? []
      shown = shown
        .map((one) =>
          one.id === id && action !== 'move' ? { ...one, pinned: action === 'pin', buried: action === 'bury' } : one,
        )
        .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || Number(a.buried) - Number(b.buried))
      return answer({ undo: { id: crypto.randomUUID(), until: '2999-01-01T00:00:00.000Z' } })
    }
    if (path.startsWith('/api/hot/export')) {
      asked.push([path, undefined])
      return answer(new Blob([]))
    }
    const asOf = everCounted || shown.length > 0 ? new Date().toISOString() : null
    const window = /window=(\w+)/.exec(path)?.[1] ?? '24h'
    windows.push(window)
    const can = { write: role === 'editor' }
    return answer({ window, asOf, comparedWith: asOf, halfLifeHours: 6, stepMinutes: 60, items: shown, can })
  }
  const screen = showScreen(
    <QueryClientProvider client={queryClient}>
      <HotPage />
    </QueryClientProvider>,
    { search },
  )
  return { asked, windows, ...screen, set: (next: HotItem[]) => (shown = next) }
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const menuOf = async (name: string, choice: string) => {
  await row(name)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: choice }).click()
}

beforeEach(() => queryClient.clear())

test('why an article is hot is said in words and figures that add up', async () => {
  openHot([
    article(1, {}),
    article(2, { lift: null, usual: null, parts: { recent: 2, earlier: 3, lift: 0 }, score: 5 }),
  ])
  await page.getByRole('button', { name: 'Score 10.0: why “Story 1” is here' }).click()
  const why = page.getByRole('dialog')
  const words = () => why.element().textContent
  await expect.poll(words).toMatch(/last hour: 124\.0.*within the day: 333\+5\.0.*More than usual\+1\.0.*Score10\.0/)
  expect(words()).toContain('half as much after 6 hours')
  expect(words()).toContain('8.0 views per hour, so the score is multiplied by 1.1')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Score 5.0: why “Story 2” is here' }).click()
  await expect.poll(words).toContain('no earlier week to compare with')
})

test('without views in earlier weeks it says so, and not “0.0 views”', async () => {
  openHot([article(1, { usual: 0, lift: 1.3 })])
  await page.getByRole('button', { name: 'Score 10.0: why “Story 1” is here' }).click()
  const words = () => page.getByRole('dialog').element().textContent
  await expect.poll(words).toContain('it had almost no views, so the score is multiplied by 1.3')
  expect(words()).not.toContain('0.0 views')
})

test('a pinned article shows a pin in place of its rank, as it stays on top of all ranks', async () => {
  openHot([article(4, { pinned: true, previousRank: 6 }), article(1, {})])
  await expect.element(row('Story 4').getByLabelText('Pinned')).toBeVisible()
  expect(row('Story 4').element().textContent).toMatch(/^Story 4/)
  await expect.element(row('Story 4').getByLabelText('up from 6')).not.toBeInTheDocument()
  expect(row('Story 1').element().textContent).toMatch(/^1Story 1/)
})

test('an editor pins an article for a week, and unpins it', async () => {
  const { asked } = openHot([article(1, {}), article(2, {})])
  await menuOf('Story 2', 'Pin…')
  await page.getByRole('radio', { name: 'A week' }).click()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect.element(page.getByText('“Story 2” is pinned')).toBeVisible()
  await expect.element(row('Story 2').getByLabelText('Pinned')).toBeVisible()
  const [path, body] = asked[0] as [string, { until: string }]
  expect(path).toContain(`${article(2, {}).id}/pin`)
  expect(Math.round((Date.parse(body.until) - Date.now()) / 3_600_000)).toBe(168)
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect.element(row('Story 2').getByLabelText('Pinned')).not.toBeInTheDocument()
  expect(asked[1]![0]).toMatch(/^.api.undo./)
})

test('a pin is moved among the pins by its menu, and back by Undo', async () => {
  const { asked } = openHot([
    article(1, { pinned: true, rank: null }),
    article(2, { pinned: true, rank: null }),
    article(3, { rank: 1 }),
  ])
  await row('Story 1')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await expect.element(page.getByRole('menuitem', { name: 'Move up' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect.element(page.getByText('“Story 1” is pin 2 of 2')).toBeVisible()
  expect(asked[0]).toEqual([`/api/hot/${article(1, {}).id}/move`, { place: 2 }])
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect.poll(() => asked[1]?.[0]).toMatch(/^.api.undo./)
})

test('the message of a decision takes the place of the one before', async () => {
  openHot([article(1, { pinned: true }), article(2, { pinned: true })])
  await menuOf('Story 1', 'Unpin')
  await expect.element(page.getByText('“Story 1” is no longer pinned')).toBeVisible()
  await menuOf('Story 2', 'Unpin')
  await expect.element(page.getByText('“Story 2” is no longer pinned')).toBeVisible()
  // At once: it would go by itself some seconds later.
  expect(document.body.textContent).not.toContain('“Story 1” is no longer pinned')
})

test('a pinned and a buried article say until when', async () => {
  const until = '2999-01-01T12:00:00.000Z'
  openHot([article(1, { pinned: true, until }), article(2, { buried: true, until })])
  for (const name of ['Story 1', 'Story 2']) await expect.element(row(name).getByText(/ends Jan 1, 2999/)).toBeVisible()
})

test('what the colours of a score mean is told beside the period', async () => {
  openHot([article(1, {})])
  const legend = page.getByRole('list', { name: 'What a score is made of' })
  const words = () => legend.element().textContent
  await expect.poll(words).toContain('Views of the last hour')
  expect(words()).toContain('More than usual')
})

test('who may only read sees the ranking, and why nothing can be changed', async () => {
  const { asked } = openHot([article(1, {})], { role: 'viewer' })
  await row('Story 1')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await expect.element(page.getByText('Only administrators and editors decide what is hot').first()).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Write a follow-up' })).not.toBeInTheDocument()
  expect(asked).toEqual([])
})

test('rises and falls are shown, and the list can be searched and narrowed', async () => {
  openHot([article(1, { previousRank: 3 }), article(2, { previousRank: 1 }), article(3, { previousRank: null })])
  await expect.element(row('Story 1').getByLabelText('up from 3')).toBeVisible()
  await expect.element(row('Story 2').getByLabelText('down from 1')).toBeVisible()
  await expect.element(row('Story 3').getByText('new')).toBeVisible()
  await page.getByRole('searchbox').fill('story 2')
  await expect.element(row('Story 1')).not.toBeInTheDocument()
  await page.getByRole('searchbox').fill('rain')
  await expect.element(page.getByText('No hot article matches')).toBeVisible()
})

test('before the first reader it gives the script to paste, and then fills by itself', async () => {
  const { set } = openHot([])
  await expect.element(page.getByText('No readers counted yet')).toBeVisible()
  await expect.element(page.getByText(/content\/v1\/beacon\.js/)).toBeVisible()
  set([article(1, {})])
  await expect.element(row('Story 1')).toBeVisible()
})

test('a quiet hour says that it had no readers, and leads to a longer period; it asks for no script', async () => {
  const { windows } = openHot([], { everCounted: true, search: '?window=1h' })
  await expect.element(page.getByText('No readers in the last hour')).toBeVisible()
  expect(document.body.textContent).not.toContain('No readers counted yet')
  await page.getByRole('button', { name: 'Show the last 24 hours' }).click()
  await expect.element(page.getByText('No readers in the last 24 hours')).toBeVisible()
  await page.getByRole('button', { name: 'Show the last 7 days' }).click()
  await expect.element(page.getByText('No readers in the last 7 days')).toBeVisible()
  expect([...new Set(windows)]).toEqual(['1h', '24h', '7d'])
})

test('the columns count the views of the chosen period', async () => {
  openHot([article(1, { partViews: { recent: 345, earlier: 1655 } })], { search: '?window=7d' })
  const header = (name: string) => page.getByRole('columnheader', { name })
  await expect.element(header('7 days')).toBeVisible()
  await expect.poll(() => row('Story 1').element().textContent).toContain('2,000')
  await expect.element(header('24 hours')).toBeVisible()
  expect(header('Last hour').elements()).toEqual([])
})

test('the unit of a score is said above the list, at its header and in its panel', async () => {
  openHot([article(1, {})])
  const unit = 'Views per hour, newer ones weighing more'
  const inWords = page.getByText('Score: views per hour, newer ones weighing more')
  await expect.element(inWords).toBeVisible()
  await expect.element(page.getByText('Score', { exact: true }).first()).toHaveAttribute('data-hint', unit)
  await page.getByRole('button', { name: /^Score / }).click()
  await expect.poll(() => inWords.elements().length).toBe(2)
})

/** The list with a row in the middle of it in sight. @returns how far it is scrolled */
async function openFarDown() {
  openHot(Array.from({ length: 40 }, (_, at) => article(at + 11, {})))
  await expect.element(row('Story 30')).toBeInTheDocument()
  const scroller = page.getByRole('table').element().parentElement!
  row('Story 30').element().scrollIntoView({ block: 'center' })
  const scrolled = () => scroller.scrollTop
  expect(scrolled()).toBeGreaterThan(200)
  return scrolled
}

test('the list stays where it is when an article far down is pinned or buried with the mouse', async () => {
  const scrolled = await openFarDown()
  const before = scrolled()
  await menuOf('Story 30', 'Pin…')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect.element(page.getByText('“Story 30” is pinned')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(scrolled()).toBe(before)
  await menuOf('Story 31', 'Bury…')
  await page.getByRole('button', { name: 'Bury', exact: true }).click()
  await expect.element(page.getByText('“Story 31” is buried')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(scrolled()).toBe(before)
})

test('by keyboard, the row that takes the place of a pinned or buried article has the focus, and the list stays', async () => {
  const scrolled = await openFarDown()
  const before = scrolled()
  const press = async (button: ReturnType<typeof page.getByRole>) => {
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).focus({ preventScroll: true })
    await userEvent.keyboard('{Enter}')
  }
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await press(row('Story 30').getByRole('button', { name: /^Actions/ }))
  await press(page.getByRole('menuitem', { name: 'Pin…' }))
  await press(page.getByRole('button', { name: 'Pin', exact: true }))
  await expect.element(link('Story 31')).toHaveFocus()
  expect(scrolled()).toBe(before)
  await press(row('Story 31').getByRole('button', { name: /^Actions/ }))
  await press(page.getByRole('menuitem', { name: 'Bury…' }))
  await press(page.getByRole('button', { name: 'Bury', exact: true }))
  await expect.element(link('Story 32')).toHaveFocus()
  expect(scrolled()).toBe(before)
})

test('the table is saved as it is shown: period, search and what of it is shown', async () => {
  const { asked } = openHot([article(1, { pinned: true })], { search: '?window=7d&q=story&show=pinned' })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => asked).toEqual([['/api/hot/export?window=7d&q=story&show=pinned&locale=en', undefined]])
})

test('on a phone the whole title of an article can be read', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  const title = 'The botanic garden rebuilds the town clock in the middle of the rush hour'
  openHot([article(1, { title })])
  const name = page.getByText(title, { exact: true })
  await expect.element(name).toBeVisible()
  const { scrollWidth, clientWidth } = name.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
