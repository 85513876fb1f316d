import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Article } from '#contract/articles.ts'
import { createDatabase } from '../server/db/database.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'article-list' })

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Articles' }).getByRole('row').filter({ hasText: name })
const openList = async (page: Page, query = '') => {
  await page.goto(`/jCore/article${query}`)
  await screenIsThere(page, 'Articles')
}
const choose = async (page: Page, name: string, action: string) => {
  await row(page, name)
    .getByRole('button', { name: `Actions for “${name}”` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const bulkBar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
const listed = (dialog: Locator, name: string | RegExp) => dialog.getByRole('list', { name }).getByRole('listitem')
const undo = (page: Page) => page.getByRole('region', { name: 'Messages (F8)' }).getByRole('button', { name: 'Undo' })

test('publishing from the list is asked for first, and its undo stays on the screen', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ title: 'Slip of the mouse', slug: 'slip' })
  const now = () => desk.api<Article>('GET', `/api/articles/${id}`)
  await signIn(page, desk, 'editor')
  await openList(page, '?q=slip')
  await row(page, 'Slip of the mouse').hover()
  const quick = row(page, 'Slip of the mouse').getByRole('button', { name: /: Slip of the mouse$/ })
  await expect(quick).toHaveText(['', ''])
  await expect(quick.first()).toHaveAccessibleName('Edit: Slip of the mouse')
  await expect(quick.last()).toHaveAccessibleName('Preview: Slip of the mouse')

  await choose(page, 'Slip of the mouse', 'Publish')
  const dialog = page.getByRole('dialog', { name: 'Publish “Slip of the mouse”?' })
  await expect(listed(dialog, 'Readers will see at once')).toHaveText(['Slip of the mouse/slip'])
  await expectNoAxeFindings(page, 'the question before publishing')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await now()).status).toBe('draft')

  await choose(page, 'Slip of the mouse', 'Publish')
  await page.clock.install()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published “Slip of the mouse”')).toBeVisible()
  expect((await now()).status).toBe('published')
  await page.clock.runFor('10:00')
  await undo(page).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await now()).toMatchObject({ status: 'draft', publishedAt: null, live: null })
  await expect(row(page, 'Slip of the mouse')).toContainText('Draft')
})

test('publishing many shows what goes live, where, and what is missing; one undo reverts all', async ({
  page,
  desk,
}) => {
  for (const n of [1, 2]) await desk.createArticle({ title: `Herd ${n}`, slug: `herd-${n}` })
  const bare = await desk.api<Article>('POST', '/api/articles', { title: 'Herd without text' })
  await signIn(page, desk, 'editor')
  await openList(page, '?q=herd&sort=title')
  await selectAll(page)
  await bulkBar(page).getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 2 articles?' })
  await expect(listed(dialog, 'Readers will see at once')).toHaveText(['Herd 1/herd-1', 'Herd 2/herd-2'])
  await expect(listed(dialog, '1 article stays as it is')).toHaveText([
    'Herd without textMissing: text, author, primary category',
  ])
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the question before publishing')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeFindings(page, 'the question before publishing many, dark, on a phone')
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Publish 2 articles' }).click()
  await expect(page.getByText('Published 2 articles')).toBeVisible()
  await expect(row(page, 'Herd 1')).toContainText('Published')
  expect((await desk.api<Article>('GET', `/api/articles/${bare.id}`)).version).toBe(1)
  await undo(page).click()
  await expect(page.getByText('Undone: 2 articles', { exact: true })).toBeVisible()
  await expect(row(page, 'Herd 1')).toContainText('Draft')
})

test('what someone changed since is not overwritten by an undo, and named', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ title: 'Withdrawn story', status: 'published' })
  await signIn(page, desk, 'editor')
  await openList(page, '?q=withdrawn')
  await choose(page, 'Withdrawn story', 'Unpublish')
  // A change that the console hears of takes the offer away.
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/undo?ids='))
  await page
    .getByRole('dialog', { name: 'Move “Withdrawn story” back to draft?' })
    .getByRole('button', { name: 'Back to draft' })
    .click()
  await expect(page.getByText('Moved “Withdrawn story” back to draft')).toBeVisible()
  await asked
  const { version } = await desk.api<Article>('GET', `/api/articles/${id}`)
  await desk.api('PATCH', `/api/articles/${id}`, { version, subtitle: 'Corrected' })
  await undo(page).click()
  await expect(page.getByText('Left as it is, because someone changed it since: “Withdrawn story”.')).toBeVisible()
  expect(await desk.api<Article>('GET', `/api/articles/${id}`)).toMatchObject({
    status: 'draft',
    subtitle: 'Corrected',
  })
})

test('articles are scheduled one after the other in the order of the list', async ({ page, desk }) => {
  const made: Article[] = []
  for (const n of [1, 2, 3]) made.push(await desk.createArticle({ title: `Series ${n}` }))
  await signIn(page, desk, 'editor')
  await openList(page, '?q=series&sort=title')
  // Chosen in another order than the list has.
  for (const n of [3, 1, 2]) await row(page, `Series ${n}`).getByRole('checkbox').check()
  await bulkBar(page).getByRole('button', { name: 'Schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule 3 articles' })
  await dialog.getByRole('checkbox', { name: 'One after the other, in the order of the list' }).check()
  await dialog.getByRole('textbox', { name: 'Minutes between two articles' }).fill('90')
  await expect(listed(dialog, 'Readers will see')).toHaveCount(3)
  await expectNoAxeFindings(page, 'scheduling many')
  await dialog.getByRole('button', { name: 'Schedule 3 articles' }).click()
  await expect(page.getByText('Scheduled 3 articles')).toBeVisible()
  const times: number[] = []
  for (const { id } of made) times.push(Date.parse((await desk.api<Article>('GET', `/api/articles/${id}`)).publishAt!))
  expect([times[1]! - times[0]!, times[2]! - times[1]!]).toEqual([5_400_000, 5_400_000])
  await undo(page).click()
  await expect(row(page, 'Series 1')).toContainText('Draft')
})

test('one author takes the place of another, and what was not theirs stays as it is', async ({ page, desk }) => {
  const author = (displayName: string) => desk.api<{ id: string }>('POST', '/api/authors', { displayName })
  const [old, replacement] = [await author('Old Byline'), await author('New Byline')]
  const hers = await desk.createArticle({ title: 'Byline of hers', authors: [old.id] })
  await desk.createArticle({ title: 'Byline of others' })
  await signIn(page, desk, 'editor')
  await openList(page, '?q=byline')
  await selectAll(page)
  await bulkBar(page).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Change author…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the author of 2 articles' })
  for (const [field, name] of [
    ['Author to replace', 'Old Byline'],
    ['Replace with', 'New Byline'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await expectNoAxeFindings(page, 'changing the author')
  await dialog.getByRole('button', { name: 'Change author' }).click()
  await expect(page.getByText('Changed the author of “Byline of hers”. 1 needed no change')).toBeVisible()
  expect((await desk.api<Article>('GET', `/api/articles/${hers.id}`)).authors).toEqual([replacement.id])
})

test('lists are narrowed by publish date, age, cover and language; the address and views keep it', async ({
  page,
  desk,
}) => {
  const { id: author } = await desk.api<{ id: string }>('POST', '/api/authors', { displayName: 'Filtered Byline' })
  await desk.createArticle({ title: 'Filtered 中文文章', status: 'published', authors: [author] })
  await desk.createArticle({ title: 'Filtered in English', body: '<p>It rains in the north today.</p>' })
  await signIn(page, desk, 'editor')
  await openList(page, '?q=filtered')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await add('Publish date')
  await page.getByRole('dialog', { name: 'Publish date' }).getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL(/published=today/)
  await expect(row(page, 'Filtered 中文文章')).toBeVisible()
  await expect(row(page, 'Filtered in English')).toHaveCount(0)
  await page.getByRole('button', { name: /^Publish date\s*Today/ }).click()
  await expectNoAxeFindings(page, 'the days of a filter')
  await page.getByRole('dialog', { name: 'Publish date' }).getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('No article matches “filtered”')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Publish date' }).click()

  await add('Author')
  await page.getByRole('combobox', { name: 'Author' }).fill('byline')
  await page.getByRole('option', { name: 'Filtered Byline' }).click()
  await expect(page).toHaveURL(new RegExp(`author=${author}`))
  await expect(row(page, 'Filtered in English')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the filter Author' }).click()

  await add('Language')
  await page.getByRole('button', { name: 'Other than Chinese' }).click()
  await expect(row(page, 'Filtered in English')).toBeVisible()
  await expect(row(page, 'Filtered 中文文章')).toHaveCount(0)
  await add('Missing cover')
  await expect(page).toHaveURL(/missingCover=true/)
  await expect(row(page, 'Filtered in English')).toBeVisible()
  await add('Not changed for')
  const age = page.getByRole('dialog', { name: 'Not changed for' })
  await age.getByRole('textbox', { name: 'Not changed for' }).fill('90')
  await age.getByRole('combobox', { name: 'Unit' }).selectOption('days')
  await age.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/olderThan=90d/)
  await expect(page.getByRole('button', { name: /^Not changed for\s*90 days/ })).toBeVisible()
  await expect(page.getByText('No article matches “filtered”')).toBeVisible()

  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Stale')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All' }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Stale' }).click()
  await expect(page).toHaveURL(/olderThan=90d/)
  await expect(page.getByRole('button', { name: 'Remove the filter Language' })).toBeVisible()
})

test('a publication is undone weeks later, from the trash', async ({ page, desk }) => {
  const { id, version } = await desk.createArticle({ title: 'Long regretted' })
  await desk.api('POST', `/api/articles/${id}/publish`, { version })
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/trash?type=change')
  await screenIsThere(page, 'Trash')
  const change = page.getByRole('table', { name: 'Trash' }).getByRole('row').filter({ hasText: 'Long regretted' })
  await expect(change).toContainText('Published')
  await change.hover()
  await change.getByRole('button', { name: 'Undo' }).click()
  await expect(change).toHaveCount(0)
  expect((await desk.api<Article>('GET', `/api/articles/${id}`)).status).toBe('draft')
})

test('on the edit page the archiving of an article is undone', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ title: 'Archived too early', status: 'published' })
  const before = await desk.api<Article>('GET', `/api/articles/${id}`)
  await signIn(page, desk, 'editor')
  await page.goto(`/jCore/article/${id}`)
  const bar = page.getByRole('region', { name: 'State and next step' })
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(bar.getByText('Archived')).toBeVisible()
  await undo(page).click()
  await expect(bar.getByText('Published', { exact: true })).toBeVisible()
  const { version, ...now } = await desk.api<Article>('GET', `/api/articles/${id}`)
  expect(now).toEqual({ ...before, version: undefined })
  expect(version).toBe(before.version + 2)
})

test('a filter by yes or no is set to no, and finds the rest', async ({ page, desk }) => {
  await desk.createArticle({ title: 'Quince, featured', slug: 'quince-featured', featured: true })
  await desk.createArticle({ title: 'Quince, plain', slug: 'quince-plain' })
  await signIn(page, desk, 'editor')
  await openList(page, '?q=quince')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Featured' }).click()
  await expect(row(page, 'Quince, featured')).toBeVisible()
  await expect(row(page, 'Quince, plain')).toBeHidden()
  await page.getByRole('button', { name: 'Featured Yes' }).click()
  const choices = page.getByRole('dialog', { name: 'Featured' })
  await expectNoAxeFindings(page, 'a filter by yes or no')
  await choices.getByRole('button', { name: 'No', exact: true }).click()
  await expect(page).toHaveURL(/featured=false/)
  await expect(row(page, 'Quince, plain')).toBeVisible()
  await expect(row(page, 'Quince, featured')).toBeHidden()
})

test('an archive of hundreds is taken down in the background while the person goes on, and comes back with one undo', async ({
  page,
  desk,
  server,
}) => {
  test.slow()
  const { id: category } = await desk.api<{ id: string }>('POST', '/api/categories', { name: 'Old archive' })
  const live = await desk.createArticle({ title: 'Old 000', primaryCategory: category, status: 'published' })
  const { db, close } = createDatabase({ connectionString: server.databaseUrl })
  for (let from = 0; from < 510; from += 170)
    await sql`insert into article (id, slug, title, body, primary_category)
      select gen_random_uuid(), 'old-archive-' || n, 'Old ' || n, '<p>It rained.</p>', ${category}::uuid
      from generate_series(${from} + 1, ${from} + 170) as n`.execute(db)
  await close()
  await signIn(page, desk, 'editor')
  await openList(page, `?category=${category}&sort=title`)
  await selectAll(page)
  await page.getByRole('button', { name: 'Select all 511 that match' }).click()
  await expect(bulkBar(page).getByText('Publish, schedule: at most 500')).toBeVisible()
  await bulkBar(page).getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: /^Publish At most 500/ })).toHaveAttribute('aria-disabled', 'true')
  await bulkBar(page).getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expectNoAxeFindings(page, 'more than can be published at once')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'more than can be published at once')
  await expectNoAxeFindings(page, 'more than can be published at once, on a phone')
  await page.setViewportSize({ width: 1280, height: 720 })

  await bulkBar(page).getByRole('button', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive 511 articles?' })
  await expect(dialog.getByText('Readers find 1 of them now. The first 500 are listed.')).toBeVisible()
  await expectNoAxeFindings(page, 'the question before archiving hundreds')
  await dialog.getByRole('button', { name: 'Archive 511 articles' }).click()
  const messages = page.getByRole('region', { name: 'Messages (F8)' })
  await expect(messages.getByText(/^Changing articles in the background…/)).toBeVisible()
  // It goes on while something else is looked at.
  await page.getByRole('link', { name: 'Media', exact: true }).click()
  await screenIsThere(page, 'Media')
  await expect(messages.getByText('Archived 511 articles')).toBeVisible({ timeout: 60_000 })
  expect(await desk.api<Article>('GET', `/api/articles/${live.id}`)).toMatchObject({ status: 'archived', live: null })
  await undo(page).click()
  await expect(messages.getByText('Undone: 511 articles', { exact: true })).toBeVisible({ timeout: 60_000 })
  const { status, live: now } = await desk.api<Article>('GET', `/api/articles/${live.id}`)
  expect([status, now?.title]).toEqual(['published', 'Old 000'])
})
