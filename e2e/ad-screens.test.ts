import type { Page } from '@playwright/test'
import type { Ad } from '#contract/ads.ts'
import { expectAccessible } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { openSite, READER } from './support/outside-site.ts'
import { landscape } from './support/pictures.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'ad-screens' })

const ADVERTISER = 'https://advertiser.example/offer'
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('D1 an ad manager creates a placement and an ad, the administrator approves it, a reader sees and clicks it, and a pause is explained', async ({
  page,
  browser,
  desk,
  server,
}) => {
  await signIn(page, desk, 'ad_manager')
  await page.goto('/jCore/placements')
  await screenIsThere(page, 'Placements')
  await page.getByRole('button', { name: 'New placement' }).click()
  await field(page, 'Name').fill('End of the article')
  await field(page, 'Key').fill('article-end')
  await page.getByRole('button', { name: 'Add the placement' }).click()
  const snippet = await page.getByRole('textbox', { name: 'Code for the site' }).inputValue()
  expect(snippet).toContain('data-copydesk-ad="article-end"')
  await expectAccessible(page, 'placement form')

  await page.goto('/jCore/adManage')
  await screenIsThere(page, 'Ads')
  await page.getByRole('button', { name: 'New ad' }).click()
  await field(page, 'Name').fill('Autumn offer')
  await page.getByRole('combobox', { name: 'Advertiser', exact: true }).fill('Globex')
  await field(page, 'Label').fill('Advertisement')
  await field(page, 'Click address').fill('http://advertiser.example/offer')
  await page.getByRole('button', { name: 'Add the ad' }).click()
  await expect(field(page, 'Click address')).toHaveAccessibleDescription(/The address must begin with https/)
  await field(page, 'Click address').fill(ADVERTISER)
  await page.locator('#ad-placements').click()
  await page.getByRole('option', { name: /End of the article/ }).click()
  await page.getByRole('button', { name: 'Add a text' }).click()
  await field(page, 'Heading').fill('Half price')
  await field(page, 'Text').fill('Until Sunday.')
  await expect(page.getByText('✓ Fits “End of the article”')).toBeVisible()
  await page.getByRole('button', { name: 'Add the ad' }).click()
  await expect(page).toHaveURL(/\/jCore\/adManage\/[0-9a-f-]{36}$/)
  const address = page.url()
  await expectAccessible(page, 'ad form')
  const longer = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  expect(longer, 'only what is in the window scrolls').toBe(0)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Waits for approval')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(field(page, 'Name'), 'what waits for approval does not change').not.toBeEditable()

  const office = await browser.newContext({ baseURL: server.url })
  const admin = await office.newPage()
  await signIn(admin, desk)
  await admin.goto(address)
  await screenIsThere(admin, 'Autumn offer')
  await admin.getByRole('button', { name: 'Approve' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Running')).toBeVisible()

  const site = await openSite(
    () => `<!doctype html><html lang="en"><title>Site</title><main><h1>Site</h1>${snippet}</main>`,
  )
  await desk.api('PATCH', '/api/settings', { readers: { origins: [site.url], halfLifeHours: 6 } })
  const outside = await browser.newContext({ userAgent: READER })
  await outside.route('https://**', (route) =>
    route.fulfill({ body: '<title>Offer</title>', contentType: 'text/html' }),
  )
  const reader = await outside.newPage()
  const ad = reader.getByRole('link', { name: /Half price/ })
  await expect(async () => {
    await reader.goto(site.url)
    await expect(ad).toBeVisible({ timeout: 1000 })
  }).toPass()
  await Promise.all([outside.waitForEvent('request', (request) => request.url() === ADVERTISER), ad.click()])

  const clicks = async () => (await desk.api<Ad>('GET', `/api/ads/${address.split('/').pop()}`)).delivery.clicks
  await expect.poll(clicks).toBe(1)
  await admin.goto('/jCore/adManage')
  await expect(admin.getByRole('row', { name: /Autumn offer/ })).toContainText(/[1-9]\d*\s*1\s*\d+(\.\d+)?%/)
  await expectAccessible(admin, 'list of ads')

  await admin.goto(address)
  await admin.getByRole('tab', { name: 'Delivery' }).click()
  await expect(
    admin.getByText(/^Impressions: [1-9]\d* · In view: \d+ · Clicks: 1 · Click-through: [\d.]+%$/),
  ).toBeVisible()
  for (const table of ['By placement', 'By hour', 'By device'])
    // On the phone, which the look at accessibility leaves behind, there is no row of headings.
    await expect(
      admin
        .getByRole('table', { name: table })
        .getByRole('row')
        .filter({ hasText: /[1-9]\d*\s*\d+\s*1\s*[\d.]+%$/ }),
    ).toBeVisible()
  await expectAccessible(admin, 'delivery of an ad')
  await admin.getByRole('button', { name: 'Pause' }).click()
  await expect(admin.getByText('Paused: “Autumn offer”')).toBeVisible()
  await admin.getByRole('tab', { name: 'Why is it shown?' }).click()
  await expect(admin.getByText('The ad is paused.')).toBeVisible()
  await expect(admin.getByText('No ad may be shown here.')).toBeVisible()
  await expectAccessible(admin, 'explanation of an ad')
  // The rule that stops it offers what ends that; undo brings the pause back.
  await admin.getByRole('list', { name: 'Rules in their order' }).getByRole('button', { name: 'Resume' }).click()
  await expect(admin.getByText('May be shown', { exact: true })).toBeVisible()
  await expect(admin.getByRole('table', { name: 'Ads in this placement' })).toContainText(/Autumn offer.*100\.0%/)
  await admin.getByRole('button', { name: 'Undo' }).last().click()
  // In the bar and beside the rule.
  await expect(admin.getByRole('button', { name: 'Resume' })).toHaveCount(2)

  await outside.close()
  await office.close()
  site.server.close()
})

/** Makes ads that run in a placement of their own until 2090. */
async function runningIn(desk: Desk, key: string) {
  const placement = await desk.api<{ id: string }>('POST', '/api/placements', {
    key,
    name: 'Sidebar',
    sizes: [{ width: 300, height: 250 }],
  })
  const text = { kind: 'text', title: 'Half price', text: 'Until Sunday.' }
  return async (name: string) => {
    const fields = { name, clickUrl: ADVERTISER, placements: [placement.id], creatives: [text] }
    const made = await desk.api<Ad>('POST', '/api/ads', { ...fields, endsAt: '2090-01-01T00:00' })
    const sent = await desk.api<Ad>('POST', `/api/ads/${made.id}/submit`, { version: made.version })
    return desk.api<Ad>('POST', `/api/ads/${made.id}/approve`, { version: sent.version })
  }
}

test('an ad manager changes ads together and undoes it', async ({ page, desk }) => {
  const running = await runningIn(desk, 'together')
  const first = await running('Pair one')
  await running('Pair two')
  await signIn(page, desk, 'ad_manager')
  await page.goto('/jCore/adManage?q=Pair')
  await screenIsThere(page, 'Ads')
  const endOfFirst = async () => (await desk.api<Ad>('GET', `/api/ads/${first.id}`)).endsAt
  const rows = page.getByRole('row', { name: /Pair (one|two)/ })
  const together = async (action: string) => {
    for (const name of ['Pair one', 'Pair two']) await page.getByRole('checkbox', { name: `Select “${name}”` }).check()
    await page.getByRole('button', { name: action, exact: true }).click()
  }
  const undoLast = async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Running' })).toHaveCount(2)
    await expect.poll(endOfFirst).toBe('2090-01-01T00:00')
  }
  await together('Pause')
  await expect(page.getByText('Paused: 2 ads')).toBeVisible()
  await expect(rows.filter({ hasText: 'Paused' })).toHaveCount(2)
  await together('Resume')
  await expect(page.getByText('Resumed: 2 ads')).toBeVisible()
  await expect(rows.filter({ hasText: 'Running' })).toHaveCount(2)
  await together('Extend')
  const extend = page.getByRole('dialog', { name: 'Extend the ads' })
  await extend.getByRole('textbox', { name: 'New end' }).fill('2091-01-01 09:00')
  await expectAccessible(page, 'extending ads')
  await extend.getByRole('button', { name: 'Extend' }).click()
  await expect(page.getByText('Extended: 2 ads')).toBeVisible()
  expect(await endOfFirst()).toBe('2091-01-01T09:00')
  await undoLast()
  // Only the first actions have room on the phone, which the look at accessibility leaves behind.
  await page.setViewportSize({ width: 1280, height: 800 })
  await together('Duplicate')
  await expect(page.getByText('Duplicated: 2 ads')).toBeVisible()
  await expect(rows).toHaveCount(4)
  await undoLast()
  await together('Archive')
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived: 2 ads')).toBeVisible()
  await undoLast()
})

test('an ad manager targets an ad and fits its pictures; a reason is told; two who edit both keep theirs; a version comes back', async ({
  page,
  browser,
  desk,
  server,
}) => {
  const running = await runningIn(desk, 'side')
  const first = await running('Pair one')
  await signIn(page, desk, 'ad_manager')
  const token = await desk.signIn('ad_manager')
  for (const [name, width, height] of [
    ['square.png', 200, 200],
    ['banner.png', 300, 250],
  ] as const) {
    const form = new FormData()
    form.append(
      'file',
      new Blob([await landscape(name, { width, height, format: 'png' })], { type: 'image/png' }),
      name,
    )
    await desk.upload(form, token)
  }
  await desk.createArticle({ status: 'published', title: 'Where ads are shown' })
  await page.route('**/api/ads/estimate', (route) => {
    const { targeting } = route.request().postDataJSON() as { targeting: { devices: string[] } }
    const perDay = targeting.devices.length > 0 ? 120 : 300
    return route.fulfill({ json: { eligibleViews: perDay, allViews: 300, days: 28, perDay, wholeFlight: null } })
  })
  await page.goto(`/jCore/adManage/${first.id}`)
  await screenIsThere(page, 'Pair one')
  await page.getByRole('button', { name: 'Remove creative 1' }).click()
  await page.getByRole('button', { name: 'Add a picture' }).click()
  const choose = async (button: string, name: string) => {
    await page.getByRole('button', { name: button }).click()
    const library = page.getByRole('dialog', { name: 'Choose a picture' })
    await library.getByRole('searchbox', { name: 'Search pictures' }).fill(name)
    await library.getByRole('button', { name: new RegExp(name) }).click()
    await expect(library).toBeHidden()
  }
  await choose('Picture of creative 1: choose a picture', 'square')
  await expect(page.getByText('✗ 200×200 does not fit “Sidebar”, which shows 300×250')).toBeVisible()
  await expect(page.getByText('No creative fits this placement.')).toBeVisible()
  await choose('Picture of creative 1: replace the picture', 'banner')
  await expect(page.getByText('✓ Fits “Sidebar”')).toBeVisible()
  await field(page, 'Alternative text').fill('A banner of hills')
  await expect(page.getByRole('img', { name: 'A banner of hills' })).toBeVisible()
  await expect(page.getByText('About 300 page views a day fit.')).toBeVisible()
  await page.getByRole('group', { name: 'Targeting' }).getByRole('checkbox', { name: 'Phone' }).check()
  await expect(page.getByText('About 120 page views a day fit.')).toBeVisible()

  // The administrator changes it meanwhile: another field is taken over, the same one is asked about.
  const { version } = await desk.api<Ad>('GET', `/api/ads/${first.id}`)
  await desk.api('PATCH', `/api/ads/${first.id}`, { version, weight: 77, advertiser: 'Initech' })
  await page.getByRole('combobox', { name: 'Advertiser', exact: true }).fill('Globex')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('alert').filter({ hasText: /Advertiser: .* changed this too/ })
  await expect(conflict).toContainText('Initech')
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved: Pair one')).toBeVisible()
  expect(await desk.api<Ad>('GET', `/api/ads/${first.id}`)).toMatchObject({ weight: 77, advertiser: 'Globex' })

  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Submitted for approval: “Pair one”')).toBeVisible()
  const office = await browser.newContext({ baseURL: server.url })
  const admin = await office.newPage()
  await signIn(admin, desk)
  await admin.goto(`/jCore/adManage/${first.id}`)
  await screenIsThere(admin, 'Pair one')
  await admin.getByRole('button', { name: 'Reject' }).click()
  const reject = admin.getByRole('dialog', { name: 'Reject “Pair one”' })
  await expect(reject.getByRole('button', { name: 'Reject' })).toBeDisabled()
  await reject.getByRole('textbox', { name: 'Reason' }).fill('The banner has no price.')
  await expectAccessible(admin, 'rejecting an ad')
  await reject.getByRole('button', { name: 'Reject' }).click()
  await expect(reject).toBeHidden()
  await expect(admin.getByRole('alert').filter({ hasText: 'The banner has no price.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'The banner has no price.' })).toBeVisible()
  // Who looks at it again reads what was wrong, and which changes readers do not see yet.
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Submitted for approval: “Pair one”')).toBeVisible()
  await admin.reload()
  const before = admin.getByRole('alert', { name: 'Rejected before, and submitted again' })
  await expect(before).toContainText(/The banner has no price\..*ada/s)
  const changes = admin.getByRole('alert', { name: 'Readers do not see these changes yet' })
  await expect(changes.getByRole('group', { name: 'Advertiser' })).toContainText(/\(empty\).*Globex/)
  await expectAccessible(admin, 'an ad submitted again')
  await office.close()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn: “Pair one”')).toBeVisible()
  // Without the message, which would lie over the dialog below.
  await page.reload()

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Created' }).getByRole('button').click()
  const versions = page.getByRole('dialog', { name: /^Version of/ })
  await expect(versions.getByRole('group', { name: 'Advertiser' })).toContainText(/\(empty\).*Globex/)
  await expect(versions.getByRole('group', { name: 'Creatives' })).toContainText(
    /Half price.*300×250 “A banner of hills”/s,
  )
  await expect(versions.getByRole('group', { name: 'Name' })).toHaveCount(0)
  await expectAccessible(page, 'versions of an ad')
  await versions.getByRole('button', { name: 'Make this the newest version' }).click()
  await expect(page.getByText('These fields are the newest ones again')).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('combobox', { name: 'Advertiser', exact: true })).toHaveValue('')
})

test('what stops an ad on the side of the placement or the article is focused there, also where it is folded', async ({
  page,
  desk,
}) => {
  const sizes = [{ width: 300, height: 250 }]
  const placement = await desk.api<{ id: string }>('POST', '/api/placements', { key: 'off', name: 'Off', sizes })
  const article = await desk.createArticle({ title: 'Sad news' })
  await signIn(page, desk)
  await page.goto(`/jCore/placements/${placement.id}?field=active`)
  await expect(page.getByRole('checkbox', { name: 'Active' })).toBeFocused()
  await page.goto(`/jCore/article/${article.id}?field=sensitive`)
  await expect(page.getByRole('switch', { name: 'Sensitive content' })).toBeFocused()
  await page.goto(`/jCore/article/${article.id}?field=adsPolicy`)
  await expect(page.getByRole('radio', { name: 'As everywhere' })).toBeFocused()
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto(`/jCore/article/${article.id}?field=sensitive`)
  await expect(page.getByRole('dialog').getByRole('switch', { name: 'Sensitive content' })).toBeFocused()
})
