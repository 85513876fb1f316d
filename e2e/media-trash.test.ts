import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Media } from '#contract/media.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { card, openMedia, openPicture, panel, upload } from './support/library.ts'
import { screenIsThere } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { tokenOf } from './support/writing.ts'

test.use({ serverNamed: 'media-trash' })

const bulkBar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })
const discard = (desk: Desk, { id }: Media) => desk.api('DELETE', `/api/media/${id}`)
const rowOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name })
const small = { width: 90, height: 60 }

/** The picture itself has come, not a sign in its place. */
const expectDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(1)

test('what is in the trash is seen before it is restored, in the library and in the trash of everything', async ({
  page,
  desk,
  request,
}) => {
  const first = await upload(desk, 'gone first.jpg', { alt: 'Hills' })
  const second = await upload(desk, 'gone second.jpg', { alt: 'More hills' })
  for (const one of [first, second]) await discard(desk, one)
  expect((await request.get(first.thumb)).status()).toBe(404)

  await openMedia(page, desk, '?trashed=true&q=gone')
  await expectDrawn(page.getByRole('img', { name: 'Hills', exact: true }))
  const shown = await openPicture(page, first.name)
  await expectDrawn(shown.getByRole('img', { name: 'Hills', exact: true }))
  await expect(shown).toContainText(/moved it to the trash/)
  await expectNoAxeFindings(page, 'panel of a picture in the trash')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'As a list' }).click()
  const row = rowOf(page, 'Pictures', first.name)
  await expectDrawn(row.locator('img'))
  await row.hover()
  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(`Restored “${first.name}”`)).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await request.get(first.thumb)).status()).toBe(200)

  await page.goto('/jCore/trash?q=gone')
  await screenIsThere(page, 'Trash')
  await expectDrawn(rowOf(page, 'Trash', second.name).locator('img'))
})

test('the link to a picture in the trash leads to it and back to the library, for who may', async ({ page, desk }) => {
  const picture = await upload(desk, 'linked.jpg', {}, 'author')
  await discard(desk, picture)
  await openMedia(page, desk, `?picture=${picture.id}`, 'viewer')
  await expect(page.getByRole('dialog').getByText('This picture does not exist')).toBeVisible()

  await openMedia(page, desk, `?picture=${picture.id}`, 'author')
  const shown = panel(page, picture.name)
  await expect(shown).toContainText('ada moved it to the trash')
  await expectDrawn(shown.getByRole('img', { name: `Preview of ${picture.name}` }))
  await shown.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(`Restored “${picture.name}”`)).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Copy the address' })).toBeVisible()
  await expect(card(page, picture.name)).toBeVisible()
})

for (const layout of ['grid', 'list'] as const)
  test(`after a deletion in the ${layout} the keyboard goes on with the next picture`, async ({ page, desk }) => {
    for (const letter of ['d', 'c', 'b', 'a']) await upload(desk, `focus ${layout} ${letter}.jpg`, {}, 'editor', small)
    await openMedia(page, desk, `?q=focus+${layout}&layout=${layout === 'grid' ? 'grid' : 'table'}`)
    const link = (letter: string) => page.getByRole('link', { name: `focus ${layout} ${letter}.jpg`, exact: true })
    await expect(link('a')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(link('b')).toBeFocused()
    await page.keyboard.press('x')
    await bulkBar(page).getByRole('button', { name: 'Move to trash' }).press('Enter')
    await expect(link('b')).toHaveCount(0)
    await expect(link('c')).toBeFocused()

    await page.keyboard.press('Enter')
    await panel(page, `focus ${layout} c.jpg`).getByRole('button', { name: 'Move to trash' }).press('Enter')
    await expect(link('c')).toHaveCount(0)
    await expect(link('d')).toBeFocused()
    await page.keyboard.press('k')
    await expect(link('a')).toBeFocused()
  })

/** Tiles of many greys, whose look stays its own in whatever size. */
async function sendTiles(desk: Desk, name: string, width: number): Promise<Media> {
  const greys = Buffer.from(Array.from({ length: 12 * 9 }, (_, at) => (at * 89 + at * at * 31) % 251))
  const tiles = sharp(greys, { raw: { width: 12, height: 9, channels: 1 } }).resize(1200, 900, { kernel: 'nearest' })
  const bytes = await sharp(await tiles.png().toBuffer())
    .resize(width)
    .jpeg({ quality: 70 })
    .toBuffer()
  const form = new FormData()
  form.append('file', new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' }))
  return desk.upload(form, await tokenOf(desk, 'editor'))
}

test('of pictures that look the same one is kept', async ({ page, desk }) => {
  const original = await sendTiles(desk, 'same.jpg', 1000)
  const copies = [await sendTiles(desk, 'same, smaller.jpg', 700), await sendTiles(desk, 'same, smallest.jpg', 500)]
  await upload(desk, 'same name, other look.jpg')
  await openMedia(page, desk, '?q=same')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Similar pictures' }).click()
  await expect(card(page, 'same name, other look.jpg')).toHaveCount(0)
  const shown = await openPicture(page, 'same.jpg')
  await expect(shown.getByRole('list', { name: 'Similar pictures' }).getByRole('link')).toHaveCount(2)
  await shown.getByRole('link', { name: 'Compare them in the library' }).click()
  await expect(page).toHaveURL(new RegExp(`likeOf=${original.id}`))
  await expect(panel(page, 'same.jpg')).toBeHidden()
  for (const { name } of copies)
    await page.getByRole('checkbox', { name: `Select “${name}”`, exact: true }).check({ force: true })
  await bulkBar(page).getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('Moved 2 pictures to the trash')).toBeVisible()
  await expect(card(page, 'same.jpg')).toBeVisible()
  await page.goto('/jCore/media?q=same&duplicates=true')
  await expect(page.getByText('No picture matches “same”')).toBeVisible()
  expect(await desk.api('GET', `/api/media/${original.id}`)).toMatchObject({ duplicates: 0, deletedAt: null })
})

test('all unused pictures of one uploader go at once, on all pages, and come back by undo', async ({ page, desk }) => {
  for (let n = 0; n < 27; n++) await upload(desk, `leftover ${n}.jpg`, {}, 'author', small)
  await upload(desk, 'leftover of someone else.jpg', {}, 'editor', small)
  const used = await upload(desk, 'leftover that is used.jpg', {}, 'author', small)
  await desk.createArticle({ cover: { media: used.id, alt: 'x', caption: '', credit: '' } as never })
  const there = async (query: string) =>
    (await desk.api<{ total: number }>('GET', `/api/media?q=leftover&${query}`)).total
  await openMedia(page, desk, '?q=leftover&unused=true')
  await expect(card(page, 'leftover of someone else.jpg')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Uploaded by' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Arno Fischer', exact: true }).click()
  await expect(card(page, 'leftover of someone else.jpg')).toHaveCount(0)
  await expect(page.getByText('1–25 of 27')).toBeVisible()

  await page.keyboard.press('Control+a')
  await bulkBar(page).getByRole('button', { name: 'Select all 27 that match' }).click()
  await bulkBar(page).getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('Moved 27 pictures to the trash')).toBeVisible()
  await expect(page.getByText('No picture matches “leftover”')).toBeVisible()
  expect([await there(''), await there('trashed=true')]).toEqual([2, 27])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByText('1–25 of 27')).toBeVisible()
  expect([await there(''), await there('trashed=true')]).toEqual([29, 0])
})

test('the panel goes from page to page, and closing it leaves the keyboard at the picture on its page', async ({
  page,
  desk,
}) => {
  for (let n = 27; n > 0; n--) await upload(desk, `walk ${String(n).padStart(2, '0')}.jpg`, {}, 'editor', small)
  await openMedia(page, desk, '?q=walk')
  await openPicture(page, 'walk 25.jpg')
  await panel(page, 'walk 25.jpg').getByRole('button', { name: 'Next picture' }).click()
  await expect(panel(page, 'walk 26.jpg')).toContainText('26 of 27')
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(panel(page, 'walk 26.jpg')).toContainText('26 of 27')
  await page.keyboard.press('ArrowLeft')
  await expect(panel(page, 'walk 25.jpg')).toContainText('25 of 27')
  await page.keyboard.press('ArrowRight')
  await expect(panel(page, 'walk 26.jpg')).toContainText('26 of 27')
  await page.keyboard.press('Escape')
  await expect(card(page, 'walk 26.jpg')).toBeFocused()
  await expect(card(page, 'walk 25.jpg')).toHaveCount(0)
})
