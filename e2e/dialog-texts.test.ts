import type { Ad } from '#contract/ads.ts'
import type { Placement } from '#contract/placements.ts'
import { loseAnswers } from './support/lost-answers.ts'
import { screenIsThere, storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { bar, choose, pathOf, stored, subtitleOf, textOf, tokenOf } from './support/writing.ts'

test('a note to the writer is in its dialog again, however the dialog was closed, until it is sent or given up', async ({
  page,
  desk,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const { id } = await desk.createArticle({ title: 'Long piece', status: 'in_review' })
  const dialog = page.getByRole('dialog', { name: /^Return “/ })
  const note = dialog.getByLabel('What should change')
  const open = () => choose(page, 'Return to the writer…')
  const words = 'Half an hour of remarks, one by one.'

  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto(pathOf({ id }))
  await open()
  await note.fill(words)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await expect(note).toHaveValue(words)

  await page.reload()
  await open()
  await expect(note).toHaveValue(words)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(note).toHaveValue('')

  await note.fill(words)
  await dialog.getByRole('button', { name: 'Return to the writer' }).click()
  await expect(dialog).toBeHidden()
  await expect(textOf(page)).toBeVisible()
  expect(await stored(desk, id)).toMatchObject({ status: 'draft', returnNote: words })
})

test('a message to the editors is in its dialog again until the article is submitted', async ({ page, desk }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const { id } = await desk.createArticle({ title: 'For review' })
  const dialog = page.getByRole('dialog', { name: 'Submit for review' })
  const message = dialog.getByLabel('Message to the editors')
  const open = () => choose(page, 'Submit with a message…')
  const words = 'Please check the numbers in the third paragraph.'

  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto(pathOf({ id }))
  await open()
  await message.fill(words)
  await page.mouse.click(2, 2)
  await expect(dialog).toBeHidden()
  await open()
  await expect(message).toHaveValue(words)
  await page.reload()
  await open()
  await expect(message).toHaveValue(words)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
  expect(await stored(desk, id)).toMatchObject({ status: 'in_review', submission: { message: words } })
})

test('a return whose answer was lost is told as done when it is sent again', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ title: 'Returned once', status: 'in_review' })
  const dialog = page.getByRole('dialog', { name: /^Return “/ })
  const note = dialog.getByLabel('What should change')
  const words = 'The first paragraph twice.'
  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto(pathOf({ id }))
  await loseAnswers(page, `**/api/articles/${id}/return`, 1)
  await choose(page, 'Return to the writer…')
  await note.fill(words)
  await dialog.getByRole('button', { name: 'Return to the writer' }).click()
  await expect(page.getByText('The server cannot be reached').first()).toBeVisible()
  await expect(note).toHaveValue(words)
  await dialog.getByRole('button', { name: 'Return to the writer' }).click()
  await expect(page.getByText('“Returned once” is a draft again')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('in the meantime')).toBeHidden()
  expect(await stored(desk, id)).toMatchObject({ status: 'draft', returnNote: words })
})

test('the reason of a rejection is kept while the ad changes, and is told as sent where only the answer was lost', async ({
  page,
  desk,
}) => {
  const sizes = [{ width: 300, height: 250 }]
  const placement = await desk.api<Placement>('POST', '/api/placements', { name: 'Beside the text', sizes })
  const made = await desk.api<Ad>('POST', '/api/ads', {
    name: 'Waiting banner',
    advertiser: 'Globex',
    label: 'Advertisement',
    clickUrl: 'https://globex.example/',
    placements: [placement.id],
    creatives: [{ kind: 'text', title: 'Sale', text: 'Now.' }],
  })
  const now = () => desk.api<Ad>('GET', `/api/ads/${made.id}`)
  const act = async (action: string) =>
    desk.api<Ad>('POST', `/api/ads/${made.id}/${action}`, { version: (await now()).version })
  await act('submit')
  const dialog = page.getByRole('dialog', { name: 'Reject “Waiting banner”' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  const reject = () => dialog.getByRole('button', { name: 'Reject' }).click()
  const words = 'The picture promises a price that the page does not have.'
  await storeToken(page, await tokenOf(desk, 'administrator'))
  await page.goto(`/jCore/adManage/${made.id}`)
  await screenIsThere(page, 'Waiting banner')
  await page.getByRole('button', { name: 'Reject' }).click()
  await reason.fill(words)
  // Its ad manager withdraws it and submits it again.
  await act('withdraw')
  await act('submit')
  await reject()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(reason).toHaveValue(words)
  await loseAnswers(page, `**/api/ads/${made.id}/reject`, 1)
  await reject()
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached')
  await reject()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  expect(await now()).toMatchObject({ rejection: words })
})

test('half a character in a text is told at its field, and the rest is saved once it is gone', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ title: 'Broken file' })
  await storeToken(page, await tokenOf(desk, 'editor'))
  await page.goto(pathOf({ id }))
  await expect(textOf(page)).toBeVisible()
  // As a broken file gives it when its text is copied.
  await subtitleOf(page).evaluate((field: HTMLTextAreaElement) => {
    field.focus()
    document.execCommand('insertText', false, 'From a \ud83d file')
  })
  await expect(page.getByText('This contains half a character. Delete it and type it again.').first()).toBeVisible()
  await subtitleOf(page).fill('From a whole file')
  await expect(bar(page).getByRole('status')).toHaveText(/^Saved \d/)
  expect(await stored(desk, id)).toMatchObject({ subtitle: 'From a whole file' })
})
