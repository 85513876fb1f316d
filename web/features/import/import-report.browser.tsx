import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { httpClient } from '../../api/http-client.ts'
import { meQuery } from '../../api/me.ts'
import { queryClient } from '../../api/query-client.ts'
import { storeToken } from '../../api/session-token.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ImportPage } from './import-page.tsx'

const ID = '00000000-0000-7000-8000-000000000001'
const row = (kind: string, created: number, skipped: number) => ({
  kind,
  inFile: created + skipped,
  created,
  merged: 0,
  unchanged: 0,
  skipped,
})

function openReport(search = '', items: object[] = []) {
  queryClient.clear()
  storeToken('a token')
  queryClient.setQueryData(meQuery.queryKey, { id: ID, role: 'administrator', name: 'Ada' } as never)
  const run = { id: ID, fileName: 'site.xml', dryRun: false, status: 'done', createdAt: '2026-11-26T10:00:00.000Z' }
  const asked: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (String(config.url).endsWith('/clean-up'))
      return answer({
        articles: 0,
        published: 0,
        changed: 0,
        gone: 0,
        undo: null,
        moved: 0,
        running: null,
        stopped: null,
      })
    if (!String(config.url).includes('/items'))
      return answer({ ...run, sums: [row('post', 9, 2), row('tag', 3, 0)], createdBy: null })
    asked.push(String(config.url))
    return answer({ items, total: items.length })
  }
  const { visits } = showScreen(
    <QueryClientProvider client={queryClient}>
      <ImportPage />
    </QueryClientProvider>,
    { search: `?run=${ID}${search}` },
  )
  return { asked, visits }
}
const heading = page.getByRole('heading', { name: 'Item by item' })

test('each count of the report leads to those items', async () => {
  const { visits } = openReport()
  const skipped = page.getByRole('link', { name: 'Articles, Skipped: 2', exact: true })
  await expect.element(skipped).toHaveAttribute('href', `/jCore/import?run=${ID}&kind=post&outcome=skipped`)
  await expect
    .element(page.getByRole('link', { name: 'All, Created: 12', exact: true }))
    .toHaveAttribute('href', `/jCore/import?run=${ID}&outcome=created`)
  await expect.element(page.getByRole('link', { name: /^Tags, Skipped/ })).not.toBeInTheDocument()
  await skipped.click()
  expect(visits).toEqual([`/jCore/import?run=${ID}&kind=post&outcome=skipped`])
})

test('a report that is opened at some of its items shows these, and one is there', async () => {
  const { asked, visits } = openReport('&kind=post&outcome=skipped')
  await expect.element(heading).toHaveFocus()
  await expect.element(page.getByLabelText('Outcome')).toHaveValue('skipped')
  await expect.element(page.getByLabelText('Kind')).toHaveValue('post')
  expect(asked.at(-1)).toMatch(/outcome=skipped.*kind=post|kind=post.*outcome=skipped/)
  await page.getByLabelText('Outcome').selectOptions('Created')
  expect(visits.at(-1)).toBe(`/jCore/import?run=${ID}&kind=post&outcome=created`)
})

test('on a phone the report is read without scrolling sideways, and each count says what it counts', async () => {
  await page.viewport(320, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const title = 'A title that is longer than any phone is wide, as titles of articles are'
  const reasons = [
    { code: 'not_in_media_folder', values: { path: 'a/very-long-path-of-a-picture/without-any-space.jpg' } },
  ]
  openReport('', [{ kind: 'post', sourceId: '7', title, outcome: 'created', article: null, reasons }])
  await expect.element(page.getByText(new RegExp(title))).toBeVisible()
  const regions = [...document.querySelectorAll('[role=region]')]
  expect(regions).toHaveLength(2)
  for (const { scrollWidth, clientWidth } of regions) expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  const count = page.getByRole('link', { name: 'Articles, Skipped: 2', exact: true }).element()
  expect(getComputedStyle(count.closest('td')!, '::before').content).toContain('Skipped')
})
