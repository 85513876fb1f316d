import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { noteJoined } from '../session/just-joined.ts'
import { WelcomePage } from './welcome-page.tsx'

const article = (title: string) => ({
  id: `00000000-0000-7000-8000-${title.replace(/\D/g, '').padStart(12, '0')}`,
  title,
  status: 'in_review',
  hasChanges: false,
  isSubmitted: true,
  updatedAt: '2026-03-02T09:00:00.000Z',
  updatedBy: 'Ada',
  publishAt: null,
  waitsSince: new Date(Date.now() - 3.5 * 86_400_000).toISOString(),
})
const section = (name: string, count: number) => ({
  items: Array.from({ length: Math.min(count, 8) }, (_, at) => article(`${name} ${at}`)),
  total: count,
  totalIsExact: true,
})
const none = { items: [], total: 0, totalIsExact: true }
const editor = { id: '1', name: 'Ada', email: 'ada@example.org', role: 'editor', locale: 'en', timeZone: 'UTC' }

/** A server that forgets what was dismissed. */
function dismissed(view: Record<string, unknown>, { url, data }: { url?: string; data?: unknown }) {
  if (!url?.endsWith('/dismiss')) return {}
  const { steps } = JSON.parse(String(data)) as { steps: string[] }
  view['setup'] = (view['setup'] as string[]).filter((step) => !steps.includes(step))
  return {}
}

function openHome(of: object, role = 'editor') {
  const view = {
    myDrafts: none,
    returned: none,
    scheduled: none,
    recent: none,
    pendingUsers: 0,
    ads: null,
    setup: [],
    ...of,
  } as Record<string, unknown>
  httpClient.defaults.adapter = async (config) => ({
    ...dismissed(view, config),
    data: config.url === '/api/welcome' ? structuredClone(view) : { user: { ...editor, role } },
    status: 200,
    statusText: '',
    headers: {},
    config,
  })
  queryClient.clear()
  onTestFinished(() => queryClient.clear())
  showScreen(
    <QueryClientProvider client={queryClient}>
      <WelcomePage />
    </QueryClientProvider>,
  )
}
const shownIn = (name: string) => page.getByRole('region', { name }).getByRole('listitem').elements().length

test('an editor sees changes to review beside what waits for review, not below eight of it', async () => {
  openHome({ inReview: section('New', 8), changesInReview: section('Change', 6) })
  await expect.element(page.getByRole('heading', { name: 'Changes to review' })).toBeVisible()
  await expect.poll(() => shownIn('Waiting for review')).toBe(4)
  expect(shownIn('Changes to review')).toBe(4)
  await expect.element(page.getByRole('link', { name: 'Show all: Waiting for review' })).toBeVisible()
})

const anAd = (name: string) => ({
  id: `00000000-0000-7000-8000-0000000000a${name.length}`,
  name,
  advertiser: 'Cinema',
  status: 'approved',
  phase: 'running',
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
  pace: null,
  submittedAt: null,
  rejectedAt: null,
})
const noAds = { items: [], total: 0 }
const someAds = { toApprove: 3, waiting: noAds, returned: noAds, watch: { items: [anAd('Late shows')], total: 1 } }
/** What the page says, from its top to its end, as on a phone. */
const fromTheTop = () =>
  [...document.querySelectorAll('h2, a')].flatMap(({ textContent, tagName }) => {
    const isNotice = /wait.* for (approval|an account)$/.test(textContent)
    return tagName === 'H2' || isNotice ? [textContent] : []
  })

test('an administrator reads of reviews first, then what came back and what goes out; ads and what is to be set up come later', async () => {
  const lists = { returned: section('Back', 1), scheduled: section('Soon', 1), recent: section('Lately', 2) }
  const waiting = { inReview: section('New', 1), changesInReview: section('Change', 1) }
  openHome({ ...lists, ...waiting, pendingUsers: 1, ads: someAds, setup: ['name'] }, 'administrator')
  await expect.element(page.getByRole('heading', { name: 'Waiting for review' })).toBeVisible()
  expect(fromTheTop()).toEqual([
    '1 person waits for an account',
    'Waiting for review',
    'Changes to review',
    'Returned to you',
    'Scheduled next',
    '3 ads wait for approval',
    'Still to be set up',
    'Your drafts',
    'Ads that end soon or are behind',
    'Changed lately',
  ])
  // Beside each other where there is room.
  const topOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect().top
  await page.viewport(1200, 900)
  expect(topOf('Still to be set up')).toBeLessThan(topOf('Changes to review'))
})

test('where nothing waits, what is still to be set up comes first', async () => {
  openHome({ inReview: none, changesInReview: none, setup: ['name'] }, 'administrator')
  await expect.element(page.getByRole('heading', { name: 'Still to be set up' })).toBeVisible()
  expect(fromTheTop()[0]).toBe('Still to be set up')
})

test('an author reads first what came back and what is not finished, then what waits for others', async () => {
  openHome({ returned: section('Back', 1), inReview: section('New', 1), changesInReview: none }, 'author')
  await expect.element(page.getByRole('heading', { name: 'Returned to you' })).toBeVisible()
  expect(fromTheTop()).toEqual(['Returned to you', 'Your drafts', 'In review', 'Scheduled next', 'Changed lately'])
})

test('who books ads reads of them first', async () => {
  openHome(
    { inReview: none, changesInReview: none, recent: section('Read', 1), ads: { ...someAds, toApprove: 0 } },
    'ad_manager',
  )
  await expect.element(page.getByRole('heading', { name: 'Changed lately' })).toBeVisible()
  expect(fromTheTop()).toEqual(['Ads that end soon or are behind', 'Ads waiting for approval', 'Changed lately'])
  const all = page.getByRole('link', { name: 'Show all: Ads that end soon or are behind' })
  await expect.element(all).toHaveAttribute('href', expect.stringMatching(/\?attention=true&sort=endsAt$/))
})

test('someone who has just joined reads what they can do first; others do not', async () => {
  onTestFinished(() => sessionStorage.removeItem('joined'))
  noteJoined('Ada@example.org')
  openHome({ inReview: none, changesInReview: none })
  const first = page.getByRole('region', { name: 'What you can do first' })
  await expect
    .element(first.getByRole('link', { name: 'Write your first article' }))
    .toHaveAttribute('href', '/jCore/article/add')
  await expect.element(first.getByRole('link', { name: 'See what waits for review' })).toBeVisible()
  noteJoined('someone@example.org')
  openHome({ inReview: none, changesInReview: none })
  await expect.element(page.getByRole('heading', { name: 'Your drafts' }).last()).toBeVisible()
  expect(first.elements()).toEqual([])
})

test('who has written is not told to write a first article', async () => {
  onTestFinished(() => sessionStorage.removeItem('joined'))
  noteJoined('ada@example.org')
  openHome({ inReview: none, changesInReview: none, myDrafts: section('Mine', 1) })
  const first = page.getByRole('region', { name: 'What you can do first' })
  await expect.element(first.getByRole('link', { name: 'See what waits for review' })).toBeVisible()
  expect(first.getByRole('link', { name: 'Write your first article' }).elements()).toEqual([])
})

test('who writes nothing is not told that nothing is scheduled or in review', async () => {
  openHome({ inReview: none, changesInReview: none, recent: section('Read', 1) }, 'viewer')
  await expect.element(page.getByRole('region', { name: 'Changed lately' })).toBeVisible()
  expect(page.getByText(/^Nothing/).elements()).toEqual([])
})

test('an author without planned articles reads that nothing of theirs is scheduled', async () => {
  openHome({ inReview: none, changesInReview: none }, 'author')
  await expect.element(page.getByText('Nothing of yours is scheduled.')).toBeVisible()
})

test('who waits longest comes first, with how long', async () => {
  openHome({ inReview: section('New', 3), changesInReview: none })
  const waiting = page.getByRole('region', { name: 'Waiting for review' })
  await expect.element(waiting.getByText('longest waiting first')).toBeVisible()
  await expect.element(waiting.getByText('Waiting for 3 days').first()).toBeVisible()
})

test('where only one kind waits, eight of it are shown', async () => {
  openHome({ inReview: section('New', 9), changesInReview: none })
  await expect.poll(() => shownIn('Waiting for review')).toBe(8)
})

test('of very many it is told how many there are at least', async () => {
  openHome({ inReview: { ...section('New', 1000), totalIsExact: false }, changesInReview: none })
  await expect
    .element(page.getByRole('region', { name: 'Waiting for review' }).getByText('at least 1,000'))
    .toBeVisible()
})

test('what a server of an earlier version counted is told without a word that may be wrong', async () => {
  const { totalIsExact: _new, ...before } = section('Old', 5)
  openHome({ inReview: before, changesInReview: none })
  const waiting = page.getByRole('region', { name: 'Waiting for review' })
  await expect.element(waiting.getByText('5', { exact: true })).toBeVisible()
  await expect.element(waiting.getByText(/least/)).not.toBeInTheDocument()
})

test('what is still to be set up leads to where it is set, and can be dismissed', async () => {
  openHome({ inReview: none, changesInReview: none, setup: ['name', 'address', 'people', 'script'] })
  const setup = page.getByRole('region', { name: 'Still to be set up' })
  await expect
    .element(setup.getByRole('link', { name: 'Name the site' }))
    .toHaveAttribute('href', '/jCore/settings?field=general-name')
  await expect
    .element(setup.getByRole('link', { name: 'Say where readers find articles' }))
    .toHaveAttribute('href', '/jCore/settings?field=site-articleUrl')
  await expect.element(setup.getByRole('link', { name: 'Invite people' })).toHaveAttribute('href', '/jCore/users')
  await expect
    .element(setup.getByRole('link', { name: 'Add the script to your site' }))
    .toHaveAttribute('href', '/jCore/hot')
  await setup.getByRole('button', { name: 'Dismiss: Invite people' }).click()
  await expect.element(setup.getByRole('link', { name: 'Invite people' })).not.toBeInTheDocument()
  await setup.getByRole('button', { name: 'Dismiss: Name the site' }).click()
  await setup.getByRole('button', { name: 'Dismiss: Say where readers find articles' }).click()
  await setup.getByRole('button', { name: 'Dismiss: Add the script to your site' }).click()
  await expect.element(setup).not.toBeInTheDocument()
})

test('on an empty site who may import is led to the import; others read nothing of it', async () => {
  const empty = { inReview: none, changesInReview: none }
  openHome(empty, 'administrator')
  const lately = page.getByRole('region', { name: 'Changed lately' })
  await expect
    .element(lately.getByRole('link', { name: 'import a WordPress site' }))
    .toHaveAttribute('href', '/jCore/import')
  openHome(empty)
  await expect.element(lately.last().getByText('No articles yet.', { exact: true })).toBeVisible()
  expect(lately.last().getByRole('link', { name: 'import a WordPress site' }).elements()).toEqual([])
})
