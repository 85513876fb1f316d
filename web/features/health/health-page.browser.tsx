import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Backups } from '#contract/backups.ts'
import type { SentRun } from '#contract/diagnostics.ts'
import { healthCheckNames, type HealthCheckName } from '#contract/health-checks.ts'
import type { FailedJob, Health, HealthIncident, HealthMeasurement, WrittenMail } from '#contract/health.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { HealthPage } from './health-page.tsx'

const at = '2026-05-01T12:00:00.000Z'
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const check = (name: HealthCheckName, fields: Partial<HealthMeasurement> = {}): HealthMeasurement => ({
  name,
  state: 'good',
  value: 1,
  cause: null,
  detail: '',
  facts: {},
  at,
  since: at,
  ...fields,
})
const healthy = (fields: Partial<Health> = {}): Health => ({
  at,
  state: 'good',
  checks: healthCheckNames.map((name) => check(name)),
  processes: [],
  mutes: [],
  everySeconds: 5,
  isPartial: false,
  can: { details: true, mute: true, run: true },
  ...fields,
})
const incident = (n: number): HealthIncident => ({
  id: id(n),
  name: 'database',
  state: 'bad',
  cause: 'failed',
  detail: 'ECONNREFUSED',
  value: null,
  process: 'web-1:7',
  startedAt: at,
  endedAt: '2026-05-01T12:05:00.000Z',
})

/** A server whose live channel the test speaks through, at the place where calls leave the browser. */
function openHealth({
  health = healthy(),
  incidents = 0,
  fails = false,
  isAway = (): boolean => false,
  sent = [] as SentRun[],
  mails = null as WrittenMail[] | null,
  jobs = [] as FailedJob[],
} = {}) {
  const encoder = new TextEncoder()
  let channel: ReadableStreamDefaultController<Uint8Array> | undefined
  const seen = { opened: 0, closed: 0, limits: [] as string[], jobs, jobActions: [] as string[] }
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const url = String(config.url)
    if (fails) throw new TypeError('no network')
    if (isAway()) {
      const problem = { code: 'busy', status: 503, requestId: 'r-1', retryAfter: 2, reasons: ['database_away'] }
      throw new AxiosError('', '', config, null, { ...answer(problem), status: 503 })
    }
    if (url.startsWith('/api/session'))
      return answer({
        user: { id: id(1), name: 'Ada', role: 'administrator', locale: 'en', timeZone: 'UTC' },
        expiresAt: at,
      })
    if (url === '/api/health/live') {
      seen.opened++
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (channel = controller),
        cancel: () => void seen.closed++,
      })
      return answer(body)
    }
    if (url === '/api/backups') {
      const plan = { enabled: true, hour: 2, keep: 7, version: 1, updatedBy: null }
      const backups: Backups = {
        plan,
        nextAt: null,
        isWaiting: false,
        isEncrypted: false,
        folder: '/data/backups',
        items: [],
      }
      return answer(backups)
    }
    if (url === '/api/diagnostics/sent') return answer({ items: sent })
    if (url === '/api/health/jobs') return answer({ total: seen.jobs.length, items: seen.jobs })
    const jobAction = /^\/api\/health\/jobs\/(start|delete)$/.exec(url)?.[1]
    if (jobAction) {
      const { ids } = JSON.parse(String(config.data)) as { ids: string[] }
      seen.jobActions.push(`${jobAction} ${ids.join(' ')}`)
      seen.jobs = seen.jobs.filter((job) => !ids.includes(job.id))
      return answer({ changed: ids.length })
    }
    if (url === '/api/health/mails') return answer({ folder: mails && '/data/outbox', items: mails ?? [] })
    if (url.startsWith('/api/health/history')) {
      const limit = Number(/limit=(\d+)/.exec(url)?.[1])
      seen.limits.push(url)
      const days = Array.from({ length: 30 }, (_, n) => `2026-04-${String(n + 1).padStart(2, '0')}`)
      const strips = healthCheckNames.map((name) => ({ name, states: days.map((_, n) => (n === 29 ? 'good' : null)) }))
      const shown = Array.from({ length: Math.min(limit, incidents) }, (_, n) => incident(n))
      return answer({ days, strips, incidents: shown, incidentsTotal: incidents })
    }
    return answer(url.startsWith('/api/health/samples') ? { samples: [] } : health)
  }
  const screen = showScreen(
    <QueryClientProvider client={queryClient}>
      <HealthPage />
    </QueryClientProvider>,
  )
  const tell = (event: string, data: unknown) =>
    channel?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return { ...screen, seen, tell, cut: () => channel?.error(new TypeError('network error')) }
}

beforeEach(() => queryClient.clear())
const rowOf = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })

test('opened while the database is away, it says at once what answers and what does not, and goes on by itself', async () => {
  const calls = { refused: 0, isOver: false }
  openHealth({ isAway: () => !calls.isOver && ++calls.refused > 0 })
  await expect.element(page.getByText('The server answers, but its database does not')).toBeVisible()
  // Not after the last try, which comes seconds later.
  expect(calls.refused).toBe(1)
  await expect.poll(() => calls.refused, { timeout: 12_000 }).toBeGreaterThan(3)
  calls.isOver = true
  await expect.element(rowOf('Database'), { timeout: 8_000 }).toBeVisible()
}, 30_000)

test('what people sent to the administrators is said with who and what, until one of them has opened it', async () => {
  const verdict = { kind: 'slow', layer: 'network', ms: 298 } as const
  const one = (n: number, fields: Partial<SentRun>) =>
    ({ id: id(n), at, sentAt: at, verdict, by: { id: id(9), name: 'Vera' }, seenBy: null, ...fields }) as SentRun
  const seenBy = { id: id(8), name: 'Kim' }
  const own = { by: { id: id(1), name: 'Ada' } }
  openHealth({ sent: [one(21, {}), one(22, { seenBy }), one(23, own)] })
  const section = page.getByRole('region', { name: 'Measurements sent to the administrators' })
  await expect
    .element(section.getByRole('link', { name: /^Vera: The network is slow/ }))
    .toHaveAttribute('href', `/jCore/health/diagnostic?sent=${id(21)}`)
  expect(section.getByRole('listitem').elements()).toHaveLength(1)
})

test.each([320, 1280])('the date of what was sent does not run into who sent it, %i pixels wide', async (width) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const verdict = { kind: 'slow', layer: 'network', ms: 298 } as const
  const sentAt = '2019-12-24T12:00:00.000Z'
  openHealth({ sent: [{ id: id(21), at, sentAt, verdict, by: { id: id(9), name: 'Vera' }, seenBy: null } as SentRun] })
  const section = page.getByRole('region', { name: 'Measurements sent to the administrators' })
  const date = section.getByText(/2019/)
  await expect.element(date).toBeVisible()
  const [time, link] = [date.element(), section.getByRole('link').element()].map((one) => one.getBoundingClientRect())
  expect(time!.right <= link!.left || time!.bottom <= link!.top).toBe(true)
})

test('without a mail server the check of mail shows which mails were only written to files', async () => {
  openHealth({ mails: [{ id: id(31), at, to: 'mei@example.com', subject: 'Ada invites you to Copydesk' }] })
  await page.getByRole('button', { name: 'Mail', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Mail' })
  const list = panel.getByRole('list', { name: 'Mails that were not sent' })
  await expect.element(list.getByRole('listitem')).toMatchTextContent(/Ada invites you to Copydesk.*mei@example\.com/)
  await expect.element(panel.getByText('/data/outbox')).toBeVisible()
})

const failedJob = (n: number, fields: Partial<FailedJob> = {}): FailedJob => ({
  id: String(n),
  task: 'publish_article',
  payload: { article: id(n) },
  attempts: 25,
  failure: 'no_room',
  error: 'ENOSPC: no space left',
  addedAt: at,
  failedAt: at,
  ...fields,
})

test('failed jobs are listed with their error, started again, and deleted after a question', async () => {
  const jobs = [
    failedJob(1),
    failedJob(2, { task: 'flush_counts', payload: {} }),
    failedJob(3, { task: 'of_a_plugin' }),
    failedJob(4, { task: 'send_mail', payload: { kind: 'invitation', to: 'kim@example.com' } }),
  ]
  const { seen } = openHealth({ jobs })
  await page.getByRole('button', { name: 'Failed jobs', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Failed jobs' })
  const rows = panel.getByRole('list', { name: 'Jobs that were given up' }).getByRole('listitem')
  await expect
    .element(rows.nth(0))
    .toMatchTextContent(/Publish an article at its time.*The disk is full\..*ENOSPC: no space left.*Tried 25 times/)
  await expect.element(rows.nth(2)).toMatchTextContent(/of_a_plugin/)
  await expect.element(rows.nth(3)).toMatchTextContent(/Mail to kim@example.com.*Invitation/)
  await panel.getByRole('button', { name: 'Start again: Publish an article at its time' }).click()
  await expect.element(page.getByText('1 job started again')).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(3)

  await panel.getByRole('button', { name: 'Delete “Add up counts”' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the failed job “Add up counts”?' })
  expect(seen.jobActions).toEqual(['start 1'])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('1 job deleted')).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(2)
  expect(seen.jobActions).toEqual(['start 1', 'delete 2'])
})

test('all failed jobs are started again at once', async () => {
  const { seen } = openHealth({ jobs: [failedJob(1), failedJob(2)] })
  await page.getByRole('button', { name: 'Failed jobs', exact: true }).click()
  await page.getByRole('button', { name: 'Start all again' }).click()
  await expect.element(page.getByText('2 jobs started again')).toBeVisible()
  expect(seen.jobActions).toEqual(['start 1 2'])
  await expect.poll(() => page.getByText('Jobs that were given up').elements().length).toBe(0)
})

test('a job that fails while the list is open is in it', async () => {
  const { seen, tell } = openHealth({ jobs: [failedJob(1)] })
  await page.getByRole('button', { name: 'Failed jobs', exact: true }).click()
  const rows = page.getByRole('list', { name: 'Jobs that were given up' }).getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(1)
  await expect.poll(() => seen.opened).toBeGreaterThan(0)
  seen.jobs = [failedJob(2), failedJob(1)]
  const checks = healthCheckNames.map((name) => check(name, name === 'failed_jobs' ? { value: 2 } : {}))
  tell('health', healthy({ checks }))
  await expect.poll(() => rows.elements().length).toBe(2)
})

test('where no one sent anything, nothing is said of it', async () => {
  openHealth()
  await expect.element(page.getByRole('heading', { name: 'Health', exact: true })).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(page.getByRole('region', { name: /^Measurements sent/ }).elements()).toEqual([])
})

test('what the live channel tells is on the screen at once', async () => {
  const { seen, tell } = openHealth()
  await expect.element(page.getByText('Everything is in order')).toBeVisible()
  await expect.poll(() => seen.opened).toBeGreaterThan(0)
  const checks = healthCheckNames.map((name) =>
    name === 'jobs' ? check(name, { state: 'bad', cause: 'no_worker', value: 400 }) : check(name),
  )
  tell('health', healthy({ state: 'bad', checks }))
  await expect.element(page.getByText('Something is wrong')).toBeVisible()
  await expect.element(rowOf('Job queue').getByText('Nothing works the queue.')).toBeVisible()
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
})

test('a check that is unknown is not in order, and the summary counts it', async () => {
  const all = healthCheckNames.length
  const unknown = check('backups', { state: 'unknown', value: null, cause: 'no_backup' })
  const checks = healthCheckNames.map((name) => (name === 'backups' ? unknown : check(name)))
  const { tell, seen } = openHealth({ health: healthy({ state: 'unknown', checks }) })
  await expect.element(page.getByText('Not everything could be measured')).toBeVisible()
  await expect.element(page.getByText(`${all} checks: ${all - 1} in order, 1 unknown`)).toBeVisible()
  await expect.element(page.getByText('Everything is in order')).not.toBeInTheDocument()
  await expect.poll(() => seen.opened).toBe(1)
  const mutes = [{ name: 'backups' as const, until: '2999-01-01T00:00:00.000Z', reason: '', by: null }]
  tell('health', healthy({ checks, mutes }))
  await expect.element(page.getByText(`${all} checks: ${all - 1} in order, 1 muted`)).toBeVisible()
  tell('health', healthy({ state: 'unknown', checks: checks.map((one) => ({ ...one, state: 'unknown' })) }))
  await expect.element(page.getByText('Not measured yet', { exact: true })).toBeVisible()
})

test('a channel that breaks is said with its time, and opened again', async () => {
  const { seen, tell, cut } = openHealth()
  await expect.poll(() => seen.opened).toBeGreaterThan(0)
  tell('health', healthy())
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  const before = seen.opened
  cut()
  await expect.element(page.getByText(/has not been reached since/)).toBeVisible()
  await expect.poll(() => seen.opened).toBeGreaterThan(before)
  tell('health', healthy())
  await expect.element(page.getByText(/has not been reached since/)).not.toBeInTheDocument()
})

test('hidden, the screen closes its channel; back in front, it opens it again', async () => {
  const { seen, outside } = openHealth()
  await expect.poll(() => seen.opened).toBeGreaterThan(0)
  const [opened, closed] = [seen.opened, seen.closed]
  outside.setHidden(true)
  await expect.poll(() => seen.closed).toBeGreaterThan(closed)
  outside.setHidden(false)
  await expect.poll(() => seen.opened).toBeGreaterThan(opened)
})

test('while the database is away, the screen says that it knows one process only', async () => {
  const { seen, tell } = openHealth()
  await expect.poll(() => seen.opened).toBeGreaterThan(0)
  tell('health', healthy({ state: 'bad', isPartial: true }))
  await expect.element(page.getByText(/^The database does not answer/)).toBeVisible()
  const checks = healthCheckNames.map((name) => check(name, name === 'database' ? { state: 'bad' } : {}))
  tell('health', healthy({ state: 'bad', isPartial: true, checks }))
  await expect.element(page.getByText(/^The database has not answered since May 1\b.*\. Only what/)).toBeVisible()
})

test('a server that cannot be reached at all is said, and can be tried again', async () => {
  openHealth({ fails: true })
  await expect.element(page.getByText('Health could not be loaded'), { timeout: 15_000 }).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a long history shows the newest first, and more when asked', async () => {
  const { seen } = openHealth({ incidents: 240 })
  const more = page.getByRole('button', { name: 'Show more (230 are older)' })
  await expect.element(more).toBeVisible()
  await userEvent.click(more)
  await expect.element(page.getByRole('button', { name: 'Show more (180 are older)' })).toBeVisible()
  expect(seen.limits.some((url) => url.includes('limit=60'))).toBe(true)
})

test('the names of all checks can be read beside their last 30 days', async () => {
  openHealth()
  const strips = page.getByRole('region', { name: 'The last 30 days' })
  await expect.element(strips.getByText('Connections to the database', { exact: true })).toBeVisible()
  const cut = [...strips.element().querySelectorAll('span')].filter((name) => name.scrollWidth > name.clientWidth + 1)
  expect(cut.flatMap(({ textContent }) => textContent || [])).toEqual([])
})

test('each of several processes is shown, one that vanished too', async () => {
  const process = (n: number, fields = {}) => ({
    id: id(n),
    host: `web-${n}`,
    pid: 7,
    version: '0.1.0',
    startedAt: at,
    seenAt: at,
    present: true,
    checks: [check('memory')],
    ...fields,
  })
  openHealth({
    health: healthy({
      processes: [
        process(1),
        process(2, { checks: [check('memory', { state: 'warning' })] }),
        process(3, { present: false }),
      ],
    }),
  })
  await expect.element(page.getByRole('heading', { name: '3 server processes' })).toBeVisible()
  const second = page.getByRole('listitem').filter({ hasText: 'web-2:7' })
  await expect.element(second.getByText('Warning')).toBeVisible()
  await expect.element(second.getByText('Memory')).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'web-3:7' }).getByText('Gone')).toBeVisible()
})

test('on a phone a name does not run into its value, however long both are', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  openHealth()
  await expect.element(page.getByText('Everything is in order')).toBeVisible()
  for (const row of page.getByRole('listitem').elements()) {
    const [name, value] = [row.querySelector('button'), row.querySelector('button')?.parentElement?.nextElementSibling]
    if (!name || !value) continue
    const range = document.createRange()
    range.selectNodeContents(name)
    const [words, figure] = [range.getBoundingClientRect(), value.getBoundingClientRect()]
    expect([name.textContent, words.right <= figure.left || words.top >= figure.bottom]).toEqual([
      name.textContent,
      true,
    ])
  }
})

test('the rows of version and schema say what they count, and their menu leads to how to fix it', async () => {
  const checks = healthCheckNames.map((name) =>
    name === 'version'
      ? check(name, { value: 1, detail: 'Copydesk 0.1.0 (commit 1a2b3c4d), Node.js 24.0.0, PostgreSQL 18.1' })
      : name === 'migrations'
        ? check(name, { value: 0, facts: { lastMigration: 104 } })
        : check(name),
  )
  const { tell } = openHealth({ health: healthy({ checks }) })
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('Version of Copydesk').getByText('0.1.0', { exact: true })).toBeVisible()
  await expect.element(row('Database schema').getByText('Migration 0104')).toBeVisible()
  await expect.element(row('Database schema').getByText('Bad from 1 migration missing')).toBeVisible()
  await expect.element(row('Version of Copydesk').getByText('Warning from 2 versions')).toBeVisible()
  await row('Database schema').getByRole('button', { name: 'Actions for “Database schema”' }).click()
  await page.getByRole('menuitem', { name: 'How to fix it' }).click()
  await expect.element(page.getByRole('dialog').getByText(/it brings the schema up to date/)).toBeVisible()
  const behind = checks.map((one) => ({ ...one, ...(['version', 'migrations'].includes(one.name) && { value: 2 }) }))
  tell('health', healthy({ checks: behind }))
  await expect.element(page.getByText('2 versions')).toBeVisible()
  await expect.element(page.getByText('2 migrations missing').first()).toBeVisible()
})
