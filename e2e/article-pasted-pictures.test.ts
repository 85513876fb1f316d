import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from './support/accessibility.ts'
import { picture } from './support/files.ts'
import { expect, test } from './support/test.ts'
import { expectSaved, next, openToWrite, pathOf, readerGets, stored, textOf } from './support/writing.ts'

/** HTML as another program puts it on the clipboard; Playwright cannot do that from outside the page. */
const pasteHtml = (page: Page, html: string) =>
  textOf(page).evaluate((target, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  }, html)

const WORD = `<p class=MsoNormal>From Word.</p>
  <p class=MsoNormal><img width=320 src="file:///C:/Temp/msohtmlclip1/01/clip_image001.jpg" alt="A pier"></p>
  <p class=MsoNormal>Between.</p>
  <p class=MsoNormal><img width=320 src="file:///C:/Temp/msohtmlclip1/01/clip_image002.jpg"></p>`

test('pictures that Word did not give along stay marked until they are uploaded, and no reader sees the marks', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'From Word', body: '<p>First.</p>' })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await pasteHtml(page, WORD)
  const first = textOf(page).getByRole('group', { name: 'clip_image001.jpg' })
  const second = textOf(page).getByRole('group', { name: 'clip_image002.jpg' })
  await expect(first).toContainText('could not be pasted')
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  await page.reload()
  await expect(first).toContainText('A pier')
  await expect(second).toBeVisible()
  await expectNoAxeFindings(page, 'an article with pictures that are missing')

  await next(page, 'Publish').click()
  const list = page.getByRole('dialog', { name: /Before readers/ }).or(page.getByRole('dialog'))
  await expect(list.getByText('2 pasted pictures are missing')).toBeVisible()
  await list.getByRole('button', { name: 'clip_image001.jpg: A pier' }).click()
  await expect(first.getByRole('button', { name: 'Upload instead' })).toBeFocused()
  const dialog = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await dialog).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: await picture('pier') })
  await expect(textOf(page).getByRole('img', { name: 'A pier' })).toBeVisible()
  await expect(first).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  await next(page, 'Publish').click()
  await expect(page.getByText('1 pasted picture is missing')).toBeVisible()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect(page.getByText('Published “From Word”')).toBeVisible()
  const { body } = await readerGets(desk, article.slug)
  expect(body).toContain('alt="A pier"')
  expect(body).toMatch(/<p>Between.<\/p>$/)
  expect(body).not.toMatch(/missing|clip_image|<p><\/p>/)
  expect((await stored(desk, article.id)).body).toContain('data-missing-picture="clip_image002.jpg"')
})
