import type { Article } from '#contract/articles.ts'
import type { Author } from '#contract/authors.ts'
import type { Category } from '#contract/categories.ts'
import type { Tag } from '#contract/tags.ts'
import { expect, test } from './support/test.ts'
import { expectSaved, openToWrite, pathOf, stored, textOf } from './support/writing.ts'

// What someone else does to names while an article that carries them is open.
const words = 'Typed while others tidied up'

test('a tag that someone deletes while its article is open: the text is saved, the tag is gone, and a choice stays', async ({
  page,
  desk,
}) => {
  const tag = (name: string) => desk.api<Tag>('POST', '/api/tags', { name })
  const [gone, kept, chosen] = [await tag('Deleted beside'), await tag('Kept beside'), await tag('Chosen beside')]
  const article = await desk.createArticle({ tags: [gone.id, kept.id] })
  await openToWrite(page, desk, pathOf(article))
  await expect(page.getByRole('button', { name: 'Remove Deleted beside' })).toBeVisible()
  await desk.api('DELETE', `/api/tags/${gone.id}`)
  await textOf(page).click()
  await page.keyboard.type(words)
  await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('Chosen')
  await page.getByRole('option', { name: 'Chosen beside' }).click()
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  const now = await stored(desk, article.id)
  expect(now.tags).toEqual([kept.id, chosen.id])
  expect(now.body).toContain(words)
  await expect(page.getByRole('button', { name: 'Remove Deleted beside' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove Chosen beside' })).toBeVisible()
})

test('a category that someone merges while its article is open: what is saved next is in the other one', async ({
  page,
  desk,
}) => {
  const category = (name: string) => desk.api<Category>('POST', '/api/categories', { name })
  const [gone, into] = [await category('Merged beside'), await category('Into beside')]
  const article = await desk.createArticle({ primaryCategory: gone.id })
  await openToWrite(page, desk, pathOf(article))
  await desk.api('POST', `/api/categories/${into.id}/merge`, { from: [gone.id] })
  await textOf(page).click()
  await page.keyboard.type(words)
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  const now: Article = await stored(desk, article.id)
  expect([now.primaryCategory, now.body.includes(words)]).toEqual([into.id, true])
  await expect(page.getByText('Into beside')).toBeVisible()
  await expect(page.getByText('Merged beside')).toHaveCount(0)
})

test('an author whom someone hides while an article names them stays its byline', async ({ page, desk }) => {
  const author = await desk.api<Author>('POST', '/api/authors', { displayName: 'Hilda Beside' })
  const article = await desk.createArticle({ authors: [author.id] })
  await openToWrite(page, desk, pathOf(article))
  await expect(page.getByRole('button', { name: 'Remove Hilda Beside' })).toBeVisible()
  await desk.api('PATCH', `/api/authors/${author.id}`, { version: author.version, hidden: true })
  await textOf(page).click()
  await page.keyboard.type(words)
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  const now = await stored(desk, article.id)
  expect([now.authors, now.body.includes(words)]).toEqual([[author.id], true])
  await expect(page.getByRole('button', { name: 'Remove Hilda Beside' })).toBeVisible()
})
