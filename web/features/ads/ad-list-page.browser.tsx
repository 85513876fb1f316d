import { i18n } from '@lingui/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Ad } from '#contract/ads.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AdListPage } from './ad-list-page.tsx'
import { AdMenu } from './ad-menu.tsx'
import { useAdActions } from './ad-actions.tsx'
import { anAd } from './testing/ad.ts'

beforeEach(() => queryClient.clear())
const idOf = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const user = { id: idOf(9), name: 'Max', role: 'ad_manager', locale: 'en', timeZone: 'UTC' }
const undo = { id: idOf(8), expiresAt: '2999-01-01T00:00:00.000Z' }

/** A server with ads, at the place where calls leave the browser. */
function openAds(ads: readonly Ad[], { role = 'ad_manager', refused = {} as Record<string, object> } = {}) {
  const sent: [string, unknown][] = []
  httpClient.defaults.adapter = async (config) => {
    const [path = ''] = String(config.url).split('?')
    const answer = (data: unknown) => ({ data, status: 200, statusText: '', headers: {}, config })
    if (path.startsWith('/api/session'))
      return answer({ user: { ...user, role }, expiresAt: '2999-01-01T00:00:00.000Z' })
    if (path === '/api/ads/report') {
      const counts = { impressions: 200, viewable: 90, clicks: 3 }
      return answer({
        firstDay: '2026-11-01',
        lastDay: '2026-11-30',
        timeZone: 'UTC',
        at: '2026-11-30T10:00:00.000Z',
        placement: { id: idOf(7), name: 'Sidebar' },
        totals: { ads: 2, ...counts },
        advertisers: [{ advertiser: 'Globex', ads: 2, ...counts }],
        ads: [{ id: idOf(1), name: 'Spring', advertiser: 'Globex', ...counts }],
        placements: [
          { id: idOf(7), name: 'Sidebar', ...counts },
          { id: idOf(6), name: '', impressions: 0, viewable: 0, clicks: 0 },
        ],
        days: [{ day: '2026-11-01', ...counts }],
      })
    }
    if (config.method === 'post') {
      const body = JSON.parse(String(config.data ?? '{}')) as { ids?: string[] }
      sent.push([path, body])
      if (path.endsWith('/bulk'))
        return answer({
          results: (body.ids ?? []).map((id) => {
            const name = ads.find((ad) => ad.id === id)?.name ?? id
            return { id, name, ok: !refused[name], code: null, missing: [], created: null, ...refused[name] }
          }),
          undo,
        })
      return answer({ ...ads[0], undo })
    }
    if (path === '/api/ads/export') {
      const problem = {
        code: 'invalid_input',
        status: 400,
        fields: [{ path: 'q', code: 'too_many_matches', message: '' }],
      }
      throw new AxiosError('', '', config, null, { ...answer(new Blob([JSON.stringify(problem)])), status: 400 })
    }
    if (path === '/api/ads') return answer({ items: ads, total: ads.length, totalIsExact: true, page: 1, pageSize: 25 })
    return answer({ items: [] })
  }
  return { sent }
}
const show = (screen: React.ReactNode, options: { search?: string } = {}) =>
  showScreen(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>, options)

test('a bulk action says which of the selected ads were left as they were', async () => {
  const { sent } = openAds([
    anAd({ id: idOf(1), name: 'One', can: ['pause'] }),
    anAd({ id: idOf(2), name: 'Two', can: ['pause'] }),
    anAd({ id: idOf(3), name: 'Draft', status: 'draft', phase: null }),
    anAd({ id: idOf(4), name: 'Old', status: 'archived', phase: null }),
  ])
  show(<AdListPage />)
  for (const name of ['One', 'Two', 'Draft', 'Old'])
    await page.getByRole('checkbox', { name: `Select “${name}”` }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).first().click()
  await expect
    .element(page.getByText('Paused: 2 ads. Left as they were, because of their state: “Draft”, “Old”'))
    .toBeVisible()
  expect(sent).toEqual([['/api/ads/bulk', { action: 'pause', ids: [idOf(1), idOf(2)], expectedCount: 2 }]])
})

test('ads are extended beside their present ends, and archived with a word about those that are running', async () => {
  const { sent } = openAds([
    anAd({ id: idOf(1), name: 'One', phase: 'running', endsAt: '2026-12-01T00:00', can: ['extend', 'archive'] }),
    anAd({ id: idOf(2), name: 'Two', phase: 'scheduled', endsAt: '2026-12-31T00:00', can: ['extend', 'archive'] }),
    anAd({ id: idOf(3), name: 'Endless', phase: 'scheduled', endsAt: null, can: ['extend', 'archive'] }),
  ])
  show(<AdListPage />)
  await page.getByRole('checkbox', { name: 'Select “Endless”' }).click()
  await page.getByRole('button', { name: 'Extend' }).first().click()
  const forever = page.getByRole('dialog', { name: 'Extend the ads' })
  await expect
    .element(forever.getByRole('textbox', { name: 'New end' }))
    .toHaveAccessibleDescription(/None of these ads has an end/)
  await forever.getByRole('button', { name: 'Cancel' }).click()
  for (const name of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select “${name}”` }).click()
  await page.getByRole('button', { name: 'Extend' }).first().click()
  const extend = page.getByRole('dialog', { name: 'Extend the ads' })
  await expect.element(extend.getByText('1 ad has no end and stays as it is.')).toBeVisible()
  await expect.element(extend).toMatchTextContent(/They end between Dec 1, 2026.* and Dec 31, 2026/)
  const end = extend.getByRole('textbox', { name: 'New end' })
  await end.fill('2026-11-30 09:00')
  await expect.element(end).toHaveAccessibleDescription(/Choose a time after the present end, Dec 1, 2026/)
  await expect.element(extend.getByRole('button', { name: 'Extend' })).toBeDisabled()
  await end.fill('2026-12-15 09:00')
  await expect.element(extend.getByText('1 ad ends later than that and stays as it is.')).toBeVisible()
  await extend.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Archive' }).first().click()
  const archive = page.getByRole('dialog', { name: 'Archive the ads' })
  await expect.element(archive).toMatchTextContent(/1 of them is running\. Once it is archived/)
  expect(sent).toEqual([])
  await archive.getByRole('button', { name: 'Archive' }).click()
  await expect
    .poll(() => sent)
    .toEqual([['/api/ads/bulk', { action: 'archive', ids: [idOf(3), idOf(1), idOf(2)], expectedCount: 3 }]])
})

test('a report of the list shows what its ads delivered, by advertiser, ad, placement and day', async () => {
  openAds([anAd()])
  show(<AdListPage />)
  await page.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report of the ads in this list' })
  await expect
    .element(report.getByRole('table', { name: 'By advertiser' }))
    .toMatchTextContent(/Globex.*2 ads.*200.*3.*1\.50%/)
  await expect
    .element(report.getByRole('table', { name: 'By ad' }))
    .toMatchTextContent(/Spring.*Globex.*200.*3.*1\.50%/)
  await expect
    .element(report.getByRole('table', { name: 'By placement' }))
    .toMatchTextContent(/Sidebar.*200.*90.*3.*1\.50%.*Deleted placement.*0/)
  await report.getByText('Figures as a table').click()
  await expect
    .element(report.getByRole('region', { name: 'By day' }))
    .toMatchTextContent(/Nov 1, 2026.*200.*90.*3.*1\.50%/)
  await expect.element(report.getByText(/^Only what was shown in “Sidebar”/)).toBeVisible()
  await expect.element(report.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
})

test('a report of the list and its period are in the address, and are there again after a reload', async () => {
  openAds([anAd()])
  const { outside } = show(<AdListPage />, { search: '?status=running' })
  await page.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report of the ads in this list' })
  await report.getByRole('combobox', { name: 'Period' }).selectOptions('Last month')
  await expect.poll(() => outside.address).toBe('?status=running&report=lastMonth')
  await report.getByRole('combobox', { name: 'Period' }).selectOptions('From a day to a day')
  const address = '?status=running&report=own&firstDay=2026-11-01&lastDay=2026-11-30'
  await expect.poll(() => outside.address).toBe(address)
  await report.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => outside.address).toBe('?status=running')
  await expect.element(report).not.toBeInTheDocument()
  document.body.replaceChildren()
  show(<AdListPage />, { search: address })
  await expect.element(report.getByRole('textbox', { name: 'To' })).toHaveValue('Nov 30, 2026')
  // An ad of the report is a click away.
  await expect
    .element(report.getByRole('link', { name: 'Spring' }))
    .toHaveAttribute('href', `/jCore/adManage/${idOf(1)}`)
})

test('the running ads that are behind are a tab of the list', async () => {
  openAds([anAd()])
  const { outside } = show(<AdListPage />)
  await page.getByRole('link', { name: 'Behind', exact: true }).click()
  await expect.poll(() => outside.address).toBe('?status=running&pace=behind')
  await expect.element(page.getByRole('button', { name: /^Pacing.*Behind/ })).toBeVisible()
})

function Menu({ ad }: { ad: Ad }) {
  const { start, dialog } = useAdActions()
  return (
    <>
      <AdMenu ad={ad} dirty={false} start={start} />
      {dialog}
    </>
  )
}

test('the page of an ad ends it at once, copies it, and says that an archived ad stops', async () => {
  const ad = anAd({ can: ['pause', 'end', 'archive', 'extend'], endsAt: '2026-12-31T00:00' })
  const { sent } = openAds([{ ...ad, phase: 'ended' }])
  show(<Menu ad={ad} />)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('End now')
  await expect.element(page.getByText('Ended now: “Spring”')).toBeVisible()
  expect(sent.map(([path]) => path)).toEqual([`/api/ads/${ad.id}/end`])
  await choose('Archive')
  const archive = page.getByRole('dialog', { name: 'Archive “Spring”' })
  await expect.element(archive).toMatchTextContent(/readers do not see it any more/)
  await archive.getByRole('button', { name: 'Archive' }).click()
  await expect.element(page.getByText('Archived: “Spring”')).toBeVisible()
  await choose('Duplicate')
  await expect.poll(() => sent.at(-1)?.[0]).toBe(`/api/ads/${ad.id}/duplicate`)
})

test('what an ad of the list lacks leads to its field on its own screen', async () => {
  const ad = { ...anAd({ can: ['submit'] }), missing: ['creatives' as const] }
  openAds([ad])
  const { visits } = show(<Menu ad={ad} />)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a creative.' }).click()
  expect(visits).toEqual([`/jCore/adManage/${ad.id}?field=creatives`])
})

test('an extension to an earlier time is told at its field', async () => {
  const ad = anAd({ can: ['pause', 'extend'], endsAt: '2026-12-31T00:00' })
  openAds([ad])
  show(<Menu ad={ad} />)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Extend' }).click()
  const end = page.getByRole('textbox', { name: 'New end' })
  await end.fill('2026-12-01 09:00')
  await expect.element(end).toHaveAccessibleDescription(/Choose a time after the present end, Dec 31, 2026/)
  await expect.element(page.getByRole('button', { name: 'Extend' })).toBeDisabled()
  await end.fill('2027-01-15 09:00')
  await expect.element(page.getByRole('button', { name: 'Extend' })).toBeEnabled()
})

test('drafts and rejected ads are submitted together; what one lacks is said beside it, and the rest can be undone', async () => {
  const { sent } = openAds(
    [
      anAd({ id: idOf(1), name: 'One', status: 'draft', phase: null, can: ['submit'] }),
      anAd({ id: idOf(2), name: 'Two', status: 'rejected', phase: null, can: ['submit'] }),
    ],
    { refused: { Two: { code: 'not_publishable', missing: ['clickUrl'] } } },
  )
  show(<AdListPage />)
  for (const name of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select “${name}”` }).click()
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).first().click()
  const report = page.getByRole('dialog', { name: '1 ad was left as it was' })
  await expect.element(report).toMatchTextContent(/Submitted for approval: “One”.*Two.*Add the address that a click/)
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(sent).toEqual([['/api/ads/bulk', { action: 'submit', ids: [idOf(1), idOf(2)], expectedCount: 2 }]])
})

test('an administrator approves several ads that wait, after a question; changes not submitted are left out', async () => {
  const at = '2026-11-01T00:00:00.000Z'
  const { sent } = openAds(
    [
      anAd({ id: idOf(1), name: 'One', advertiser: 'Globex', status: 'pending', submittedAt: at, can: ['approve'] }),
      anAd({ id: idOf(2), name: 'Two', hasChanges: true, submittedAt: at, can: ['approve'] }),
      anAd({ id: idOf(3), name: 'Three', hasChanges: true, can: ['approve'] }),
    ],
    { role: 'administrator' },
  )
  show(<AdListPage />)
  for (const name of ['One', 'Two', 'Three']) await page.getByRole('checkbox', { name: `Select “${name}”` }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Approve the ads' })
  const named = () => dialog.getByRole('listitem').elements()
  await expect.poll(() => named().map(({ textContent }) => textContent)).toEqual(['One · Globex', 'Two'])
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect
    .element(page.getByText('Approved: 2 ads. Left as they were, because of their state: “Three”'))
    .toBeVisible()
  expect(sent).toEqual([['/api/ads/bulk', { action: 'approve', ids: [idOf(1), idOf(2)], expectedCount: 2 }]])
})

test('the orders are named after what is sorted', async () => {
  openAds([anAd()])
  show(<AdListPage />)
  await page.getByRole('button', { name: 'Display' }).click()
  const orders = page.getByRole('combobox', { name: 'Order' })
  const names = () => orders.element().textContent
  await expect.poll(names).toContain('Impressions, most first')
  for (const name of ['Clicks, fewest first', 'Start, newest first', 'End, oldest first', 'Name, A to Z'])
    expect(names()).toContain(name)
})

test('the message of a newer action takes the place of the one before about the same ad', async () => {
  const ad = anAd({ can: ['pause', 'end'] })
  openAds([{ ...ad, phase: 'ended' }])
  show(<Menu ad={ad} />)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(page.getByText('Paused: “Spring”')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'End now' }).click()
  await expect.element(page.getByText('Ended now: “Spring”')).toBeVisible()
  expect(document.body.textContent).not.toContain('Paused: “Spring”')
})

test('an ad that is ended in the minute in which it began says when it ends, as readers see it until then', async () => {
  const ad = anAd({ can: ['pause', 'end'], startsAt: '2026-11-27T20:30', endsAt: '2026-11-27T20:31' })
  openAds([ad])
  show(<Menu ad={ad} />)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'End now' }).click()
  await expect
    .element(page.getByText('“Spring” ends at Nov 27, 2026, 8:31 PM: it began in this very minute'))
    .toBeVisible()
})

test('why there is no file is said', async () => {
  openAds([anAd({ id: idOf(1) })])
  show(<AdListPage />)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByText('Too many match for a file or a report. Filter the list first.')).toBeVisible()
})

test('a goal that is nearly reached is not shown as reached', async () => {
  const delivered = (impressions: number) => ({ ...anAd().delivery, impressions })
  const goal = { ...anAd().goal, kind: 'impressions' as const, amount: 1000 }
  openAds([
    anAd({ id: idOf(1), goal, delivery: delivered(996) }),
    anAd({ id: idOf(2), goal, delivery: delivered(1000) }),
  ])
  show(<AdListPage />)
  await expect.element(page.getByRole('img', { name: /^Delivered 99%/ })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^Delivered 100%/ })).toBeVisible()
})

test('names in a row are written as the language does', async () => {
  const placements = ['首页横幅', 'Sidebar'].map((name, at) => ({
    id: idOf(at + 5),
    key: `place-${at}`,
    name,
    sizes: [],
    active: true,
    trashed: false,
  }))
  openAds([anAd({ refs: { ...anAd().refs, placements } })])
  show(<AdListPage />)
  await expect.element(page.getByText('首页横幅, Sidebar')).toBeVisible()
  i18n.loadAndActivate({ locale: 'zh-CN', messages: {} })
  await expect.element(page.getByText('首页横幅、Sidebar')).toBeVisible()
})

test('an end in another year can be read in Chinese, whose dates are the longest', async () => {
  openAds([anAd({ endsAtTime: '2199-12-31T10:00:00.000Z' })])
  show(<AdListPage />)
  await expect.element(page.getByText('Spring')).toBeVisible()
  i18n.loadAndActivate({ locale: 'zh-CN', messages: {} })
  const end = page.getByText(/2199\s*年/)
  await expect.element(end).toBeVisible()
  const cell = end.element().closest<HTMLElement>('td, [role=gridcell], [role=cell]')!
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
})
