import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'
import { openToWrite, pathOf, stored, textOf, tokenOf } from './support/writing.ts'

test('a text that is needed often is kept as a snippet, and another writer puts it into another article', async ({
  page,
  desk,
}) => {
  const body = '<p>The wall is finished.</p><p>Write to <strong>the desk</strong> about it.</p>'
  const first = await desk.createArticle({ title: 'Where it comes from', body })
  await openToWrite(page, desk, pathOf(first), 'editor')
  await textOf(page).getByText('Write to').click({ clickCount: 3 })
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save the selection as a snippet' }).click()
  const save = page.getByRole('dialog', { name: 'Save as a snippet' })
  await save.getByRole('textbox', { name: 'Name of the snippet' }).fill('Write to us')
  await expectAccessible(page, 'save a snippet')
  await save.getByRole('button', { name: 'Save snippet' }).click()
  await expect(page.getByText('Saved the snippet “Write to us”')).toBeVisible()
  await expect(textOf(page)).toBeFocused()
  expect((await stored(desk, first.id)).body).toBe(body)

  const second = await desk.api(
    'POST',
    '/api/articles',
    { title: 'Where it goes', body: '<p>News.</p>' },
    await tokenOf(desk, 'author'),
  )
  await openToWrite(page, desk, pathOf(second), 'author')
  await textOf(page).getByText('News.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/snip')
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Snippets' })
  await expect(picker.getByRole('button', { name: /^Write to us/ })).toContainText('Write to the desk about it.')
  await expectAccessible(page, 'choose a snippet')
  await page.keyboard.type('desk')
  await page.keyboard.press('Enter')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(' Thanks.')
  await expect
    .poll(async () => (await stored(desk, second.id)).body)
    .toBe('<p>News.</p><p>Write to <strong>the desk</strong> about it. Thanks.</p>')
})
