import pg from 'pg'
import type { HealthAlerts } from '#contract/health.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { watchScreens } from './support/kept.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'health' })

const menu = 'Main menu'

test('an administrator sees every check live, opens one, measures it again and mutes another', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const database = page.getByRole('region', { name: 'Database' })
  const row = database
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Database', exact: true }) })
  await expect(row).toContainText('Good')
  await expect(row).toContainText(/[\d.]+ ms/)
  await expectNoAxeFindings(page, 'health')

  await row.getByRole('button', { name: 'Database', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Database' })
  await expect(panel.getByRole('heading', { name: 'Why it matters' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'How to fix it' })).toBeVisible()
  await panel.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByText('“Database” was measured again')).toBeVisible()
  await expectNoAxeFindings(page, 'health, a check')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Database', exact: true })).toBeFocused()

  const files = page.getByRole('region', { name: 'Files and backups' })
  await files.getByRole('button', { name: 'Actions for “Disk space”' }).click()
  await page.getByRole('menuitem', { name: 'Mute…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mute “Disk space”' })
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Moving to a larger disk')
  await expectNoAxeFindings(page, 'health, mute')
  await dialog.getByRole('button', { name: 'Mute' }).click()
  await expect(files.getByText(/^Muted until/)).toBeVisible()
  await files.getByRole('button', { name: 'Actions for “Disk space”' }).click()
  await page.getByRole('menuitem', { name: 'Unmute' }).click()
  await expect(files.getByText(/^Muted until/)).toHaveCount(0)
})

test('an administrator backs up now, sees that it can be restored, downloads it and changes the plan', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  const backups = page.getByRole('region', { name: 'Backups', exact: true })
  await backups.getByRole('button', { name: 'Back up now' }).click()
  const row = backups.getByRole('listitem').first()
  await expect(row).toContainText('Verified', { timeout: 60_000 })
  await expectNoAxeFindings(page, 'health, backups')
  await row.getByRole('button', { name: /^Actions for “copydesk-/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^copydesk-.*\.backup$/)

  await backups.getByRole('button', { name: 'Plan…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan of backups' })
  await dialog.getByRole('textbox', { name: 'How many are kept' }).fill('14')
  await expectNoAxeFindings(page, 'health, plan of backups')
  await page.keyboard.press('Enter')
  await expect(backups.getByText('the newest 14 are kept.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('alerts are set in a dialog, and a test goes out', async ({ page, desk, server }) => {
  await signIn(page, desk)
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  await page.getByRole('button', { name: 'Alerts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alerts' })
  await dialog.getByLabel('E-mail addresses').fill(server.admin.email)
  await page.keyboard.press('Enter')
  await expectNoAxeFindings(page, 'health, alerts')
  const save = dialog.getByRole('button', { name: 'Save' })
  const webhook = dialog.getByLabel('Webhook')
  await webhook.fill('http://hooks.example.org/')
  await save.click()
  await expect(webhook).toHaveAccessibleDescription(/begins with https:\/\//)
  await webhook.fill('https://10.0.0.7/')
  await save.click()
  await expect(webhook).toHaveAccessibleDescription(/private network/)
  // A name that leads there can be told only when it is called.
  await webhook.fill('https://localhost/')
  await save.click()
  await expect(page.getByText('Alerts saved')).toBeVisible()
  await page.getByRole('button', { name: 'Alerts' }).click()
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('A test alert is on its way')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText(/Last call failed .*: leads into a private network/)
})

test('addresses that are typed into the alerts are there again, and take none of those a colleague saved meanwhile', async ({
  page,
  desk,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const stored = () => desk.api<HealthAlerts>('GET', '/api/health/alerts')
  const { emails } = await stored()
  const saveElsewhere = (afterMinutes: number, addresses: string[]) =>
    desk.api('PUT', '/api/health/alerts', { emails: addresses, webhook: '', afterMinutes })
  await saveElsewhere(5, ['night@example.com'])
  await signIn(page, desk)
  await page.goto('/jCore/health')
  const dialog = page.getByRole('dialog', { name: 'Alerts' })
  const addresses = dialog.getByLabel('E-mail addresses')
  const open = () => page.getByRole('button', { name: 'Alerts' }).click()
  await open()
  for (const address of ['one@example.com', 'two@example.com']) {
    await addresses.fill(address)
    await addresses.press('Enter')
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await open()
  await expect(dialog.getByText('two@example.com')).toBeVisible()

  await saveElsewhere(15, ['night@example.com'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Alerts saved')).toBeVisible()
  expect(await stored()).toMatchObject({
    emails: ['night@example.com', 'one@example.com', 'two@example.com'],
    afterMinutes: 15,
  })

  await open()
  await addresses.fill('three@example.com')
  await addresses.press('Enter')
  await saveElsewhere(15, ['day@example.com'])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('day@example.com')).toBeVisible()
  expect((await stored()).emails).toEqual(['day@example.com'])
  await expectNoAxeFindings(page, 'health, alerts that two people changed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await saveElsewhere(5, emails)
})

test('an administrator sees which connection of the database the others wait for, and ends it', async ({
  page,
  desk,
  server,
}) => {
  const connect = async (application_name: string) => {
    const client = new pg.Client({ connectionString: server.databaseUrl, application_name })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const [holder, waiter] = [await connect('forgotten console'), await connect('report')]
  await holder.query('begin')
  await holder.query('lock table tag in access exclusive mode')
  const waits = waiter.query('select count(*) from tag')
  try {
    await signIn(page, desk)
    await page.goto('/jCore/health')
    await screenIsThere(page, 'Health')
    await page.getByRole('region', { name: 'Database' }).getByRole('button', { name: 'Locks', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Locks' })
    const row = panel.getByRole('list', { name: 'Connections to the database' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('forgotten console')
    await expect(row).toContainText('Does nothing, but has not committed')
    await expect(row).toContainText('lock table tag in access exclusive mode')
    await expectNoAxeFindings(page, 'health, a connection that others wait for')
    await row.getByRole('button', { name: 'End this connection… “forgotten console”' }).click()
    const question = page.getByRole('dialog', { name: 'End the connection “forgotten console”?' })
    await expect(question).toContainText('1 connection')
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await expectNoAxeFindings(page, 'health, end a connection')
    await question.getByRole('button', { name: 'End connection' }).click()
    await expect(page.getByText('Connection ended', { exact: true })).toBeVisible()
    await expect(row).toHaveCount(0)
    await waits
  } finally {
    await holder.end()
    await waiter.end()
  }
})

test('health is kept: it returns as it was left, asks nothing while it is hidden, and then goes on', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('heading', { name: 'Incidents' }).scrollIntoViewIfNeeded()
  const scrolled = () =>
    page.evaluate(() => [...document.querySelectorAll('[data-screen]')].find((one) => one.checkVisibility())?.scrollTop)
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)

  const watch = await watchScreens(page)
  await page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Users', exact: true }).click()
  await screenIsThere(page, 'Users')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Settings', exact: true }).click()
  await screenIsThere(page, 'Settings')
  expect(calls.filter((url) => url.includes('/api/health'))).toEqual([])

  const reopened = page.waitForRequest((request) => request.url().endsWith('/api/health/live'))
  await page.getByRole('navigation', { name: menu }).getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  expect(await scrolled()).toBe(before)
  expect(await watch()).toMatchObject({ gone: 0 })
  const request = await reopened
  expect(await request.headerValue('authorization')).toMatch(/^bearer \S+$/)
  expect(request.url()).not.toMatch(/\?|token/)
  expect(calls.filter((url) => url.endsWith('/api/health'))).toEqual([])
})

test('a server that is not reached is said so, with the time, and tried again by itself', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.route('**/api/health/live', (route) => route.abort())
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  await expect(page.getByText(/^The server has not been reached since/)).toBeVisible()
  await expectNoAxeFindings(page, 'health, not reached')
  await page.unroute('**/api/health/live')
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^The server has not been reached since/)).toHaveCount(0)
})

test('an editor sees states only; an author learns who may see them', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  await expect(page.getByRole('region', { name: 'Files and backups' })).toContainText('Good')
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Alerts' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /server process/ })).toHaveCount(0)
  await signIn(page, desk, 'author')
  await page.goto('/jCore/health')
  await expect(page.getByText(/does not include this screen/)).toBeVisible()
})

test('on a phone and in the dark nothing is cut off', async ({ page, desk }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 720 })
  await signIn(page, desk)
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  await expectNoSidewaysScroll(page, 'health')
  await expectNoAxeFindings(page, 'health, phone, dark')
})
