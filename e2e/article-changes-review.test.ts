import type { Page } from '@playwright/test'
import { DESK, expectAccessible, expectAccessibleInPairs } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { upload } from './support/library.ts'
import { storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import {
  bar,
  choose,
  expectSaved,
  next,
  openToWrite,
  pathOf,
  readerGets,
  stored,
  titleOf,
  tokenOf,
} from './support/writing.ts'

/** A published article of the author, whom an editor's list shows by name. */
async function ownPublished(desk: Desk, title: string, body = '<p>First paragraph.</p><p>Second paragraph.</p>') {
  const token = await tokenOf(desk, 'author')
  const model = await desk.createArticle({ status: 'trashed' })
  const { authors, primaryCategory } = model
  const made = await desk.api('POST', '/api/articles', { title, body, authors, primaryCategory }, token)
  return desk.api('POST', `/api/articles/${made.id}/publish`, { version: made.version })
}

const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
async function openView(page: Page, name: string) {
  await page.goto('/jCore/article')
  await page.getByRole('link', { name, exact: true }).click()
}

test('an author submits changes, an editor returns them with a note, and publishes them when they come again', async ({
  page,
  desk,
}) => {
  const article = await ownPublished(desk, 'The long bridge')
  await openToWrite(page, desk, pathOf(article), 'author')
  await expect(next(page, 'Submit changes')).toHaveCount(0)
  await titleOf(page).fill('The longest bridge')
  await choose(page, 'Submit with a message…')
  const dialog = page.getByRole('dialog', { name: 'Submit the changes for review' })
  await dialog.getByLabel('Message to the editors').fill('It grew.')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('The changes of “The longest bridge” are submitted for review')).toBeVisible()
  await expect(bar(page).getByText('Changes in review')).toBeVisible()
  await expect(page.getByRole('alert', { name: 'Changes in review' })).toContainText('You submitted these changes')
  await expect(page.getByRole('button', { name: 'Back to editing' })).toBeVisible()
  expect((await readerGets(desk, article.slug)).title).toBe('The long bridge')

  await storeToken(page, await tokenOf(desk, 'editor'))
  await openView(page, 'Changes to review')
  const row = rowOf(page, 'The longest bridge')
  await expect(row).toContainText('Changes in review')
  await row.getByRole('link', { name: 'The longest bridge', exact: true }).click()
  const banner = page.getByRole('alert', { name: 'Changes in review' })
  await expect(banner).toContainText('Arno Fischer submitted these changes')
  await expect(banner).toContainText('It grew.')
  await banner.getByRole('button', { name: 'Compare with what readers see' }).click()
  const compared = page.getByRole('dialog', { name: 'Changes compared with what readers see' })
  const title = compared.getByRole('region', { name: 'Title', exact: true })
  await expect(title.getByRole('deletion')).toHaveText('removed: long')
  await expect(title.getByRole('insertion')).toHaveText('added: longest')
  await page.keyboard.press('Escape')
  await expect(banner.getByRole('button', { name: 'Compare with what readers see' })).toBeFocused()
  await choose(page, 'Return to the writer…')
  await page.getByRole('dialog').getByLabel('What should change').fill('Longest where?')
  await page.getByRole('dialog').getByRole('button', { name: 'Return to the writer' }).click()
  await expect(banner).toBeHidden()
  await openView(page, 'Changes to review')
  const others = page.getByRole('table').getByRole('row').nth(1)
  await expect(page.getByText('No article matches these filters').or(others).first()).toBeVisible()
  await expect(rowOf(page, 'The longest bridge')).toHaveCount(0)

  await openToWrite(page, desk, pathOf(article), 'author')
  const note = page.getByRole('alert', { name: 'Changes sent back with a note' })
  await expect(note).toContainText('Longest where?')
  await expect(note).toContainText(/Edith Marlow, .*(now|ago)/)
  await titleOf(page).fill('The longest bridge of the county')
  await expectSaved(page)
  await next(page, 'Submit changes').click()
  await expect(page.getByRole('button', { name: 'Back to editing' })).toBeVisible()
  await expect(note).toBeHidden()

  await openToWrite(page, desk, pathOf(article), 'editor')
  await expect(banner).toContainText(
    /Returned by Edith Marlow .*(now|ago):\s*Longest where\?\s*Submitted again by Arno Fischer/,
  )
  await banner.getByRole('button', { name: 'What changed since the return' }).click()
  const since = page.getByRole('dialog', { name: 'What changed since the return' })
  await expect(since).toContainText('Longest where?')
  const sinceTitle = since.getByRole('region', { name: 'Title', exact: true })
  await expect(sinceTitle.getByRole('insertion')).toHaveText('added: of the county')
  await expectAccessible(page, 'since the return')
  await page.setViewportSize(DESK)
  await since.getByRole('button', { name: 'Return to the writer…' }).click()
  await page
    .getByRole('dialog', { name: /^Return “/ })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await since.getByRole('button', { name: 'Publish changes' }).click()
  await expect(since).toBeHidden()
  await expect(page.getByText('Published “The longest bridge of the county”')).toBeVisible()
  expect((await readerGets(desk, article.slug)).title).toBe('The longest bridge of the county')
  await expect(page.getByRole('alert', { name: 'Changes in review' })).toBeHidden()
})

test('an author takes submitted changes back to editing, and undoes that', async ({ page, desk }) => {
  const article = await ownPublished(desk, 'Second thoughts')
  await openToWrite(page, desk, pathOf(article), 'author')
  await titleOf(page).fill('Third thoughts')
  await next(page, 'Submit changes').click()
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await expect(next(page, 'Submit changes')).toBeVisible()
  expect(await stored(desk, article.id)).toMatchObject({ title: 'Third thoughts', submission: null })
  const toast = page.getByText('The changes of “Third thoughts” are no longer in review')
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(page.getByRole('button', { name: 'Back to editing' })).toBeVisible()
  await expect(titleOf(page)).toHaveValue('Third thoughts')
})

test('axe finds nothing where changes are reviewed, in both themes, and nothing scrolls sideways at 320 px', async ({
  page,
  desk,
}) => {
  const boat = await upload(desk, 'boat.jpg')
  const trains = (count: string) => `<table><tbody><tr><td>Monday</td><td>${count}</td></tr></tbody></table>`
  const picture = `<figure><img src="${boat.url}" alt="A boat"></figure>`
  const article = await ownPublished(desk, 'Looked at', `<p>First paragraph.</p>${picture}${trains('12')}`)
  const token = await tokenOf(desk, 'author')
  const edit = { version: article.version, title: 'Changed', body: `<p>First sentence.</p>${trains('15')}` }
  const { version } = await desk.api('PATCH', `/api/articles/${article.id}`, edit, token)
  await desk.api('POST', `/api/articles/${article.id}/submit`, { version, message: 'Please read' }, token)
  await openToWrite(page, desk, pathOf(article), 'author')
  await expect(page.getByRole('button', { name: 'Back to editing' })).toBeVisible()
  await expectAccessible(page, 'author')
  await page.setViewportSize(DESK)
  await openToWrite(page, desk, pathOf(article), 'editor')
  await expectAccessible(page, 'editor')
  await page.setViewportSize(DESK)
  await choose(page, 'Compare with what readers see')
  const compared = page.getByRole('dialog', { name: 'Changes compared with what readers see' })
  const removed = compared.getByRole('group', { name: 'Picture · removed' })
  await expect(removed.getByRole('img', { name: 'A boat' })).toBeVisible()
  await expect(compared.getByRole('cell', { name: 'changed cell: removed: 12 added: 15' })).toBeVisible()
  await expect(compared.getByRole('status')).toHaveText('Changes: 4')
  await page.keyboard.press('n')
  await expect(compared.getByRole('status')).toHaveText('Change 1 of 4')
  await compared.getByRole('button', { name: 'Previous change' }).click()
  await expect(compared.getByRole('status')).toHaveText('Change 4 of 4')
  await compared.getByText('Side by side').click()
  // The current change is the table, which is one change in this layout.
  await expect(compared.getByRole('status')).toHaveText('Change 4 of 4')
  await compared.getByText('One text').click()
  await expectAccessible(page, 'compared')
  await page.goto('/jCore/article?changesSubmitted=true')
  await expect(page.getByText('Changes in review').first()).toBeVisible()
  await expectAccessible(page, 'list')
  await page.goto('/edit')
  await expect(page.getByRole('region', { name: 'Changes to review' })).toBeVisible()
  await expectAccessible(page, 'welcome')
})

test('who publishes is told what someone else is still writing, and looks at it first', async ({ page, desk }) => {
  const article = await ownPublished(desk, 'The mayor speaks')
  const author = await tokenOf(desk, 'author')
  await openToWrite(page, desk, pathOf(article), 'editor')
  await desk.api(
    'PATCH',
    `/api/articles/${article.id}`,
    { version: 2, body: '<p>The mayor was</p>', reason: 'autosave' },
    author,
  )
  await titleOf(page).fill('The mayor speaks up')
  await expectSaved(page)
  await next(page, 'Publish changes').click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('Arno Fischer changed this')
  await expectAccessibleInPairs(page, 'changes of someone else')
  expect((await readerGets(desk, article.slug)).title).toBe('The mayor speaks')
  await asked.getByRole('button', { name: 'Compare with what readers see' }).click()
  const compared = page.getByRole('dialog', { name: 'Changes compared with what readers see' })
  await expect(compared.getByRole('region', { name: 'Text', exact: true })).toContainText('The mayor was')
  await page.keyboard.press('Escape')
  await next(page, 'Publish changes').click()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect(page.getByText('Published “The mayor speaks up”')).toBeVisible()
})
