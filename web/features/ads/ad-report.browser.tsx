import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AdReport, Forecast } from '#contract/ad-insight.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AdReportPanel } from './ad-report.tsx'
import { anAd } from './testing/ad.ts'

beforeEach(() => queryClient.clear())

/** A server with a report, at the place where calls leave the browser. */
function openReport(finish: Partial<Forecast['finish']> = {}, { search = '', timeZone = 'Asia/Shanghai' } = {}) {
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const url = new URL(String(config.url), 'http://desk.example')
    asked.push(url.search)
    const from = url.searchParams.get('from') ?? '2026-11-01'
    const to = url.searchParams.get('to') ?? '2026-11-02'
    const counts = { impressions: 200, viewable: 90, clicks: 3 }
    const data: AdReport = {
      from,
      to,
      totals: { impressions: 400, viewable: 180, clicks: 10 },
      days: [
        { day: from, ...counts, expected: null },
        { day: to, impressions: 0, viewable: 0, clicks: 0, expected: null },
      ],
      placements: [{ id: anAd().id, name: 'Sidebar', ...counts }],
      hours: [{ hour: 9, ...counts }],
      devices: [{ device: 'phone', ...counts }],
      forecast: {
        // The 2nd in UTC, the 3rd in Shanghai.
        at: '2026-11-02T17:05:00.000Z',
        pace: null,
        goal: 1000,
        delivered: 400,
        finish: { expected: '2026-12-09T04:00:00.000Z', earliest: '2026-12-05T04:00:00.000Z', latest: null, ...finish },
        atEnd: null,
      },
    }
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  const screen = showScreen(
    <QueryClientProvider client={queryClient}>
      <AdReportPanel ad={anAd({ timeZone })} />
    </QueryClientProvider>,
    { search },
  )
  return { asked, ...screen }
}

test('delivery has the click-through in the summary and in every table, and one time zone', async () => {
  openReport()
  await expect
    .element(page.getByText('Impressions: 200 · In view: 90 · Clicks: 3 · Click-through: 1.50%'))
    .toBeVisible()
  for (const name of ['By placement', 'By hour', 'By device'])
    await expect.element(page.getByRole('table', { name })).toMatchTextContent(/Click-through.*200.*90.*3.*1\.50%/)
  await page.getByText('Figures as a table').click()
  const days = page.getByRole('region', { name: 'Delivery by day' })
  await expect.element(days).toMatchTextContent(/Click-through.*Nov 2, 2026.*–.*Nov 1, 2026.*1\.50%/)
  await expect.element(page.getByText(/^As of Nov 3, 2026.* 1:05.AM\. .* those of Asia\/Shanghai\.$/)).toBeVisible()
})

test('the summary is of the days that are shown, as the tables below are, and all days are named as such', async () => {
  openReport()
  await expect.element(page.getByText(/^Impressions: 200 .* Clicks: 3 /)).toBeVisible()
  await expect.element(page.getByText('All days until now: impressions 400, clicks 10')).toBeVisible()
})

test('a forecast is a whole range, or says from which day on', async () => {
  openReport()
  await expect
    .element(page.getByText('The goal is expected to be reached on Dec 9, 2026 (from Dec 5, 2026 on).'))
    .toBeVisible()
  queryClient.clear()
  document.body.replaceChildren()
  openReport({ latest: '2026-12-20T04:00:00.000Z' })
  await expect.element(page.getByText(/on Dec 9, 2026 \(Dec 5, 2026 – Dec 20, 2026\)\.$/)).toBeVisible()
  queryClient.clear()
  document.body.replaceChildren()
  openReport({ earliest: '2026-12-09T01:00:00.000Z', latest: '2026-12-09T09:00:00.000Z' })
  await expect
    .element(page.getByText('The goal is expected to be reached on Dec 9, 2026.', { exact: true }))
    .toBeVisible()
})

test('a period of one’s own begins with the days that are shown; while it is none, no figures are shown', async () => {
  const { asked } = openReport()
  const totals = page.getByText(/^Impressions: 200/)
  await expect.element(totals).toBeVisible()
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('From a day to a day')
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('Nov 1, 2026')
  await expect.element(page.getByRole('textbox', { name: 'To' })).toHaveValue('Nov 2, 2026')
  await expect.element(totals).toBeVisible()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-20')
  await expect.element(page.getByText('Choose a first and a last day to see the figures.')).toBeVisible()
  await expect.element(totals).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'To' }).fill('2026-11-21')
  await expect.element(totals).toBeVisible()
  expect(asked.at(-1)).toBe('?from=2026-11-20&to=2026-11-21')
})

test('on a phone each figure says what it counts, and nothing is scrolled sideways', async () => {
  await page.viewport(320, 800)
  onTestFinished(() => page.viewport(1280, 800))
  openReport()
  await page.getByText('Figures as a table').click()
  const days = page.getByRole('region', { name: 'Delivery by day' })
  await expect.element(days).toBeVisible()
  for (const { scrollWidth, clientWidth } of document.querySelectorAll('[role=region]'))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await expect.element(days.getByRole('cell', { name: 'Click-through 1.50%' })).toBeVisible()
})

test('the chosen period is in the address, beside the open part', async () => {
  const { outside } = openReport({}, { search: '?tab=report' })
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.selectOptions('Last 7 days')
  await expect.poll(() => outside.address).toBe('?tab=report&period=7')
  await period.selectOptions('From a day to a day')
  await expect.poll(() => outside.address).toMatch(/^\?tab=report&period=own&from=\d{4}-\d\d-\d\d&to=2026-11-02$/)
  await period.selectOptions('Last 30 days')
  await expect.poll(() => outside.address).toBe('?tab=report')
})

test('a report is of this month until today, or of the whole last month', async () => {
  const { asked, outside } = openReport({}, { search: '?tab=report', timeZone: 'UTC' })
  const today = new Date().toISOString().slice(0, 10)
  const lastOfMonth = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10)
  const period = page.getByRole('combobox', { name: 'Period' })
  await period.selectOptions('This month')
  await expect.poll(() => asked.at(-1)).toBe(`?from=${today.slice(0, 7)}-01&to=${today}`)
  await period.selectOptions('Last month')
  await expect.poll(() => asked.at(-1)).toBe(`?from=${lastOfMonth.slice(0, 7)}-01&to=${lastOfMonth}`)
  expect(outside.address).toBe('?tab=report&period=lastMonth')
})

test('the period of the address is shown after a reload, and to whom it is passed on', async () => {
  const { asked } = openReport({}, { search: '?tab=report&period=own&from=2026-10-05&to=2026-10-20' })
  await expect.element(page.getByRole('combobox', { name: 'Period' })).toHaveValue('own')
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('Oct 5, 2026')
  expect(asked.every((query) => query === '?from=2026-10-05&to=2026-10-20')).toBe(true)
})

test('a period that an address does not say as it should is the usual one', async () => {
  const { asked } = openReport({}, { search: '?tab=report&period=century&from=yesterday' })
  await expect.element(page.getByRole('combobox', { name: 'Period' })).toHaveValue('30')
  await expect.poll(() => asked).toContain('')
})

test('where hours are not those of UTC, they begin where they are counted, and the screen says what that means', async () => {
  openReport({}, { timeZone: 'Asia/Kolkata' })
  await expect.element(page.getByRole('table', { name: 'By hour' })).toMatchTextContent(/09:30/)
  await expect
    .element(
      page.getByText(
        /hours of UTC, which begin at 30 minutes past .* from 00:00 to 00:30 counts for the day before\.$/,
      ),
    )
    .toBeVisible()
  queryClient.clear()
  document.body.replaceChildren()
  openReport()
  await expect.element(page.getByRole('table', { name: 'By hour' })).toMatchTextContent(/09:00/)
  expect(document.body.textContent).not.toContain('hours of UTC')
})
