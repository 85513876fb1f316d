import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Category } from '#contract/categories.ts'
import type { Tag } from '#contract/tags.ts'
import { DESK, PHONE, expectAccessible, expectNoAxeFindings } from './support/accessibility.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'trash' })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Trash' }).getByRole('row').filter({ hasText: name })
const openTrash = async (page: Page, query = '') => {
  await page.goto(`/jCore/trash${query}`)
  await screenIsThere(page, 'Trash')
}

test('a merge of last week is undone from the trash, with its articles', async ({ page, desk }) => {
  const tag = (name: string) => desk.api<Tag>('POST', '/api/tags', { name })
  const [kept, gone] = [await tag('Rivers'), await tag('Streams')]
  const article = await desk.createArticle({ tags: [gone.id], status: 'published' })
  const changed = await desk.createArticle({ tags: [gone.id] })
  await desk.api('POST', `/api/tags/${kept.id}/merge`, { from: [gone.id] })
  await desk.api('PATCH', `/api/articles/${changed.id}`, { version: changed.version, tags: [] })
  await signIn(page, desk, 'editor')
  await openTrash(page)
  await expect(row(page, 'Streams')).toContainText('Merged into “Rivers”')
  await row(page, 'Streams').hover()
  await row(page, 'Streams').getByRole('button', { name: 'Restore' }).click()
  await expect(
    page.getByText(`Restored: Streams. Left as it is, because someone changed it since: “${changed.title}”.`),
  ).toBeVisible()
  await expect(row(page, 'Streams')).toHaveCount(0)
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).tags).toEqual([gone.id])
})

test('items of several kinds are found by kind and name, restored together, and one that cannot says why', async ({
  page,
  desk,
}) => {
  const story = await desk.createArticle({ title: 'Wanted story', status: 'trashed' })
  const lost = await desk.api<Tag>('POST', '/api/tags', { name: 'Wanted name' })
  await desk.api('DELETE', `/api/tags/${lost.id}`)
  await desk.api('POST', '/api/tags', { name: 'Wanted name' })
  const category = await desk.api<Category>('POST', '/api/categories', { name: 'Wanted place' })
  await desk.api('DELETE', `/api/categories/${category.id}`)
  await signIn(page, desk, 'editor')
  await openTrash(page)
  await page.getByRole('searchbox', { name: 'Search the trash' }).fill('wanted')
  await expect(page.getByRole('table', { name: 'Trash' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Kind' }).click()
  await page.getByRole('button', { name: 'Category', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Trash' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove the filter Kind' }).click()
  await expect(row(page, 'Wanted story')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored: 2 items')).toBeVisible()
  await expect(page.getByText('“Wanted name” stays in the trash: there is another one of this name now')).toBeVisible()
  expect((await desk.api<Article>('GET', `/api/articles/${story.id}`)).status).toBe('draft')
  await expect(row(page, 'Wanted name')).toBeVisible()
  await expect(row(page, 'Wanted place')).toHaveCount(0)
})

test('a category that someone moved is put back weeks later, found under the changes', async ({ page, desk }) => {
  const category = (name: string) => desk.api<Category>('POST', '/api/categories', { name })
  const [parent, child] = [await category('Far away'), await category('Put elsewhere')]
  await desk.api('POST', `/api/categories/${child.id}/move`, { parent: parent.id })
  await signIn(page, desk, 'editor')
  await openTrash(page, '?q=elsewhere')
  await expect(page.getByText('Nothing in the trash matches')).toBeVisible()
  await page.goto('/jCore/trash')
  await page.getByRole('link', { name: 'Changes to undo', exact: true }).click()
  await expect(row(page, 'Put elsewhere')).toContainText('Category moved')
  await row(page, 'Put elsewhere').hover()
  await row(page, 'Put elsewhere').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: Put elsewhere')).toBeVisible()
  await expect(row(page, 'Put elsewhere')).toHaveCount(0)
  expect((await desk.api<Category>('GET', `/api/categories/${child.id}`)).parent).toBe(null)
})

test('a change that is forgotten is not taken for what was changed', async ({ page, desk }) => {
  const story = await desk.createArticle({ title: 'Stays published', status: 'published' })
  await signIn(page, desk, 'administrator')
  await openTrash(page, '?type=change&q=stays')
  await page.getByRole('button', { name: 'Actions for “Stays published”' }).click()
  await page.getByRole('menuitem', { name: 'Forget this change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget this change?' })
  await expect(dialog).toContainText('“Stays published”Nothing else is deleted')
  await dialog.getByRole('button', { name: 'Forget' }).click()
  await expect(page.getByText('Forgotten: 1 change')).toBeVisible()
  expect((await desk.api<Article>('GET', `/api/articles/${story.id}`)).status).toBe('published')
})

test('only administrators delete permanently, after they were asked', async ({ page, desk }) => {
  await desk.createArticle({ title: 'Doomed story', status: 'trashed' })
  await signIn(page, desk, 'editor')
  await openTrash(page, '?q=doomed')
  await page.getByRole('button', { name: 'Actions for “Doomed story”' }).click()
  await expect(page.getByRole('menuitem', { name: /Only administrators delete permanently/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await signIn(page, desk, 'administrator')
  await openTrash(page, '?q=doomed')
  await page.getByRole('button', { name: 'Actions for “Doomed story”' }).click()
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “Doomed story” permanently?' })
  await expect(dialog).toContainText('The article goes with its whole history.')
  await expectNoAxeFindings(page, 'purge dialog')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Nothing in the trash matches')).toBeVisible()
  await expect(page.getByText('Permanently deleted: Doomed story')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused()
})

test('an author finds own articles only; without a mouse they are selected and restored', async ({ page, desk }) => {
  const token = await desk.signIn('author')
  const own = await desk.api<Article>('POST', '/api/articles', { title: 'Written by Arno' }, token)
  await desk.api('POST', `/api/articles/${own.id}/trash`, { version: own.version }, token)
  await desk.createArticle({ title: 'Written by Ada', status: 'trashed' })
  await signIn(page, desk, 'author')
  await openTrash(page, '?q=written')
  await expect(page.getByRole('table', { name: 'Trash' }).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(page.getByText('Restored as draft, not public: Written by Arno')).toBeVisible()
})

test('the trash is readable on a phone and a desk, in both themes', async ({ page, desk }) => {
  await desk.createArticle({ title: `Long ${'title '.repeat(30)}`, status: 'trashed' })
  const [kept, ...gone] = await Promise.all(
    ['one', 'two', 'three'].map((name) => desk.api<Tag>('POST', '/api/tags', { name: `Merged ${name}` })),
  )
  await desk.api('POST', `/api/tags/${kept!.id}/merge`, { from: gone.map(({ id }) => id) })
  await signIn(page, desk, 'administrator')
  await openTrash(page)
  const aside = page.getByText('Merged into “Merged one” · 1 other comes back with it').first()
  for (const size of [DESK, PHONE]) {
    await expectAccessible(page, 'trash', [size])
    expect(await aside.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  }
})
