import type { Page } from '@playwright/test'
import { startCountingTicks, ticks } from './support/ticks.ts'
import { keptScreens, watchScreens } from './support/kept.ts'
import { screenIsThere, signIn, whereIs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { amount } from '../server/testing/amount.ts'

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search articles' })
const rows = (page: Page) => page.getByRole('table', { name: 'Articles' }).getByRole('row')

test.beforeEach(async ({ desk }) => {
  const { total } = await desk.api<{ total: number }>('GET', '/api/articles?status=draft&q=Kept')
  for (let at = total; at < 40; at++) await desk.createArticle({ title: `Kept story ${at}` })
})

/** Opens all four kept screens, and leaves the article list filtered, searched, scrolled, and with rows chosen. */
async function workInTheList(page: Page) {
  await page.goto('/jCore/article?status=draft&pageSize=50')
  await screenIsThere(page, 'Articles')
  const answered = page.waitForResponse((response) => response.url().includes('q=kept'))
  await search(page).fill('kept')
  await answered
  await expect(page).toHaveURL(/q=kept/)
  await screenIsThere(page, 'Articles')
  await page.getByRole('checkbox', { name: 'Select “Kept story 30”' }).click()
  await page.getByRole('checkbox', { name: 'Select “Kept story 28”' }).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await rows(page).last().scrollIntoViewIfNeeded()
}
async function openTheOthers(page: Page) {
  for (const [entry, heading] of [
    ['Home', /Hello/],
    ['Search ranking', 'Search ranking'],
    ['Health', 'Health'],
  ] as const) {
    await menu(page, entry)
    await screenIsThere(page, heading)
    // Left before its figures came, it would ask for them again.
    if (entry === 'Home') await expect(page.getByRole('heading', { name: 'Your drafts' })).toBeVisible()
  }
  // What it measures comes over its own channel.
  await expect(page.getByRole('heading', { name: 'The last 15 minutes' })).toBeVisible()
  await expect(page.locator('canvas:visible')).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'Incidents' })).toBeVisible()
}

/** What a person sees of the list: scroll position, rows, selection. */
async function stateOfTheList(page: Page) {
  return {
    address: whereIs(page),
    typed: await search(page).inputValue(),
    chip: await page.getByRole('button', { name: 'Remove the filter Status' }).isVisible(),
    chosen: await page
      .getByRole('row', { selected: true })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label'))),
    ...(await page.evaluate(() => {
      const slot = [...document.querySelectorAll<HTMLElement>('[data-screen]')].find((one) => one.checkVisibility())!
      const scrolled = [slot, ...slot.querySelectorAll<HTMLElement>('*')].filter(({ scrollTop }) => scrollTop > 0)
      // A minute may end between two looks.
      const text = slot.innerText.replaceAll(/\d+ min\.? ago|\bnow\b/g, 'just now')
      return { scrolled: scrolled.map(({ scrollTop }) => scrollTop), text }
    })),
  }
}

test('the article list comes back as it was left: no remount, no call, same place, text, filters and selection', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await workInTheList(page)
  const before = await stateOfTheList(page)
  expect(before.scrolled.length).toBe(1)
  expect(before.chosen).toEqual(['Kept story 30', 'Kept story 28'])
  await openTheOthers(page)

  const watch = await watchScreens(page)
  const calls: string[] = []
  page.on('request', (request) => {
    // The browser looks after its tab's icon by itself. Health follows its live channel while it is in front.
    if (!/\/(favicon\.svg|api\/health\/live)$/.test(request.url())) calls.push(`${request.method()} ${request.url()}`)
  })
  for (let round = 0; round < 4; round++) {
    for (const [entry, heading] of [
      ['Articles', 'Articles'],
      ['Search ranking', 'Search ranking'],
      ['Home', /Hello/],
      ['Health', 'Health'],
    ] as const) {
      await menu(page, entry)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      if (entry === 'Articles') expect(await stateOfTheList(page), `round ${round}`).toEqual(before)
    }
  }
  expect(calls, 'requests of four rounds').toEqual([])
  expect(await watch(), 'screens made again, or changed inside').toEqual({ screens: 4, gone: 0, changes: [] })
})

test('back from an article the list is as it was, and the focus is on its row', async ({ page, desk }) => {
  await signIn(page, desk)
  await workInTheList(page)
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  const before = await stateOfTheList(page)
  const watch = await watchScreens(page)
  await page.getByRole('link', { name: 'Kept story 2', exact: true }).click()
  await expect(page).toHaveURL(/\/jCore\/article\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
  expect(await stateOfTheList(page)).toEqual(before)
  expect(await watch()).toMatchObject({ gone: 0 })
  await expect(page.getByRole('link', { name: 'Kept story 2', exact: true })).toBeFocused()
})

test('a hidden list does not hear the address of another screen', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.goto('/jCore/article?status=draft')
  await screenIsThere(page, 'Articles')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await menu(page, 'Users')
  await screenIsThere(page, 'Users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('kept')
  await expect(page).toHaveURL('/jCore/users?q=kept')
  await screenIsThere(page, 'Users')
  expect(calls.filter((url) => url.includes('/api/articles'))).toEqual([])
  await menu(page, 'Articles')
  expect(whereIs(page)).toBe('/jCore/article?status=draft')
  await expect(search(page)).toHaveValue('')
  expect(calls.filter((url) => url.includes('/api/articles'))).toEqual([])
})

test('text that is still being typed is there on return, and nothing was sent meanwhile', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await menu(page, 'Search ranking')
  await screenIsThere(page, 'Search ranking')
  await menu(page, 'Articles')
  await search(page).pressSequentially('half a wo')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Search ranking' })).toBeVisible()
  await menu(page, 'Articles')
  await expect(search(page)).toHaveValue('half a wo')
})

/**
 * What runs in ten minutes, once that is the same twice: the code of screens and dialogs is fetched while there is nothing else to do, and
 * on a slow machine that ends later than a clock that is moved by hand.
 */
async function steadyTicks(page: Page): Promise<number> {
  let last = -1
  await expect(async () => {
    const before = last
    last = await ticks(page, () => page.clock.runFor('10:00'))
    expect(last).toBe(before)
  }).toPass()
  return last
}

test('hidden screens run no timer: an hour beside them ticks as an hour without them', async ({ page, desk }) => {
  await page.clock.install()
  await startCountingTicks(page)
  await signIn(page, desk)
  await page.goto('/jCore/placements')
  await screenIsThere(page, 'Placements')
  const alone = await steadyTicks(page)

  await workInTheList(page)
  const visible = await ticks(page, () => page.clock.runFor('10:00'))
  expect(visible, 'the list in front keeps its times current').toBeGreaterThan(alone)
  await openTheOthers(page)
  await menu(page, 'Placements')
  await screenIsThere(page, 'Placements')
  expect(await steadyTicks(page), 'ticks of ten minutes').toBe(alone)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const beside = await ticks(page, () => page.clock.runFor('10:00'))
  expect(beside, 'ticks of ten minutes').toBe(alone)
  expect(calls).toEqual([])
})

test('nothing of a hidden screen is reachable by Tab, by a shortcut, or in the accessibility tree', async ({
  page,
  desk,
}) => {
  await signIn(page, desk)
  await workInTheList(page)
  await openTheOthers(page)
  await menu(page, 'Search ranking')
  await screenIsThere(page, 'Search ranking')

  const tree = await page.locator('#app').ariaSnapshot()
  expect(tree).toContain('heading "Search ranking"')
  for (const hidden of ['Kept story', 'Search articles', 'Hello', 'Your drafts', '2 selected', 'The last 30 days'])
    expect(tree).not.toContain(hidden)

  await page.locator('body').click({ position: { x: 640, y: 700 } })
  await page.keyboard.press('/')
  await page.keyboard.press('x')
  // The shortcut of the screen in front focuses its own search field.
  const reached = await page.evaluate(() => {
    const screen = document.querySelector(':focus')?.closest('[data-screen]')
    return Boolean(screen) && !screen!.checkVisibility()
  })
  expect(reached, 'a shortcut of a hidden screen').toBe(false)

  const stops = new Set<string>()
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const held = document.activeElement!
      const screen = held.closest('[data-screen]')
      return { name: held.getAttribute('aria-label') ?? held.textContent, shown: !screen || screen.checkVisibility() }
    })
    expect(stop.shown, `Tab reaches “${stop.name}” of a hidden screen`).toBe(true)
    stops.add(stop.name ?? '')
  }
  expect(stops.size).toBeGreaterThan(10)
})

test('more rounds make the page no larger', async ({ page, desk }) => {
  await signIn(page, desk)
  await workInTheList(page)
  await openTheOthers(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const round = async () => {
    for (const entry of ['Articles', 'Search ranking', 'Users', 'Home', 'Health', 'Hot']) {
      await menu(page, entry)
      await expect(page.getByRole('navigation', { name: 'Where you are' })).toContainText(entry)
      await screenIsThere(page)
    }
  }
  const measure = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
    return {
      heap: of('JSHeapUsedSize'),
      listeners: of('JSEventListeners'),
      elements: await page.evaluate(() => document.querySelectorAll('*').length),
      screens: await keptScreens(page),
    }
  }
  for (let at = 0; at < 3; at++) await round()
  const before = await measure()
  for (let at = 0; at < amount({ full: 10, short: 5 }); at++) await round()
  const after = await measure()
  expect(after.screens).toBe(before.screens)
  expect(after.elements).toBe(before.elements)
  expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.05)
  expect(after.heap / before.heap, 'heap against that after 3 rounds').toBeLessThan(1.1)
})

test('signing out drops what was kept', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await workInTheList(page)
  await page.getByRole('button', { name: /^Me/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.locator('[data-screen]')).toHaveCount(0)
  const { email, password } = await desk.person('administrator')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await screenIsThere(page, 'Articles')
  expect(whereIs(page)).toBe('/jCore/article')
  await expect(search(page)).toHaveValue('')
})
