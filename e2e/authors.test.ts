import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Author } from '#contract/authors.ts'
import type { Role } from '#contract/permissions.ts'
import { expectAccessible, expectNoAxeFindings } from './support/accessibility.ts'
import { goToScreen, screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'authors' })
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Authors' }).getByRole('link', { name, exact: true })
const openAuthors = async (page: Page, query = '') => {
  await page.goto(`/jCore/author${query}`)
  await screenIsThere(page, 'Authors')
}

test('an editor adds an author with links, is told what is wrong with one, and claims the byline', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'editor')
  await openAuthors(page)
  await page.getByRole('button', { name: 'New author' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('苏小妹')
  await page.getByRole('textbox', { name: 'Job title' }).fill('Reporter')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('su@example.org')
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByRole('textbox', { name: 'Text of link 1' }).fill('Home')
  await page.getByRole('textbox', { name: 'Address of link 1' }).fill('javascript:alert(1)')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('There is something to correct')
  await expect(page.getByRole('textbox', { name: 'Address of link 1' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Address of link 1' }).fill('https://example.org/su')
  await page.getByRole('checkbox', { name: 'This is my own byline' }).check()
  await page.getByRole('button', { name: 'Add the author' }).click()
  await expect(page).toHaveURL(/\/jCore\/author\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('su-xiao-mei')
  await expectNoAxeFindings(page, 'author form')
  await page.getByRole('textbox', { name: 'Biography' }).fill('Half done')
  await page.getByRole('link', { name: 'Authors', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(row(page, '苏小妹')).toBeVisible()
  const readers = await desk.api<{ items: object[] }>('GET', '/content/v1/authors')
  expect(JSON.stringify(readers)).not.toContain('su@example.org')
})

test('an administrator links the account of anyone', async ({ page, desk }) => {
  await desk.person('author')
  const author = await desk.api<Author>('POST', '/api/authors', { displayName: 'Linked' })
  await signIn(page, desk)
  await page.goto(`/jCore/author/${author.id}`)
  await page
    .getByRole('textbox', { name: 'Account' })
    .or(page.getByRole('combobox', { name: 'Account' }))
    .fill('arno')
  await page.getByRole('option', { name: /Arno Fischer/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved: Linked')).toBeVisible()
  expect((await desk.api<Author>('GET', `/api/authors/${author.id}`)).account?.name).toBe('Arno Fischer')
})

test('who is in use cannot be deleted, but merged, with counts before and undo after', async ({ page, desk }) => {
  const kept = await desk.api<Author>('POST', '/api/authors', { displayName: 'Anna Berg' })
  const gone = await desk.api<Author>('POST', '/api/authors', { displayName: 'A. Berg' })
  const article = await desk.createArticle({ authors: [gone.id], status: 'published' })
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/author/${gone.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const refused = page.getByRole('dialog', { name: '“A. Berg” cannot be deleted' })
  await expect(refused).toContainText('1 article carries this byline.')
  await refused.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge authors' })
  await dialog.getByLabel('Also merge').first().fill('Anna')
  await page.getByRole('option', { name: 'Anna Berg' }).click()
  // By these one decides: they stay, whichever is kept.
  await expect(dialog.getByText('used by 0 articles')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Anna Berg' }).check()
  await expect(dialog).toContainText('1 article gets “Anna Berg”.')
  await expect(dialog.getByText('used by 0 articles')).toBeVisible()
  await expectNoAxeFindings(page, 'merge authors')
  await dialog.getByRole('button', { name: 'Merge into “Anna Berg”' }).click()
  await expect(page).toHaveURL(/\/jCore\/author$/)
  await expect(row(page, 'Anna Berg')).toBeVisible()
  await expect(row(page, 'A. Berg')).toHaveCount(0)
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).authors).toEqual([kept.id])
  const found = await desk.api<{ to: string }>('GET', '/content/v1/redirects?path=/author/a-berg')
  expect(found.to).toBe('/author/anna-berg')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'A. Berg')).toBeVisible()
  expect((await desk.api<Article>('GET', `/api/articles/${article.id}`)).authors).toEqual([gone.id])
})

test('what is typed about an author stays when another one is merged into this one', async ({ page, desk }) => {
  const author = (displayName: string) => desk.api<Author>('POST', '/api/authors', { displayName })
  const [kept] = [await author('Wren Hollis'), await author('W. Hollis')]
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/author/${kept.id}`)
  await page.getByRole('textbox', { name: 'Biography' }).fill('Writes about birds.')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with others' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge authors' })
  await dialog.getByRole('combobox', { name: 'Also merge' }).fill('W. Hollis')
  await page.getByRole('option', { name: 'W. Hollis' }).click()
  await dialog.getByRole('button', { name: 'Merge into “Wren Hollis”' }).click()
  await expect(page.getByText('Merged into “Wren Hollis”: 0 articles got it')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved: Wren Hollis')).toBeVisible()
  expect((await desk.api<Author>('GET', `/api/authors/${kept.id}`)).bio).toBe('Writes about birds.')
})

test('an unused author is deleted at once, and undo brings them back', async ({ page, desk }) => {
  await desk.api('POST', '/api/authors', { displayName: 'Nemo Much' })
  await signIn(page, desk, 'editor')
  await openAuthors(page, '?q=Nemo')
  await page.getByRole('button', { name: 'Actions for “Nemo Much”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No author matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Nemo Much')).toBeVisible()
})

test('authors, ad managers and viewers may look at authors, and change none', async ({ page, desk }) => {
  for (const role of ['author', 'ad_manager', 'viewer'] satisfies Role[]) {
    const author = await desk.api<Author>('POST', '/api/authors', { displayName: `Seen by ${role}` })
    await signIn(page, desk, role)
    await openAuthors(page, `?q=${role}`)
    await expect(row(page, author.displayName), role).toBeVisible()
    await expect(page.getByRole('button', { name: 'New author' }), role).toHaveCount(0)
    await goToScreen(page, `/jCore/author/${author.id}`)
    await screenIsThere(page, author.displayName)
    await expect(page.getByRole('button', { name: 'Save', exact: true }), role).toHaveCount(0)
    await goToScreen(page, '/jCore/author/add')
    await expect(page.getByRole('button', { name: 'Add the author' }), role).toHaveCount(0)
  }
})

test('authors are readable on a phone and a desk, in both themes', async ({ page, desk }) => {
  await desk.api('POST', '/api/authors', { displayName: `Long ${'name '.repeat(20)}`, hidden: true })
  const author = await desk.api<Author>('POST', '/api/authors', {
    displayName: 'Shown',
    jobTitle: 'Editor at large',
    links: [{ label: 'Site', url: 'https://example.org/a' }],
  })
  await signIn(page, desk, 'editor')
  await openAuthors(page)
  await expectAccessible(page, 'authors')
  await goToScreen(page, `/jCore/author/${author.id}`)
  await expectAccessible(page, 'a author')
})
