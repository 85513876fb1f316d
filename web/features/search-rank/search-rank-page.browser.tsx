import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import type { SearchRankRow, SearchTerm, SearchTermDraft } from '#contract/search-rank.ts'
import { tabsOf } from '#contract/search-rank-tabs.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { SearchRankPage } from './search-rank-page.tsx'

const item = (term: string, fields: Partial<SearchRankRow> = {}): SearchRankRow => ({
  key: term,
  term,
  variants: [],
  searches: 20,
  previous: 15,
  searchers: 18,
  results: 7,
  noResults: 0,
  zeroResultShare: 0,
  clicks: 9,
  clickers: 9,
  clickThrough: 0.5,
  clickPosition: 2.25,
  tabs: ['top'],
  pins: 0,
  hidden: false,
  drafts: [],
  ...fields,
})

const STORIES = ['Spans', 'Piers'].map((title, n) => ({ id: `00000000-0000-7000-8000-00000000000${n}`, title }))

/** A server with a ranking, at the place where calls leave the browser. */
function openRanking(
  items: SearchRankRow[],
  {
    role = 'editor' as Role,
    search = '',
    asOf = true,
    compared = true,
    pin = async (_articles: readonly string[]): Promise<object | undefined> => undefined,
  } = {},
) {
  let shown = items
  let pins: SearchTerm['pins'] = []
  const asked: [string, unknown][] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const url = new URL(String(config.url), location.origin)
    const body = config.data ? (JSON.parse(String(config.data)) as Record<string, string>) : undefined
    if (url.pathname === '/api/session') {
      const user = { id: '00000000-0000-7000-8000-000000000009', name: 'Edith', role, locale: 'en', timeZone: 'UTC' }
      return answer({ user, expiresAt: '2999-01-01T00:00:00.000Z' })
    }
    if (config.method === 'post') {
      asked.push([url.pathname, body])
      if (url.pathname.endsWith('/drafts'))
        return answer({ article: null, drafts: shown.find(({ term }) => term === body?.['term'])?.drafts ?? [] })
      if (url.pathname === '/api/search-rank/pins') {
        const articles = body?.['articles'] as unknown as string[]
        const refused = await pin(articles)
        if (refused) throw new AxiosError('', '', config, null, answer(refused, 400))
        pins = STORIES.filter(({ id }) => articles.includes(id)).map((story) => ({ ...story, isPublished: true }))
      }
      if (url.pathname.endsWith('/hide')) shown = shown.filter(({ term }) => term !== body?.['term'])
      if (url.pathname.startsWith('/api/undo/')) {
        shown = items
        return answer({ restored: 1, skipped: 0, left: [] })
      }
      return answer({ undo: { id: crypto.randomUUID(), until: '2999-01-01T00:00:00.000Z' } })
    }
    asked.push([url.pathname, Object.fromEntries(url.searchParams)])
    const can = { write: role === 'editor' }
    const window = '7d'
    if (url.pathname === '/api/search-rank/articles')
      return answer({ items: STORIES.map((story) => ({ ...story, authors: [] })) })
    if (url.pathname === '/api/search-rank/now') {
      const found = asked.some(([path]) => path.endsWith('/synonyms'))
      const items_ = [{ id: crypto.randomUUID(), title: 'A viaduct', pinned: false }]
      return answer({ total: found ? 760 : 0, totalIsExact: true, items: found ? items_ : [] })
    }
    if (url.pathname === '/api/search-rank/term') {
      const term = url.searchParams.get('term')!
      const days = Array.from({ length: 30 }, (_, n) => ({
        day: new Date(Date.UTC(2026, 3, n + 1)).toISOString().slice(0, 10),
        searches: n,
        noResults: 0,
        clicks: 0,
      }))
      const reply: SearchTerm = {
        term,
        window,
        figures: shown.find((one) => one.term === term) ?? null,
        days,
        clicked: [{ id: crypto.randomUUID(), title: 'Bridges', clicks: 9, position: 2.25, isPublished: true }],
        pins,
        synonyms: ['span'],
        hidden: false,
        decidedBy: null,
        decidedAt: null,
        tags: [],
        drafts: shown.find((one) => one.term === term)?.drafts ?? [],
        can,
      }
      return answer(reply)
    }
    const page_ = { total: shown.length, totalIsExact: true, page: 1, pageSize: 25 }
    return answer({ items: shown, ...page_, window, asOf: asOf ? new Date().toISOString() : null, compared, can })
  }
  const screen = showScreen(
    <QueryClientProvider client={queryClient}>
      <SearchRankPage />
    </QueryClientProvider>,
    { search },
  )
  return { asked, ...screen }
}

const row = (name: string) => page.getByRole('row').filter({ hasText: name })

beforeEach(() => queryClient.clear())

test('each tab says what it holds and why a term is there, with the numbers of the rule', async () => {
  const gap = { noResults: 18, zeroResultShare: 0.9, results: 0, clicks: 0, clickers: 0, clickPosition: null }
  expect(tabsOf({ ...item('gap', gap), positionSum: 0, found: false })).toContain('no-results')
  const { asked } = openRanking([item('gap', gap)])
  await page.getByRole('link', { name: 'No results' }).click()
  await expect.element(page.getByText(/At least 50% of the searches found nothing/)).toBeVisible()
  await expect.element(row('gap').getByText('18 of 20 searches found nothing')).toBeVisible()
  const lastList = () => asked.findLast(([path]) => path === '/api/search-rank')?.[1]
  await expect.poll(lastList).toMatchObject({ tab: 'no-results', window: '7d', sort: '-searches' })
  await page.getByRole('link', { name: 'Rising' }).click()
  await expect.element(page.getByText(/At least 2 times as many searches .* at least 5 more/)).toBeVisible()
  await expect.poll(lastList).toMatchObject({ tab: 'rising', sort: '-trend' })
})

test('a term opens in place, by its address too, and closing it leaves the list as it was', async () => {
  const { outside } = openRanking([item('bridge', { variants: ['bridges'] })], { search: '?tab=top&page=1' })
  await row('bridge').getByRole('link').click()
  await expect.poll(() => outside.address).toContain('term=bridge')
  const panel = page.getByRole('dialog')
  await expect.element(panel.getByText('Counted together with: bridges')).toBeVisible()
  await expect.element(panel.getByRole('rowheader', { name: 'Bridges' })).toBeVisible()
  await panel.getByText('Figures as a table').click()
  await expect.element(panel.getByRole('rowheader', { name: 'Apr 30, 2026' })).toBeVisible()
  await expect.poll(() => document.querySelector('canvas')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => outside.address).not.toContain('term=')
})

test('an editor hides a term and shows it again', async () => {
  const { asked } = openRanking([item('bridge'), item('harbour')])
  await row('harbour')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect.element(row('harbour')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(row('harbour')).toBeVisible()
  expect(asked.filter(([, body]) => body && 'term' in (body as object))).toContainEqual([
    '/api/search-rank/hide',
    { term: 'harbour' },
  ])
})

test('the panel says what readers get now, and again after a decision', async () => {
  openRanking([item('bridge', { results: 0 })], { search: '?term=bridge' })
  const panel = page.getByRole('dialog')
  await expect.element(panel.getByText('Now: no result')).toBeVisible()
  await panel.getByRole('textbox', { name: 'New synonym' }).fill('viaduct')
  await panel.getByRole('button', { name: 'Add' }).click()
  await expect.element(panel.getByText('Now: 760 results')).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'A viaduct' })).toBeVisible()
})

test('a synonym is added and removed in the panel', async () => {
  const { asked } = openRanking([item('bridge')], { search: '?term=bridge' })
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'New synonym' }).fill(' viaduct ')
  await panel.getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByText('“viaduct” is a synonym of “bridge”')).toBeVisible()
  await panel.getByRole('button', { name: 'Remove the synonym “span”' }).click()
  await expect
    .poll(() => asked.map(([path]) => path))
    .toEqual(expect.arrayContaining(['/api/search-rank/synonyms', '/api/search-rank/synonyms/remove']))
})

test('an article that is pinned while another pin is being saved keeps both, and both are shown at once', async () => {
  let save = () => {}
  const saved = new Promise<void>((resolve) => (save = resolve))
  const { asked } = openRanking([item('bridge')], {
    search: '?term=bridge',
    pin: async () => {
      await saved
      return undefined
    },
  })
  const panel = page.getByRole('dialog')
  const pin = async (title: string) => {
    await panel.getByRole('combobox', { name: 'Pinned articles' }).click()
    await page.getByRole('option', { name: title }).click()
    await expect.element(panel.getByRole('button', { name: `Remove ${title}` })).toBeVisible()
  }
  await pin('Spans')
  await pin('Piers')
  save()
  const [one, two] = STORIES.map(({ id }) => id)
  await expect
    .poll(() => asked.flatMap(([path, body]) => (path === '/api/search-rank/pins' ? [body] : [])))
    .toEqual([
      { term: 'bridge', articles: [one], seen: [] },
      { term: 'bridge', articles: [one, two], seen: [one] },
    ])
  await expect.element(panel.getByRole('button', { name: 'Remove Spans' })).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Remove Piers' })).toBeVisible()
})

test('why an article cannot be pinned is said at the field', async () => {
  const fields = [{ path: 'articles.0', code: 'unknown_id', message: 'is not a published article' }]
  openRanking([item('bridge')], {
    search: '?term=bridge',
    pin: async () => ({ type: '', title: '', status: 400, code: 'invalid_input', requestId: 'a', fields }),
  })
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Pinned articles' }).click()
  await page.getByRole('option', { name: 'Spans' }).click()
  await expect.element(panel.getByText('This no longer exists.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Remove Spans' })).not.toBeInTheDocument()
})

test('who may only read is told so', async () => {
  openRanking([item('bridge')], { role: 'viewer', search: '?term=bridge' })
  await expect.element(page.getByText('Only administrators and editors decide about search terms.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'New synonym' })).not.toBeInTheDocument()
})

test('before the first search it gives the script to paste', async () => {
  openRanking([], { asOf: false })
  await expect.element(page.getByText('No readers counted yet')).toBeVisible()
  await expect.element(page.getByText(/copydesk\.searchClick/)).toBeVisible()
})

const started = (title: string | null): SearchTermDraft => ({
  article: title === null ? null : { id: '00000000-0000-7000-8000-000000000077', title },
  isPublished: false,
  startedBy: { id: '00000000-0000-7000-8000-000000000008', name: 'Ada' },
  startedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
})

test('a draft that somebody started for a term is named, and offered before a second one is made', async () => {
  const { asked } = openRanking([item('bridge', { drafts: [started('The bridge')] })])
  await expect.element(row('bridge')).toMatchTextContent(/Draft started by Ada, 2 hr\. ago/)
  const link = row('bridge').getByRole('link', { name: 'Draft started by Ada' })
  await expect.element(link).toHaveAttribute('href', '/jCore/article/00000000-0000-7000-8000-000000000077')
  await row('bridge').getByRole('link', { name: 'bridge', exact: true }).click()
  const panel = page.getByRole('dialog', { name: '“bridge”', exact: true })
  await expect.element(panel.getByRole('link', { name: 'Draft started by Ada' })).toBeVisible()
  await panel.getByRole('button', { name: 'Start a draft' }).click()
  const question = page.getByRole('dialog', { name: 'A draft for “bridge” exists' })
  await expect.element(question).toMatchTextContent(/Draft started by Ada, 2 hr\. ago: “The bridge”/)
  await expect.element(question.getByRole('button', { name: 'Open the draft' })).toHaveFocus()
  await question.getByRole('button', { name: 'Start another' }).click()
  await expect
    .poll(() => asked.findLast(([path]) => path.endsWith('/drafts'))?.[1])
    .toMatchObject({ term: 'bridge', another: true })
})

test('the note in a draft that is started from a term says how often readers searched for it, and in which period', async () => {
  const { asked } = openRanking([item('bridge', { searches: 1, noResults: 1 })], { search: '?window=30d' })
  const note = () =>
    (asked.findLast(([path]) => path.endsWith('/drafts'))?.[1] as { draft?: object } | undefined)?.draft
  await row('bridge')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Start a draft' }).click()
  await expect.poll(note).toMatchObject({
    internalNote: expect.stringMatching(
      /^Readers searched for “bridge” 1 time in the 30 days until \w{3} \d+, \d{4}; 1 search found nothing\.$/,
    ),
  })
})

test('who may not open a draft sees only that there is one', async () => {
  openRanking([item('bridge', { drafts: [started(null)] })])
  await expect.element(row('bridge')).toMatchTextContent(/Draft started by Ada, 2 hr\. ago/)
  await expect.element(row('bridge').getByRole('link', { name: 'Draft started' })).not.toBeInTheDocument()
  await row('bridge')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Start a draft' }).click()
  const question = page.getByRole('dialog', { name: 'A draft for “bridge” exists' })
  await expect.element(question.getByRole('button', { name: 'Start another' })).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Open the draft' })).not.toBeInTheDocument()
})

test.each([
  ['', 'Trends appear after 14 days of counting'],
  ['?window=24h', 'Trends appear after 2 days of counting'],
  ['?window=30d', 'Trends appear after 60 days of counting'],
] as const)('with %j it says when trends appear, while there is nothing to compare with', async (search, words) => {
  openRanking([item('bridge', { previous: null })], { compared: false, search })
  await expect.element(page.getByText(new RegExp(words))).toBeVisible()
})

test('the results of a term are those of its last search, and both the line above and the header say so', async () => {
  openRanking([item('bridge')])
  await expect.element(page.getByText(/“Results” are those of the last search/)).toBeVisible()
  expect(page.getByText(/Trends appear after/).elements()).toEqual([])
  await expect
    .element(page.getByRole('button', { name: 'Results', exact: true }))
    .toHaveAttribute('data-hint', 'What the last search for it found, whatever the period')
})

test('a term without spaces, as long as can be, stays inside the panel', async () => {
  const long = 'x'.repeat(200)
  openRanking([item(long, { variants: [`${long}s`] })], { search: `?term=${long}` })
  const panel = page.getByRole('dialog')
  await expect.element(panel.getByText(/^Counted together with/)).toBeVisible()
  const edge = panel.element().getBoundingClientRect().right
  const wide = [...panel.element().querySelectorAll('*')].filter((part) => {
    const range = document.createRange()
    range.selectNodeContents(part)
    return range.getBoundingClientRect().right > edge
  })
  expect(wide.map(({ outerHTML }) => outerHTML.slice(0, 80))).toEqual([])
})

test('the table is saved as it is shown: period, tab, search and order', async () => {
  const { asked } = openRanking([item('bridge')], { search: '?tab=rising&window=24h&q=bri&sort=searches&page=2' })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = { tab: 'rising', window: '24h', q: 'bri', sort: 'searches', locale: 'en' }
  await expect.poll(() => asked.at(-1)).toEqual(['/api/search-rank/export', file])
})

test('on a tablet the table fits beside the menu, and every header is readable', async () => {
  await page.viewport(820 - 56, 1180)
  onTestFinished(() => page.viewport(1280, 800))
  openRanking([item('wheelchair access', { variants: ['wheelchairs'] })])
  const table = page.getByRole('table')
  await expect.element(row('wheelchair access')).toBeVisible()
  const { scrollWidth, clientWidth } = table.element().parentElement!
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  const headers = table.getByRole('columnheader').elements()
  // A sorted header has its arrow in the padding of the cell.
  const cut = headers.filter((header) => {
    const [text, cell] = [header.firstElementChild ?? header, header].map((one) => one.getBoundingClientRect())
    return text!.left < cell!.left - 1 || text!.right > cell!.right + 1
  })
  expect(cut.map((header) => header.textContent)).toEqual([])
})
