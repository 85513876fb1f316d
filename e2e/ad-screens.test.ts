import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openSite, READER } from './support/outside-site.ts'
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
  await field(page, 'Advertiser').fill('Globex')
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

  await expect(async () => {
    await admin.goto('/jCore/adManage')
    const row = admin.getByRole('row', { name: /Autumn offer/ })
    await expect(row).toContainText(/[1-9]\d*\s*1\s*\d+(\.\d+)?%/, { timeout: 1500 })
  }).toPass()
  await expectAccessible(admin, 'list of ads')

  await admin.goto(address)
  await admin.getByRole('tab', { name: 'Delivery' }).click()
  await expect(admin.getByText(/^Impressions: [1-9]\d* · In view: \d+ · Clicks: 1$/)).toBeVisible()
  await expectAccessible(admin, 'delivery of an ad')
  await admin.getByRole('button', { name: 'Pause' }).click()
  await expect(admin.getByText('Paused: “Autumn offer”')).toBeVisible()
  await admin.getByRole('tab', { name: 'Why is it shown?' }).click()
  await expect(admin.getByText('The ad is paused.')).toBeVisible()
  await expectAccessible(admin, 'explanation of an ad')

  await outside.close()
  await office.close()
  site.server.close()
})
