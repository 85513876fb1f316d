import type { ListReply } from '#contract/list.ts'
import { loseAnswers } from './support/lost-answers.ts'
import { storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import {
  choose,
  expectSaved,
  openToWrite,
  pathOf,
  savedState,
  subtitleOf,
  textOf,
  titleOf,
  tokenOf,
} from './support/writing.ts'

type Found = ListReply<{ title: string; subtitle?: string; place?: string }>

test('a new article whose first save was not answered is there once, with all that was typed', async ({
  page,
  desk,
}) => {
  await openToWrite(page, desk)
  await loseAnswers(page, '**/api/articles', 1)
  await titleOf(page).fill('Harbour at dawn')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await subtitleOf(page).fill('Typed meanwhile')
  await expectSaved(page)
  const { items } = await desk.api<Found>('GET', '/api/articles?q=Harbour%20at%20dawn')
  expect(items).toHaveLength(1)
  await page.reload()
  await expect(subtitleOf(page)).toHaveValue('Typed meanwhile')
})

test('a tab closed before the first save was answered: the text is back in the article that exists', async ({
  page,
  context,
  desk,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await openToWrite(page, desk)
  await loseAnswers(page, '**/api/articles', Infinity)
  await titleOf(page).fill('Harbour at noon')
  await expect(savedState(page)).toContainText('Not saved: offline')
  await page.close({ runBeforeUnload: true })

  const again = await context.newPage()
  await openToWrite(again, desk)
  await expect(titleOf(again)).toHaveValue('Harbour at noon')
  await expectSaved(again)
  const { items } = await desk.api<Found>('GET', '/api/articles?q=Harbour%20at%20noon')
  expect(items).toHaveLength(1)
  await expect(textOf(again)).toBeVisible()
})

test('a copy of an article is made once, however often Duplicate is chosen without an answer', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ title: 'Timetable' })
  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto(pathOf({ id }))
  await loseAnswers(page, `**/api/articles/${id}/duplicate`, 1)
  await choose(page, 'Duplicate')
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await choose(page, 'Duplicate')
  await expect(titleOf(page)).toHaveValue('Timetable (copy)')
  const { items } = await desk.api<Found>('GET', '/api/articles?q=Timetable')
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Timetable', 'Timetable (copy)'])
})

test('a copy of an ad is made once, however often Duplicate is chosen without an answer', async ({ page, desk }) => {
  const { id } = await desk.api<{ id: string }>('POST', '/api/ads', { name: 'Regatta banner' })
  await storeToken(page, await tokenOf(desk, 'administrator'))
  await page.goto(`/jCore/adManage/${id}`)
  await loseAnswers(page, `**/api/ads/${id}/duplicate`, 1)
  const duplicate = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  }
  await duplicate()
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await duplicate()
  await expect(page.getByRole('heading', { name: 'Regatta banner (2)' })).toBeVisible()
  const { items } = await desk.api<ListReply<{ name: string }>>('GET', '/api/ads?q=Regatta%20banner')
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Regatta banner', 'Regatta banner (2)'])
})

test('a bulk action whose answer was lost says that it may be done, and where it is undone', async ({ page, desk }) => {
  await desk.createArticle({ title: 'Swept one' })
  await desk.createArticle({ title: 'Swept two' })
  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto('/jCore/article?q=Swept')
  await expect(page.getByRole('row').filter({ hasText: 'Swept two' })).toBeVisible()
  await loseAnswers(page, '**/api/articles/bulk', 1)
  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('No article matches “Swept”')).toBeVisible()
  await expect(page.getByText('No answer came. The list shows whether it was done')).toBeVisible()
  await expect(page.getByText('What you typed is still here')).toBeHidden()
})

test('an author added in the picker of an article is made once, also when the answer was lost', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ title: 'By someone new' })
  await openToWrite(page, desk, pathOf({ id }))
  await loseAnswers(page, '**/api/authors', 1)
  const picker = page.getByRole('combobox', { name: 'Authors', exact: true })
  await picker.fill('Nadia Newcomer')
  await page.getByRole('option', { name: 'Create “Nadia Newcomer”' }).click()
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await page.getByRole('option', { name: 'Create “Nadia Newcomer”' }).click()
  await expect(page.getByRole('button', { name: 'Remove Nadia Newcomer' })).toBeVisible()
  const { items } = await desk.api<ListReply<{ displayName: string }>>('GET', '/api/authors?q=Nadia')
  expect(items.map(({ displayName }) => displayName)).toEqual(['Nadia Newcomer'])
})

test('a new album is made once, however often its button is pressed without an answer', async ({ page, desk }) => {
  await storeToken(page, await tokenOf(desk, 'administrator'))
  await page.goto('/jCore/album')
  await page.getByRole('button', { name: 'New album' }).click()
  const dialog = page.getByRole('dialog', { name: 'New album' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Regatta of the year')
  await loseAnswers(page, '**/api/albums', 1)
  await dialog.getByRole('button', { name: 'Create the album' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached')
  await dialog.getByRole('textbox', { name: 'Place' }).fill('Pier 4')
  await dialog.getByRole('button', { name: 'Create the album' }).click()
  await expect(page).toHaveURL(/\/jCore\/album\/[0-9a-f-]{36}$/)
  const { items } = await desk.api<Found>('GET', '/api/albums?q=Regatta')
  expect(items).toMatchObject([{ title: 'Regatta of the year', place: 'Pier 4' }])
})
