import type { Page } from '@playwright/test'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'find-articles' })

const rows = (page: Page) => page.getByRole('table', { name: 'Articles' }).getByRole('row')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

test('a row of a search says where the words are', async ({ page, desk }) => {
  const { id: tag } = await desk.api<{ id: string }>('POST', '/api/tags', { name: 'Lighthouses' })
  await desk.createArticle({
    title: 'The keeper',
    body: '<p>He lives in a <b>lighthouse</b> &lt;b&gt;alone&lt;/b&gt;.</p>',
  })
  await desk.createArticle({ title: 'Rocks', body: '<p>With a lighthouse.</p>', tags: [tag] })
  await desk.createArticle({ title: 'The lighthouse', body: '<p>lighthouse</p>' })
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/article?q=lighthouse')
  await screenIsThere(page, 'Articles')
  await expect(row(page, 'The keeper')).toContainText('He lives in a lighthouse <b>alone</b>.')
  await expect(row(page, 'The keeper').locator('mark')).toHaveText('lighthouse')
  await expect(row(page, 'Rocks')).toContainText('Tag: Lighthouses')
  await expect(row(page, 'The lighthouse').locator('mark')).toHaveCount(0)
  await expectNoAxeFindings(page, 'a list that was searched')
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(row(page, 'Rocks')).toContainText('Tag: Lighthouses')
  await expectNoSidewaysScroll(page, 'a list that was searched')
})

test('a search with a typing error leads to what was meant at one click', async ({ page, desk }) => {
  await desk.createArticle({ title: 'The aqueduct reopens' })
  await signIn(page, desk, 'editor')
  const known = () => desk.api<{ q: string | null }>('GET', '/api/search/meant?kind=articles&q=aqeuduct')
  // The words of titles are learned by a job.
  await expect.poll(async () => (await known()).q, { timeout: 90_000 }).toBe('aqueduct')
  await page.goto('/jCore/article?q=aqeuduct')
  await screenIsThere(page, 'Articles')
  await expect(page.getByText('No article matches “aqeuduct”')).toBeVisible()
  await expect(page.getByText('Did you mean aqueduct?')).toBeVisible()
  await expectNoAxeFindings(page, 'what may have been meant')
  await page.getByRole('button', { name: 'aqueduct', exact: true }).click()
  await expect(row(page, 'The aqueduct reopens')).toBeVisible()
  await expect(page).toHaveURL(/q=aqueduct/)
  await expect(page.getByRole('searchbox', { name: 'Search articles' })).toHaveValue('aqueduct')
})

test('a whole month of publish dates is two clicks in the filter', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Publish date' }).click()
  await page.getByRole('button', { name: 'Month…' }).click()
  await page.getByRole('button', { name: 'Previous year' }).click()
  await expectNoAxeFindings(page, 'the months of a filter')
  await page.getByRole('button', { name: 'March' }).click()
  await expect(page).toHaveURL(/publishedFrom=.*publishedTo=/)
})
