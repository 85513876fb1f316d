import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from './support/accessibility.ts'
import { storeToken, screenIsThere } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import {
  bar,
  choose,
  expectSaved,
  idOf,
  next,
  openToWrite,
  pathOf,
  stored,
  titleOf,
  tokenOf,
} from './support/writing.ts'

const messages = (page: Page) => page.getByRole('region', { name: /^Messages/ })
const rowMenu = (page: Page, title: string) => page.getByRole('button', { name: `Actions for “${title}”` })

test('an article is duplicated from the list: the copy opens with its title selected, and Undo removes it', async ({
  page,
  desk,
}) => {
  const original = await desk.createArticle({ title: 'Tide tables', status: 'published' })
  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await rowMenu(page, 'Tide tables').click()
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click()
  await expect(titleOf(page)).toHaveValue('Tide tables (copy)')
  await expect(titleOf(page)).toBeFocused()
  const copy = idOf(page)
  expect(copy).not.toBe(original.id)
  await page.keyboard.type('Tide tables of spring')
  await expect(titleOf(page)).toHaveValue('Tide tables of spring')
  await expectSaved(page)
  expect(await stored(desk, copy)).toMatchObject({ title: 'Tide tables of spring', status: 'draft', publishedAt: null })

  await messages(page).getByRole('button', { name: 'Undo' }).click()
  await screenIsThere(page, 'Articles')
  await expect(page.getByText('“Tide tables (copy)” is in the trash')).toBeVisible()
  expect((await stored(desk, copy)).deletedAt).not.toBeNull()
  expect((await stored(desk, original.id)).deletedAt).toBeNull()
})

test('what is typed is in the copy when an article is duplicated from its own screen', async ({ page, desk }) => {
  const original = await desk.createArticle({ title: 'Harbour' })
  await openToWrite(page, desk, pathOf(original), 'editor')
  await titleOf(page).fill('Harbour at night')
  await choose(page, 'Duplicate')
  await expect(titleOf(page)).toHaveValue('Harbour at night (copy)')
  await expect(titleOf(page)).toBeFocused()
  expect(idOf(page)).not.toBe(original.id)
  await page.goBack()
  await expect(titleOf(page)).toHaveValue('Harbour at night')
})

test('once the site is named, published articles lead to it: from the list, the article and the message', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Lighthouse', slug: 'lighthouse' })
  await storeToken(page, await tokenOf(desk, 'administrator'))
  await page.goto('/jCore/settings')
  const site = page.getByRole('region', { name: 'Site' })
  const field = site.getByRole('textbox', { name: 'Address of an article' })
  await field.fill('http://example.com/{slug}')
  await expect(site.getByText('Begin with https://.', { exact: false })).toBeVisible()
  await expect(site.getByRole('button', { name: 'Save' })).toBeDisabled()
  await field.fill('https://example.com/news/{slug}')
  await expect(site.getByText('Example: https://example.com/news/autumn-in-kyoto')).toBeVisible()
  await expectNoAxeFindings(page, 'settings')
  await site.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()

  await openToWrite(page, desk, pathOf(article))
  await bar(page).getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'View on site' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await next(page, 'Publish').click()
  const inMessage = messages(page).getByRole('link', { name: 'View on site' })
  await expect(inMessage).toHaveAttribute('href', 'https://example.com/news/lighthouse')
  await bar(page).getByRole('button', { name: 'More actions' }).click()
  const inMenu = page.getByRole('menuitem', { name: 'View on site' })
  for (const link of [inMessage, inMenu]) {
    await expect(link).toHaveAttribute('href', 'https://example.com/news/lighthouse')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  await page.keyboard.press('Escape')

  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'The site' }))
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await rowMenu(page, 'Lighthouse').click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'View on site' }).click()
  const tab = await opened
  await tab.waitForURL('https://example.com/news/lighthouse')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()
  await desk.api('PATCH', '/api/settings', { site: { articleUrl: '' } })
})
