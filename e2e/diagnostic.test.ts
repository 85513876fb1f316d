import { readFileSync } from 'node:fs'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'health' })

test('a viewer measures the connection, reads the finding, copies it, downloads it, and finds it again', async ({
  page,
  desk,
  context,
}) => {
  const token = await signIn(page, desk, 'viewer')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/jCore/health/diagnostic')
  await screenIsThere(page, 'Connection diagnostics')
  await expect(page.getByText('Not measured yet')).toBeVisible()
  await expectNoAxeFindings(page, 'diagnostics, empty')

  await page.getByRole('button', { name: 'Start measuring' }).click()
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible()
  const finding = page.getByRole('region', { name: 'Finding' })
  await expect(finding).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const sentence = (await finding.getByRole('paragraph').textContent()) ?? ''
  expect(sentence).toMatch(/\.$/)
  await expect(page.getByText('0 of 20 (0%)')).toBeVisible()
  await expectNoAxeFindings(page, 'diagnostics, measured')
  await page.setViewportSize({ width: 320, height: 720 })
  await expectNoSidewaysScroll(page, 'diagnostics')
  await expectNoAxeFindings(page, 'diagnostics, measured, phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(sentence)
  expect(copied).toMatch(/Median: [\d.]+ ms/)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download for support' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ checks: [], runs: [{ report: { ping: { sent: 20 } } }] })
  expect(file).not.toContain(token)

  // Not kept: the screen is mounted again and shows the stored run.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home', exact: true }).click()
  await screenIsThere(page, /Hello/)
  await expect(page.locator('[data-screen]')).toHaveCount(1)
  await page.goBack()
  await screenIsThere(page, 'Connection diagnostics')
  await expect(page.getByRole('region', { name: 'Finding' })).toContainText(sentence)
  await expect(page.getByRole('region', { name: 'Your measurements' }).getByRole('listitem')).toHaveCount(1)
})

test('a measurement can be stopped, and leaving the screen stops it', async ({ page, desk }) => {
  await signIn(page, desk, 'author')
  await page.goto('/jCore/health/diagnostic')
  await screenIsThere(page, 'Connection diagnostics')
  await page.getByRole('button', { name: 'Start measuring' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Start measuring' }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home', exact: true }).click()
  await screenIsThere(page, /Hello/)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hot', exact: true }).click()
  await screenIsThere(page, 'Hot')
  expect(calls.filter((url) => url.includes('/diagnostics/'))).toEqual([])
})

test('a server that does not answer is the finding, and not a failure', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/health/diagnostic')
  await screenIsThere(page, 'Connection diagnostics')
  await page.route('**/api/diagnostics/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Start measuring' }).click()
  await expect(page.getByText('The server does not answer at all.')).toBeVisible({ timeout: 60_000 })
})

test('an author, whose menu has no health, finds the diagnostics beside their profile', async ({ page, desk }) => {
  await signIn(page, desk, 'author')
  await page.goto('/edit')
  await page.getByRole('button', { name: /^Me/ }).click()
  await page.getByRole('menuitem', { name: 'Connection diagnostics' }).click()
  await screenIsThere(page, 'Connection diagnostics')
})
