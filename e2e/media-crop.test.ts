import type { Page } from '@playwright/test'
import type { Media } from '#contract/media.ts'
import { DESK, expectAccessible } from './support/accessibility.ts'
import { openMedia, openPicture, panel, upload } from './support/library.ts'
import { expect, test } from './support/test.ts'
import { expectSaved, openToWrite, pathOf, stored as storedArticle, textOf } from './support/writing.ts'

test.use({ serverNamed: 'media' })

/** Goes to a control by keyboard alone, forwards from where the keyboard is. */
async function tabTo(page: Page, name: string) {
  const focused = page.locator(':focus')
  await expect
    .poll(async () => {
      const label = await focused.evaluate((one) => one.getAttribute('aria-label') ?? one.textContent).catch(() => '')
      if (label === name) return true
      await page.keyboard.press('Tab')
      return false
    })
    .toBe(true)
}

test('a picture is turned and cropped by keyboard alone, everywhere it is used, and undo brings the old one back', async ({
  page,
  desk,
  request,
}) => {
  const picture = await upload(desk, 'crop.jpg', { alt: 'Hills' })
  await desk.createArticle({
    title: 'Shows what is cropped',
    cover: { media: picture.id, alt: 'x', caption: '', credit: '' } as never,
    status: 'published',
  })
  const stored = () => desk.api<Media>('GET', `/api/media/${picture.id}`)
  const bytes = async () => (await request.get(picture.url)).body()
  const before = await bytes()
  await openMedia(page, desk, '?q=crop')
  const loaded = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('crop-dialog')).length,
    )
  const shown = await openPicture(page, 'crop.jpg')
  expect(await loaded(), 'loaded before it is opened').toBe(0)
  await shown.getByRole('button', { name: 'Crop and rotate' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “crop.jpg”' })
  await expect(dialog).toContainText('the 1 place that shows it shows the result at once')
  expect(await loaded()).toBeGreaterThan(0)

  await tabTo(page, 'Rotate right')
  await page.keyboard.press('Enter')
  const result = dialog.getByRole('status')
  await expect(result).toHaveText('Result: 800 × 1200 pixels')
  await dialog.getByRole('radio', { name: 'Freeform' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '1:1' })).toBeChecked()
  await expect(result).toHaveText('Result: 800 × 800 pixels')
  const width = dialog.getByRole('textbox', { name: 'Width' })
  await width.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('400')
  await expect(dialog.getByRole('textbox', { name: 'Height' })).toHaveValue('400')
  await dialog.getByRole('group', { name: /^The part that stays\. / }).focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(dialog.getByRole('textbox', { name: 'From the top' })).not.toHaveValue('200')
  await expectAccessible(page, 'crop a picture')
  await page.setViewportSize(DESK)

  await dialog.getByRole('button', { name: 'Replace the picture' }).press('Enter')
  await expect(page.getByText('Replaced “crop.jpg” with the edited picture')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(shown.getByRole('button', { name: 'Crop and rotate' })).toBeFocused()
  await expect(shown).toContainText('400 × 400')
  expect(await stored()).toMatchObject({ url: picture.url, alt: 'Hills', width: 400, height: 400 })
  expect((await bytes()).equals(before)).toBe(false)

  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(shown).toContainText('1200 × 800')
  expect((await bytes()).equals(before)).toBe(true)
})

test('a part of a picture is kept as a new one, with its texts, and the first stays as it is', async ({
  page,
  desk,
}) => {
  const picture = await upload(desk, 'part.jpg', { alt: 'Hills', caption: 'At dawn' })
  await openMedia(page, desk, '?q=part')
  const shown = await openPicture(page, 'part.jpg')
  // Not saved yet, and yet a text of the picture.
  await shown.getByRole('textbox', { name: 'Alt text' }).fill('Hills at dawn')
  await shown.getByRole('button', { name: 'Crop and rotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “part.jpg”' })
  const area = (await dialog.getByRole('group', { name: /^The part that stays\. / }).boundingBox())!
  // The left edge is dragged to the middle.
  await page.mouse.move(area.x, area.y + area.height / 2)
  await page.mouse.down()
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(dialog.getByRole('status')).toHaveText(/^Result: (?:59\d|60\d) × 800 pixels$/)
  await dialog.getByRole('button', { name: 'Save as a new picture' }).click()
  await expect(page.getByText('Saved as “part (edited).jpg”')).toBeVisible()
  await page.getByRole('link', { name: 'Show the picture' }).click()
  const made = panel(page, 'part (edited).jpg')
  await expect(made.getByRole('textbox', { name: 'Alt text' })).toHaveValue('Hills at dawn')
  await expect(made.getByRole('textbox', { name: 'Caption' })).toHaveValue('At dawn')
  expect(await desk.api<Media>('GET', `/api/media/${picture.id}`)).toMatchObject({ width: 1200, height: 800 })
})

test('an author crops what readers see as a new picture only, and reads why', async ({ page, desk }) => {
  const picture = await upload(desk, 'seen.jpg', {}, 'author')
  await desk.createArticle({
    title: 'Readers see it',
    cover: { media: picture.id, alt: 'x', caption: '', credit: '' } as never,
    status: 'published',
  })
  await openMedia(page, desk, `?q=seen&picture=${picture.id}`, 'author')
  const shown = panel(page, 'seen.jpg')
  await expect(shown.getByRole('button', { name: 'Replace the file' })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Crop and rotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “seen.jpg”' })
  await expect(dialog).toContainText('Readers see this picture, so only someone who may publish can replace it.')
  await expect(dialog.getByRole('button', { name: 'Replace the picture' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Rotate left' }).click()
  await dialog.getByRole('button', { name: 'Save as a new picture' }).click()
  await expect(page.getByText('Saved as “seen (edited).jpg”')).toBeVisible()
})

test('a cover is cropped in the article, as a new picture with the words of the article', async ({ page, desk }) => {
  const picture = await upload(desk, 'cover.jpg', { alt: 'Hills' })
  const words = { alt: 'Hills in this story', caption: 'Here', credit: 'Ann' }
  const article = await desk.createArticle({ title: 'Cropped', cover: { media: picture.id, ...words } as never })
  await openToWrite(page, desk, pathOf(article))
  const cover = page.getByRole('group', { name: 'Cover', exact: true })
  await cover.getByRole('button', { name: 'Cover: crop and rotate the picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “cover.jpg”' })
  await dialog.getByText('16:9').click()
  await expect(dialog.getByRole('status')).toHaveText('Result: 1200 × 675 pixels')
  await dialog.getByRole('button', { name: 'Save as a new picture' }).click()
  await expect(page.getByText('Saved as “cover (edited).jpg”')).toBeVisible()
  await expect(cover.getByRole('button', { name: 'Cover: crop and rotate the picture' })).toBeFocused()
  await expect.poll(async () => (await storedArticle(desk, article.id)).cover?.media).not.toBe(picture.id)
  const after = (await storedArticle(desk, article.id)).cover!
  expect(after).toMatchObject(words)
  expect(await desk.api<Media>('GET', `/api/media/${after.media}`)).toMatchObject({ width: 1200, height: 675 })
})

test('a picture in the text of an article is cropped there, and the one of the library stays as it is', async ({
  page,
  desk,
}) => {
  const picture = await upload(desk, 'in text.jpg', { alt: 'Hills' })
  const body = `<p>Before</p><figure><img src="${picture.url}" alt="Hills in this story" data-media-id="${picture.id}"></figure><p>After</p>`
  const article = await desk.createArticle({ title: 'Cropped in its text', body })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).getByRole('img', { name: 'Hills in this story' }).click()
  await page.getByRole('toolbar', { name: 'Image' }).getByRole('button', { name: 'Crop and rotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “in text.jpg”' })
  await dialog.getByText('1:1').click()
  await expect(dialog.getByRole('status')).toHaveText('Result: 800 × 800 pixels')
  await expect(dialog.getByRole('button', { name: 'Replace the picture' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save as a new picture' }).click()
  await expect(page.getByText('Saved as “in text (edited).jpg”')).toBeVisible()
  // The keyboard is in the text again, at the picture.
  await expect(textOf(page)).toBeFocused()
  await expectSaved(page)
  const { body: after } = await storedArticle(desk, article.id)
  expect(after).toContain('alt="Hills in this story"')
  const id = /data-media-id="([^"]+)"/.exec(after)?.[1]
  expect(id).not.toBe(picture.id)
  expect(await desk.api<Media>('GET', `/api/media/${id}`)).toMatchObject({ width: 800, height: 800, uses: 1 })
  expect(await desk.api<Media>('GET', `/api/media/${picture.id}`)).toMatchObject({ width: 1200, height: 800, uses: 0 })
})
