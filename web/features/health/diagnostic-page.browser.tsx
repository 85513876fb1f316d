import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DiagnosticRun, SentRun } from '#contract/diagnostics.ts'
import type { Role } from '#contract/permissions.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { DiagnosticPage } from './diagnostic-page.tsx'

const ID = '00000000-0000-7000-8000-000000000001'
const run = (fields: Partial<DiagnosticRun> = {}): DiagnosticRun => ({
  id: ID,
  at: new Date().toISOString(),
  verdict: { kind: 'good', layer: null, ms: null },
  report: {
    ping: { sent: 20, lost: 0, medianMs: 10, p95Ms: 12, jitterMs: 1, serverMs: 1 },
    connection: { dnsMs: null, tcpMs: 1, tlsMs: null, firstByteMs: 5, protocol: 'h2', encoding: 'br' },
    clock: null,
    live: null,
    transfer: null,
    roundTrip: { totalMs: 30, serverMs: 4, databaseMs: 1, lockMs: 0, eventLoopMs: 0, proxyMs: null, proxied: false },
    browser: { driftMs: 1, workMs: 0 },
    storage: null,
  },
  sentAt: null,
  ...fields,
})

/** A server with one run of one's own, at the place where calls leave the browser. */
function openDiagnostics(role: Role, { own = [run()], sent = [] as SentRun[], search = '' } = {}) {
  let runs = own
  let list = sent
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    const path = String(config.url)
    asked.push(path)
    if (path === '/api/session') {
      const user = { id: ID, name: 'Edith', role, locale: 'en', timeZone: 'UTC' }
      return answer({ user, expiresAt: '2999-01-01T00:00:00.000Z' })
    }
    if (path.endsWith('/send')) {
      runs = runs.map((one) => ({ ...one, sentAt: new Date().toISOString() }))
      return answer(runs[0])
    }
    if (path.endsWith('/seen')) {
      list = list.map((one) => (path.includes(one.id) ? { ...one, seenBy: { id: ID, name: 'Edith' } } : one))
      return answer(undefined)
    }
    return answer({ items: path.endsWith('/sent') ? list : runs })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <DiagnosticPage />
    </QueryClientProvider>,
    { search },
  )
  return asked
}

beforeEach(() => queryClient.clear())

test('who cannot see Health sends a measurement to the administrators, once', async () => {
  const asked = openDiagnostics('author')
  await page.getByRole('button', { name: 'Send to the administrators' }).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Sent to the administrators' }).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send to the administrators' })).not.toBeInTheDocument()
  expect(asked).toContain(`/api/diagnostics/runs/${ID}/send`)
  expect(asked).not.toContain('/api/diagnostics/sent')
})

test('an administrator finds what was sent, with who, and opens it', async () => {
  const verdict = { kind: 'slow', layer: 'network', ms: 298 } as const
  const id = '00000000-0000-7000-8000-000000000002'
  const by = { id: '00000000-0000-7000-8000-000000000003', name: 'Vera' }
  const asked = openDiagnostics('administrator', {
    sent: [{ ...run({ id, verdict, sentAt: new Date().toISOString() }), by, seenBy: null }],
  })
  const list = page.getByRole('region', { name: 'Sent to the administrators' })
  await list.getByRole('button', { name: /^Vera: The network is slow/ }).click()
  await expect.element(page.getByRole('region', { name: 'Finding' }).getByText(/The network is slow/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Send to the administrators' }).elements()).toEqual([])
  await expect.poll(() => asked).toContain(`/api/diagnostics/sent/${id}/seen`)
})

test('the link of Health opens what was sent, and marks it as seen once', async () => {
  const verdict = { kind: 'slow', layer: 'network', ms: 298 } as const
  const id = '00000000-0000-7000-8000-000000000002'
  const by = { id: '00000000-0000-7000-8000-000000000003', name: 'Vera' }
  const other = { ...run({ id: ID, sentAt: new Date().toISOString() }), by, seenBy: { id: ID, name: 'Kim' } }
  const asked = openDiagnostics('administrator', {
    sent: [other, { ...run({ id, verdict, sentAt: new Date().toISOString() }), by, seenBy: null }],
    search: `?sent=${id}`,
  })
  const finding = page.getByRole('region', { name: 'Finding' })
  await expect.element(finding.getByText(/The network is slow/)).toBeVisible()
  await expect.element(page.getByText('Sent by Vera')).toBeVisible()
  await expect.poll(() => asked.filter((path) => path.endsWith('/seen'))).toEqual([`/api/diagnostics/sent/${id}/seen`])
  await expect.element(page.getByText('Seen by Edith')).toBeVisible()
})

test('the parts of a call add up to the whole, with the page’s own work as one of them', async () => {
  openDiagnostics('administrator')
  const layers = page.getByRole('region', { name: 'Where the time goes' })
  await expect.element(layers.getByRole('listitem').filter({ hasText: 'A signed-in call, in all' })).toBeVisible()
  const [call] = layers.getByRole('list').elements()
  const figures = [...call!.querySelectorAll('li')].map((row) => Number(/([\d.]+) ms$/.exec(row.textContent)?.[1] ?? 0))
  const whole = figures.pop()
  expect(whole).toBe(30)
  expect(figures.reduce((sum, one) => sum + one, 0)).toBeCloseTo(30, 6)
})

test('no bytes and one byte are called so', async () => {
  const { report } = run()
  openDiagnostics('administrator', { own: [run({ report: { ...report, storage: { usedBytes: 0, quotaBytes: 1 } } })] })
  await expect.element(page.getByText('0 bytes of 1 byte')).toBeVisible()
})

test('on a phone what was sent is readable, with a long name and who has seen it', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  const by = { id: '00000000-0000-7000-8000-000000000003', name: 'Wolfeschlegelsteinhausenbergerdorffsson' }
  openDiagnostics('administrator', {
    sent: [{ ...run({ sentAt: new Date().toISOString() }), by, seenBy: { id: ID, name: 'Maximiliana Featherstone' } }],
  })
  const list = page.getByRole('region', { name: 'Sent to the administrators' })
  await expect.element(list.getByText('Seen by Maximiliana Featherstone')).toBeVisible()
  const width = (element: Element) => element.getBoundingClientRect().width
  const [row] = list.getByRole('listitem').elements()
  expect(width(list.getByRole('button').element())).toBeGreaterThan(0.9 * width(row!))
  expect(row!.scrollWidth).toBeLessThanOrEqual(row!.clientWidth)
})

test('a measurement that is stopped within a part that cannot hear it shows no further one', async () => {
  onTestFinished(() => void Reflect.deleteProperty(navigator.storage, 'estimate'))
  let asked!: () => void
  let answer!: () => void
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const value = async () => {
    asked()
    await answered
    return {}
  }
  Object.defineProperty(navigator.storage, 'estimate', { configurable: true, value })
  openDiagnostics('author', { own: [] })
  await page.getByRole('button', { name: 'Start measuring' }).click()
  await isAsked
  await page.getByRole('button', { name: 'Stop' }).click()
  answer()
  // The run goes on with what it got, and React draws what that changed.
  await answered
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Start measuring' })).toBeVisible()
})
