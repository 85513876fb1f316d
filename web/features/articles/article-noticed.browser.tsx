import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError, type AxiosResponse } from 'axios'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { articleActionNames } from '#contract/article-actions.ts'
import { emptyArticleFields } from '#contract/article-fields.ts'
import type { Article, PresentPerson } from '#contract/articles.ts'
import type { Me } from '#contract/session.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { forgetToken, storeToken } from '../../api/session-token.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleFormContext, useArticle } from './article-form-context.ts'
import { useFormActions } from './article-form-actions.ts'
import { useNoticedChanges } from './article-noticed.ts'
import { ArticleOthers } from './article-others.tsx'
import { ArticleSession } from './article-session.ts'
import { ArticleStatusDot } from './article-status.tsx'
import { ArticleTabs } from './article-tabs.ts'
import { signOut } from '../session/session-api.ts'
import { formWithoutServer } from './testing/article-form.ts'

const ed = { id: '0198c0de-0000-7000-8000-00000000000a', name: 'Ed' }
const erin = { id: '0198c0de-0000-7000-8000-00000000000b', name: 'Erin' }
const live = (updatedAt: string) => ({ slug: 'bridge', title: 'Bridge', publishedAt: updatedAt, updatedAt })
const can = (publish: boolean) =>
  ({ ...Object.fromEntries(articleActionNames.map((name) => [name, false])), publish, write: true }) as Article['can']
const changed = {
  ...emptyArticleFields,
  id: '0198c0de-0000-7000-8000-000000000001',
  version: 3,
  title: 'Bridge',
  status: 'published',
  hasChanges: true,
  submission: { at: '2026-01-01T11:00:00.000Z', by: erin, message: '' },
  deletedAt: null,
  updatedAt: '2026-01-01T12:00:00.000Z',
  updatedBy: erin,
  live: live('2026-01-01T10:00:00.000Z'),
  siteUrl: null,
  can: can(true),
} as unknown as Article
const published: Article = {
  ...changed,
  version: 4,
  hasChanges: false,
  submission: null,
  updatedAt: '2026-01-01T12:05:00.000Z',
  updatedBy: ed,
  live: live('2026-01-01T12:05:00.000Z'),
  can: can(false),
}

type Report = { tab: string; typed: boolean; finished?: boolean }

/** Erin's open article and the server, on which Ed may have been faster. */
function openArticle(everyMs: number) {
  const server = {
    article: changed,
    asked: [] as string[],
    tellsVersion: true,
    others: [] as PresentPerson[],
    reports: [] as Report[],
    isOffline: false,
  }
  httpClient.defaults.adapter = async (config) => {
    const url = String(config.url)
    server.asked.push(`${config.method} ${url}`)
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    if (url === '/api/session')
      return answer({
        user: { ...erin, role: 'editor', locale: 'en', timeZone: 'UTC' },
        expiresAt: '2999-01-01T00:00:00.000Z',
      })
    if (url.endsWith('/presence')) {
      server.reports.push(JSON.parse(String(config.data)) as Report)
      if (server.isOffline) throw new AxiosError('offline')
      const { version } = server.tellsVersion ? server.article : changed
      return answer({ version, others: server.others })
    }
    if (url.endsWith('/publish')) {
      const problem = { code: 'stale_version', status: 409, current: server.article, changedBy: ed.name }
      throw new AxiosError('refused', undefined, config, undefined, answer(problem, 409) as AxiosResponse)
    }
    return answer(server.article)
  }
  const form = { ...formWithoutServer(changed), me: { id: erin.id } as Me }
  const { session } = form
  showScreen(
    <QueryClientProvider client={queryClient}>
      <ArticleFormContext value={form}>
        <Bar session={session} everyMs={everyMs} />
      </ArticleFormContext>
    </QueryClientProvider>,
  )
  return { server, session }
}

function Bar({ session, everyMs }: { session: ArticleSession; everyMs: number }) {
  useNoticedChanges(session, changed.id, erin, everyMs)
  const { can: may, run } = useFormActions()
  const article = useArticle()
  return (
    <main>
      <ArticleOthers />
      {article && <ArticleStatusDot {...article} isSubmitted={article.submission !== null} />}
      {may('publish') && <button onClick={() => void run('publish')}>Publish changes</button>}
    </main>
  )
}

const mark = page.getByText('Changes in review')
const button = page.getByRole('button', { name: 'Publish changes' })
const NEVER_MS = 3_600_000

const others = page.getByRole('list', { name: 'Also in this article' })

beforeEach(() => queryClient.clear())
afterEach(() => void vi.restoreAllMocks())

test('what another person publishes is shown by itself, and said once', async () => {
  const { server } = openArticle(30)
  await expect.element(mark).toBeVisible()
  expect(server.asked).not.toContain(`get /api/articles/${changed.id}`)
  server.article = published
  await expect.element(page.getByText('Ed published this article.')).toBeVisible()
  await expect.element(mark).not.toBeInTheDocument()
  await expect.element(button).not.toBeInTheDocument()
  expect(server.asked.filter((call) => call === `get /api/articles/${changed.id}`)).toHaveLength(1)
})

test('another tab of this browser is known at once, and gone at once, without the server', async () => {
  const { server } = openArticle(NEVER_MS)
  await expect.poll(() => server.reports.length).toBeGreaterThan(0)
  const before = server.reports.length
  const tab = new ArticleTabs({ article: changed.id, user: erin.id, tab: 'two' }, () => undefined)
  await expect.element(others.getByText('You, in another tab')).toBeVisible()
  await expect.poll(() => tab.openSince()).toBeDefined()
  const stranger = new ArticleTabs({ article: changed.id, user: ed.id, tab: 'three' }, () => undefined)
  const elsewhere = new ArticleTabs({ article: ed.id, user: erin.id, tab: 'four' }, () => undefined)
  tab.leave()
  await expect.element(others).not.toBeInTheDocument()
  expect(stranger.openSince()).toBeUndefined()
  stranger.leave()
  elsewhere.leave()
  expect(server.reports).toHaveLength(before)
})

test('a window that gets the focus looks at once', async () => {
  const { server } = openArticle(NEVER_MS)
  await expect.element(mark).toBeVisible()
  server.article = published
  window.dispatchEvent(new Event('focus'))
  await expect.element(mark).not.toBeInTheDocument()
})

test('a refused click shows what the other person did, and keeps what is typed', async () => {
  const { server, session } = openArticle(NEVER_MS)
  await expect.element(button).toBeVisible()
  server.article = published
  // A click is faster than the next look.
  server.tellsVersion = false
  await button.click()
  await expect
    .element(
      page.getByText('Ed changed in the meantime what readers see, so nothing was done. You see the newest state now.'),
    )
    .toBeVisible()
  await expect.element(mark).not.toBeInTheDocument()
  await expect.element(button).not.toBeInTheDocument()
  session.change({ subtitle: 'typed since' })
  expect(session.get()).toMatchObject({ article: { version: 4 }, fields: { subtitle: 'typed since' }, dirty: true })
})

const present = (name: string, n: number, writing = false): PresentPerson => ({
  id: `0198c0de-0000-7000-8000-0000000000c${n}`,
  name,
  since: '2026-01-01T12:00:00.000Z',
  writing,
})

test('who else has the article open is named at once, the first three by name', async () => {
  const { server } = openArticle(30)
  await expect.poll(() => server.reports.length).toBeGreaterThan(0)
  await expect.element(others).not.toBeInTheDocument()
  const names = ['Ada Byron', 'Edi Editor', 'Mei Lin', 'Grace Hopper', 'Kim Larsen']
  server.others = names.map((name, n) => present(name, n, n === 0))
  await expect.element(others.getByText('Ada Byron is writing')).toBeVisible()
  await expect.element(others.getByText('Mei Lin is here')).toBeVisible()
  await expect.element(others.getByText('+2')).toBeVisible()
  await expect.element(others.getByText('Grace Hopper is here, Kim Larsen is here')).toBeInTheDocument()
  const said = document.querySelector('main [aria-live=polite]')
  await expect.poll(() => said?.textContent).toBe(names.map((name) => `${name} is here`).join(', '))

  // Who goes is not said, nor who is back after a moment.
  server.others = [present('Edi Editor', 1)]
  await expect.element(others.getByText('Ada Byron is writing')).not.toBeInTheDocument()
  server.others = [present('Edi Editor', 1), present('Ada Byron', 0), present('Zoe Late', 6)]
  await expect.element(others.getByText('Zoe Late is here')).toBeVisible()
  await expect.poll(() => said?.textContent).toBe('Zoe Late is here')
})

test('what was typed is reported once', async () => {
  const { server, session } = openArticle(30)
  await expect.poll(() => server.reports.length).toBeGreaterThan(0)
  session.change({ subtitle: 'typed' })
  await expect.poll(() => server.reports.some(({ typed }) => typed)).toBe(true)
  const until = server.reports.length + 2
  await expect.poll(() => server.reports.length).toBeGreaterThan(until)
  expect(server.reports.filter(({ typed }) => typed)).toHaveLength(1)
})

test('who publishes what was typed is no longer writing, and says so at once', async () => {
  const { server, session } = openArticle(NEVER_MS)
  await expect.element(mark).toBeVisible()
  const { tab } = server.reports.at(-1)!
  session.change({ subtitle: 'typed' })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => server.reports.at(-1)).toEqual({ tab, typed: true })
  session.change({ subtitle: 'typed after the last report' })
  session.finish({ ...changed, version: 4 })
  await expect.poll(() => server.reports.at(-1)).toEqual({ tab, typed: false, finished: true })
  session.change({ subtitle: 'typed since' })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => server.reports.at(-1)).toEqual({ tab, typed: true })
})

test('who may write no longer, or signs out, is gone at once', async () => {
  storeToken('a token')
  onTestFinished(forgetToken)
  const said: { tab: string; leaving: boolean }[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, init) => {
    said.push(JSON.parse(init?.body as string))
    return new Response('{}')
  })
  const { server, session } = openArticle(NEVER_MS)
  await expect.element(mark).toBeVisible()
  // React mounts twice where it looks for faults.
  const left = () => said.filter(({ tab, leaving }) => leaving && tab === server.reports.at(-1)?.tab)
  const reports = server.reports.length
  session.accept({ ...changed, version: 4, can: { ...can(false), write: false } })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(left).toHaveLength(1)
  session.accept({ ...changed, version: 5 })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => server.reports.length).toBe(reports + 1)
  await signOut()
  expect(left()).toHaveLength(2)
})

test('no one is shown any more when the server was not heard for 45 seconds', async () => {
  const { server } = openArticle(30)
  server.others = [present('Edi Editor', 1)]
  await expect.element(others.getByText('Edi Editor is here')).toBeVisible()
  server.isOffline = true
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 46_000)
  await expect.element(others).not.toBeInTheDocument()
})
