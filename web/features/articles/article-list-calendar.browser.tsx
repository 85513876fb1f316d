import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { daysOfPreset } from '../../ui/data-table/day-presets.ts'
import { momentsOf } from '../../ui/day-moments.ts'
import { TimeZoneContext, wallTime } from '../../ui/time-zone.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleListPage } from './article-list-page.tsx'
import { articleRow } from './testing/article-row.ts'

beforeEach(() => queryClient.clear())

const site = { name: 'The Gazette', logo: null, timeZone: 'Asia/Shanghai', locale: null }
/** A day of March in Shanghai, as moments. */
const day = 'calendarFrom=2026-03-02T16:00:00.000Z&calendarTo=2026-03-03T16:00:00.000Z'
const planned = { ...articleRow, publishAt: '2026-03-03T02:30:00.000Z' }

function openArticles(search: string, ownZone = 'Asia/Shanghai') {
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (String(config.url) === '/api/setup') return answer({ needsSetup: false, registrationOpen: false, site })
    if (String(config.url).startsWith('/api/articles')) asked.push(String(config.url))
    return answer({ items: [planned], total: 1, totalIsExact: true, page: 1, pageSize: 25, facetsAsOf: null })
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <TimeZoneContext value={ownZone}>
        <ArticleListPage />
      </TimeZoneContext>
    </QueryClientProvider>,
    { search },
  )
  return asked
}
const chip = page.getByRole('button', { name: /^In the calendar/ })
const said = (days: string) => chip.getByText(days, { exact: true })

test('the filter says its day as the calendar counts days, in the zone of the site', async () => {
  const asked = openArticles(`?${day}`)
  await expect.element(said('Mar 3, 2026')).toBeVisible()
  expect(asked.at(-1)).toContain('calendarFrom=2026-03-02T16')
})

test('it names the zone where that is not the person’s own', async () => {
  openArticles(`?${day}`, 'America/New_York')
  await expect.element(said('Mar 3, 2026 (Asia/Shanghai)')).toBeVisible()
})

test('drafts show the date that they are planned for, and the column says by what the list is ordered', async () => {
  openArticles(`?${day}&sort=publishedAt`)
  await expect.element(page.getByRole('row', { name: /Harbour/ }).getByText(/^Mar\s3/)).toBeVisible()
  const header = page.getByRole('columnheader', { name: 'Publish date' })
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
})

test('removing the filter removes the order of the calendar, too', async () => {
  const asked = openArticles(`?${day}&sort=publishedAt`)
  await expect.element(chip).toBeVisible()
  expect(asked.at(-1)).toContain('sort=publishedAt')
  await page.getByRole('button', { name: 'Remove the filter In the calendar' }).click()
  await expect.element(chip).not.toBeInTheDocument()
  await expect.poll(() => asked.at(-1)).not.toContain('calendarFrom')
  expect(asked.at(-1)).not.toContain('sort=publishedAt')
})

test('other days are chosen as days of the calendar', async () => {
  const asked = openArticles(`?${day}`, 'America/New_York')
  await chip.click()
  await page.getByRole('textbox', { name: 'To' }).fill('2026-03-05')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.element(said('Mar 3, 2026 – Mar 5, 2026 (Asia/Shanghai)')).toBeVisible()
  await expect.poll(() => decodeURIComponent(asked.at(-1) ?? '')).toContain('calendarTo=2026-03-05T16:00:00.000Z')
})

test('the next 7 days are chosen with one click: days of the calendar, which move on with the date', async () => {
  const asked = openArticles(`?${day}&sort=publishedAt`, 'America/New_York')
  await chip.click()
  for (const preset of ['Today', 'This month'])
    await expect.element(page.getByRole('button', { name: preset, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next 7 days' }).click()
  await expect.element(said('Next 7 days (Asia/Shanghai)')).toBeVisible()
  const today = wallTime(new Date(), site.timeZone).slice(0, 10)
  const { from, to } = momentsOf(daysOfPreset('next7days', today), site.timeZone)
  await expect.poll(() => decodeURIComponent(asked.at(-1) ?? '')).toContain(`calendarFrom=${from}&calendarTo=${to}`)
  expect(asked.at(-1)).not.toContain('calendar=')
  // It is still the calendar by which the list is ordered.
  expect(asked.at(-1)).toContain('sort=publishedAt')
})
