import { storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { choose, pathOf, stored, textOf, tokenOf } from './support/writing.ts'

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
