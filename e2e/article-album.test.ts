import type { Page } from '@playwright/test'
import type { Album } from '#contract/albums.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { uploadLandscapes } from './support/photos.ts'
import type { RunningServer } from './support/running-server.ts'
import { expect, test } from './support/test.ts'
import { expectSaved, next, openToWrite, pathOf, readerGets, textOf, tokenOf } from './support/writing.ts'

async function createAlbum(desk: Desk, server: RunningServer, title: string, first: number, published = true) {
  const media = await uploadLandscapes(server, await tokenOf(desk, 'administrator'), 3, first)
  const { id } = await desk.api<Album>('POST', '/api/albums', { title })
  const { album } = await desk.api<{ album: Album }>('POST', `/api/albums/${id}/photos`, {
    media: media.map((file) => file.id),
  })
  return published ? desk.api<Album>('POST', `/api/albums/${id}/publish`, { version: album.version }) : album
}
const card = (page: Page, title: string) => textOf(page).getByRole('group', { name: `Photo album: ${title}` })
const choose = (page: Page, title: string) =>
  page.getByRole('dialog', { name: 'Choose an album' }).getByRole('button', { name: title }).click()

test('an album is chosen from the slash menu, seen as a card and in the preview, and readers get its pictures', async ({
  page,
  desk,
  server,
}) => {
  const album = await createAlbum(desk, server, 'Hills in May', 0)
  const article = await desk.createArticle({ title: 'A walk', slug: 'a-walk', body: '<p>Look:</p>' })
  await openToWrite(page, desk, pathOf(article), 'editor')
  await textOf(page).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/album')
  await page.keyboard.press('Enter')
  await choose(page, 'Hills in May')
  await expect(card(page, 'Hills in May')).toContainText('3 photos')
  await expect(card(page, 'Hills in May').locator('img')).toHaveJSProperty('complete', true)
  await expectNoAxeFindings(page, 'article with an album')
  await expectSaved(page)

  await page.getByRole('button', { name: 'Preview' }).click()
  const gallery = page.frameLocator('iframe').locator('figure.gallery img')
  await expect(gallery).toHaveCount(3)
  await expect(gallery.nth(1)).toHaveAttribute('alt', 'Hills under a sun, number 2')
  await page.keyboard.press('Escape')

  await next(page, 'Publish').click()
  await expect(next(page, 'Publish')).toBeHidden()
  const { body } = await readerGets(desk, 'a-walk')
  expect(body).toMatch(/<figure class="gallery" data-album="[0-9a-f-]{36}">(<img [^>]+>){3}<\/figure>/)

  const refused = await desk.send<{ code: string; reasons: string[] }>(
    await tokenOf(desk, 'administrator'),
    'DELETE',
    `/api/albums/${album.id}`,
  )
  expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', reasons: ['article “A walk”'] } })
})

test('an album is exchanged and taken away by its tools, stays through the source, and says what readers do not see', async ({
  page,
  desk,
  server,
}) => {
  const shown = await createAlbum(desk, server, 'Snow', 10)
  await createAlbum(desk, server, 'Not ready', 20, false)
  const article = await desk.createArticle({ body: `<p>a</p><div data-album="${shown.id}"></div><p>b</p>` })
  await page.setViewportSize({ width: 320, height: 700 })
  await openToWrite(page, desk, pathOf(article))
  await expect(card(page, 'Snow')).toContainText('3 photos')
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1900, height: 900 })

  await card(page, 'Snow').click()
  await page.getByRole('toolbar', { name: 'Album' }).getByRole('button', { name: 'Choose another album' }).click()
  await choose(page, 'Not ready')
  await expect(card(page, 'Not ready')).toContainText('not published, so readers do not see it')
  // What follows at once would be undone together with it.
  await expectSaved(page)
  await page.getByRole('button', { name: 'HTML source' }).click()
  await expect(page.getByRole('textbox', { name: 'HTML source of the article' })).toHaveValue(
    /<div data-album="[0-9a-f-]{36}"><\/div>/,
  )
  await page.getByRole('button', { name: 'HTML source' }).click()
  await card(page, 'Not ready').click()
  await page.keyboard.press('Delete')
  await expect(card(page, 'Not ready')).toBeHidden()
  await page.keyboard.press('Control+z')
  await expect(card(page, 'Not ready')).toBeVisible()
})
