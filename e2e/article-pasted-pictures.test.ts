import type { Page } from '@playwright/test'
import type { Media } from '#contract/media.ts'
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

  // The page intercepts it from here on: asked for right before the key, that could come too late.
  const dialog = page.waitForEvent('filechooser')
  await next(page, 'Publish').click()
  const list = page.getByRole('dialog')
  await expect(list.getByText('2 pasted pictures are missing')).toBeVisible()
  await list.getByRole('button', { name: 'clip_image001.jpg: A pier' }).click()
  await expect(list).toHaveCount(0)
  await expect(first.getByRole('button', { name: 'Upload instead' })).toBeFocused()
  await page.keyboard.press('Enter')
  await (await dialog).setFiles({ name: 'pier.png', mimeType: 'image/png', buffer: await picture('pier') })
  await expect(textOf(page).getByRole('img', { name: 'A pier' })).toBeVisible()
  await expect(first).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  await next(page, 'Publish').click()
  await expect(list.getByText('1 pasted picture is missing')).toBeVisible()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect(page.getByText('Published “From Word”')).toBeVisible()
  const { body } = await readerGets(desk, article.slug)
  expect(body).toContain('alt="A pier"')
  expect(body).toMatch(/<p>Between.<\/p>$/)
  expect(body).not.toMatch(/missing|clip_image|<p><\/p>/)
  expect((await stored(desk, article.id)).body).toContain('data-missing-picture="clip_image002.jpg"')
})

const GOOGLE = `<b style="font-weight:normal" id="docs-internal-guid-1"><p><span>From Docs.</span></p>
  <p><img src="https://lh7-rt.example.invalid/docsz/one?key=1" alt="A bridge"></p>
  <p>Text <img src="https://lh7-rt.example.invalid/docsz/two?key=1"> and more</p></b>`

test('pictures of Google Docs are taken over into the library, and what fails says why and stays', async ({
  page,
  desk,
  server,
}) => {
  const article = await desk.createArticle({ title: 'From Docs', body: '<p>First.</p>' })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await pasteHtml(page, GOOGLE)
  const cards = textOf(page).getByRole('group', { name: /^This picture is still on lh7-rt.example.invalid/ })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('A bridge')
  await expectNoAxeFindings(page, 'an article with pictures of other sites')

  // No such host is there, so the server says what a person is told.
  await page.getByRole('button', { name: 'Take over 2 pictures' }).click()
  await expect(textOf(page).getByText(/^Not taken over. The site does not give it out/)).toHaveCount(2)
  await expectNoAxeFindings(page, 'pictures of other sites that were not taken over')

  // From here on as if the site gave out a picture: no journey may reach one.
  const taken: string[] = []
  await page.route('**/api/media/from-address', async (route) => {
    const { address } = route.request().postDataJSON() as { address: string }
    taken.push(address)
    const multipart = { file: { name: 'a.png', mimeType: 'image/png', buffer: await picture(address) } }
    const headers = { authorization: route.request().headers()['authorization']! }
    const reply = await page.request.post(`${server.url}/api/media`, { headers, multipart })
    expect(reply.ok()).toBe(true)
    await route.fulfill({ status: reply.status(), json: (await reply.json()) as Media })
  })
  const takeOver = textOf(page).getByRole('button', { name: 'Take over', exact: true })
  await takeOver.first().focus()
  await page.keyboard.press('Enter')
  await expect(textOf(page).getByRole('img', { name: 'A bridge' })).toBeVisible()
  await takeOver.click()
  await expect(cards).toHaveCount(0)
  expect(taken).toEqual(['one', 'two'].map((name) => `https://lh7-rt.example.invalid/docsz/${name}?key=1`))
  await textOf(page).getByText('First.').click()
  await page.keyboard.press('Control+z')
  await expect(cards).toHaveCount(1)
  await page.keyboard.press('Control+y')
  await expect(cards).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  const { body } = await stored(desk, article.id)
  expect(body).not.toContain('example.invalid')
  expect(body).toMatch(/<img [^>]*alt="A bridge"/)
  expect(body.match(/data-media-id="[0-9a-f-]{36}"/g)).toHaveLength(2)
})
