import type { Browser, Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Desk } from './support/desk.ts'
import { axeFindings } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import { bar, choose, expectSaved, openToWrite, pathOf, subtitleOf } from './support/writing.ts'

const others = (page: Page) => bar(page).getByRole('list', { name: 'Also in this article' })
const arrivals = (page: Page) => bar(page).locator('[aria-live=polite]:not([role])')
/** Sooner than its next look, which is a matter of seconds. */
const look = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

async function openOnAnotherDesk(browser: Browser, desk: Desk, article: Article, role: 'editor' | 'administrator') {
  const context = await browser.newContext()
  const other = await context.newPage()
  await openToWrite(other, desk, pathOf(article), role)
  return other
}

test('two people who have an article open see each other, who writes, and who leaves', async ({
  browser,
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Seen by two' })
  await openToWrite(page, desk, pathOf(article))
  const edith = await openOnAnotherDesk(browser, desk, article, 'editor')
  await expect(others(edith).getByRole('listitem')).toHaveCount(1)
  await look(page)
  await expect(others(page).getByText('Edith Marlow is here')).toBeVisible()
  await expect(arrivals(page)).toHaveText('Edith Marlow is here')

  await subtitleOf(edith).fill('A subtitle by Edith')
  await edith.keyboard.press('Control+s')
  await expectSaved(edith)
  await look(edith)
  await expect(async () => {
    await look(page)
    await expect(others(page).getByText('Edith Marlow is writing')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  // Only arrivals are said.
  await expect(arrivals(page)).toHaveText('Edith Marlow is here')
  expect(await axeFindings(page)).toEqual([])

  // Submitted at once after a key: what was typed is finished, and the minute of writing does not go on.
  await subtitleOf(edith).fill('The subtitle by Edith')
  await choose(edith, 'Submit for review')
  await expect(edith.getByText('“Seen by two” is submitted for review')).toBeVisible()
  await expect(async () => {
    await look(page)
    await expect(others(page).getByText('Edith Marlow is here')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(others(page).getByText('EM', { exact: true })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await axeFindings(page)).toEqual([])

  // Another screen of the console, then the closed tab.
  await edith.getByRole('link', { name: 'Back to the list' }).click()
  await expect(async () => {
    await look(page)
    await expect(others(page)).toBeHidden({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await edith.goBack()
  await expect(subtitleOf(edith)).toBeVisible()
  await expect(async () => {
    await look(page)
    await expect(others(page)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await edith.close({ runBeforeUnload: true })
  await expect(async () => {
    await look(page)
    await expect(others(page)).toBeHidden({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  await edith.context().close()
})

test('an article that is open in another tab of the same person says so', async ({ browser, page, desk }) => {
  const article = await desk.createArticle({ title: 'Twice on one desk' })
  await openToWrite(page, desk, pathOf(article))
  const again = await openOnAnotherDesk(browser, desk, article, 'administrator')
  await expect(others(again).getByText('You, in another tab')).toBeVisible()
  await again.context().close()
})
