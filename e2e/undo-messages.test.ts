import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import { expectAccessibleInPairs } from './support/accessibility.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'undo-messages' })

const messages = (page: Page) => page.getByRole('region', { name: 'Messages (F8)' })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Trash' }).getByRole('row').filter({ hasText: name })

async function archive(page: Page, query: string) {
  await page.goto(`/jCore/article?q=${query}`)
  await screenIsThere(page, 'Articles')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Archive/ })
    .click()
}

test('a message leaves when its action was undone in another tab, or changed by someone else', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Undone elsewhere', status: 'published' })
  await signIn(page, desk, 'editor')
  await archive(page, 'elsewhere')
  const undo = messages(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/jCore/trash?type=change')
  await screenIsThere(other, 'Trash')
  const archived = row(other, 'Undone elsewhere').filter({ hasText: 'Archived' })
  await archived.hover()
  await archived.getByRole('button', { name: 'Undo: ' }).click()
  await expect(other.getByText('Undone: Undone elsewhere')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await other.close()

  await archive(page, 'elsewhere')
  await expect(undo).toBeVisible()
  const { version } = await desk.api<Article>('GET', `/api/articles/${article.id}`)
  await desk.api('POST', `/api/articles/${article.id}/restore`, { version })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(undo).toHaveCount(0)
})

test('the change of many is undone under its number and its first titles', async ({ page, desk }) => {
  for (const n of [1, 2, 3, 4, 5]) await desk.createArticle({ title: `Flock ${n}`, status: 'published' })
  await signIn(page, desk, 'editor')
  await archive(page, 'flock')
  await expect(messages(page).getByText('Archived 5 articles')).toBeVisible()
  await page.goto('/jCore/trash?type=change')
  await screenIsThere(page, 'Trash')
  const name = '5 articles: “Flock 1”, “Flock 2”, “Flock 3”, 2 more'
  await expect(row(page, name)).toContainText('Archived')
  await expectAccessibleInPairs(page, 'changes to undo')
  await page.setViewportSize({ width: 1280, height: 800 })
  await row(page, name).hover()
  await row(page, name).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Undone: ${name}`)).toBeVisible()
})
