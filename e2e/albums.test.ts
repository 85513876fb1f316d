import type { Page } from '@playwright/test'
import type { Album } from '#contract/albums.ts'
import type { Media } from '#contract/media.ts'
import type { Role } from '#contract/permissions.ts'
import { DESK, PHONE, expectAccessible, expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { createAlbum, landscape, photosOf, uploadLandscapes } from './support/photos.ts'
import type { RunningServer } from './support/running-server.ts'
import { goToScreen, screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'albums' })

let uploaded: Promise<Media[]> | undefined
/** The ids of a few pictures, uploaded once. */
const library = async (server: RunningServer, desk: Desk) => {
  uploaded ??= desk.newToken(server.admin).then((token) => uploadLandscapes(server, token, 9))
  return (await uploaded).map(({ id }) => id)
}
const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Albums' }).getByRole('link', { name: title, exact: true })
const photos = (page: Page) => page.getByRole('option')
const namesOf = async (desk: Desk, album: { id: string }) => (await photosOf(desk, album)).map(({ name }) => name)
const openAlbum = async (page: Page, { id }: { id: string }, title: string) => {
  await page.goto(`/jCore/album/${id}`)
  await screenIsThere(page, title)
  await expect(photos(page).first()).toBeVisible()
}

test('an editor starts an album, fills it from the library and by dropping a file, writes about it and publishes it', async ({
  page,
  desk,
  server,
}) => {
  await library(server, desk)
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/album')
  await screenIsThere(page, 'Albums')
  await page.getByRole('button', { name: 'New album' }).click()
  const dialog = page.getByRole('dialog', { name: 'New album' })
  await dialog.getByRole('button', { name: 'Create the album' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeFindings(page, 'new album')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('京都之秋')
  await dialog.getByLabel('Date of the event').fill('2026-11-08')
  await dialog.getByRole('textbox', { name: 'Place' }).fill('Kyoto')
  await dialog.getByRole('button', { name: 'Create the album' }).click()
  await expect(page).toHaveURL(/\/jCore\/album\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)!
  await expect(page.getByText('Drop photos here')).toBeVisible()
  await expectNoAxeFindings(page, 'empty album')
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: 'Choose from the library' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose pictures' })
  for (const name of ['DSC_1002', 'DSC_1000', 'DSC_1004'])
    await picker
      .getByRole('button', { name: new RegExp(name) })
      .first()
      .click()
  await picker.getByRole('button', { name: 'Add 3 pictures' }).click()
  await expect(photos(page)).toHaveCount(3)
  await expect(page.getByText('3 selected')).toBeVisible()
  expect(await namesOf(desk, { id })).toEqual(['DSC_1002.jpg', 'DSC_1000.jpg', 'DSC_1004.jpg'])

  const data = await page.evaluateHandle(
    async (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(
        new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'dropped.jpg', { type: 'image/jpeg' }),
      )
      return transfer
    },
    (await landscape(40)).toString('base64'),
  )
  const second = (await photos(page).nth(1).boundingBox())!
  const at = { dataTransfer: data, clientX: second.x + 4, clientY: second.y + 40 }
  await photos(page).nth(1).dispatchEvent('dragenter', at)
  await photos(page).nth(1).dispatchEvent('dragover', at)
  await photos(page).nth(1).dispatchEvent('drop', at)
  await expect(photos(page)).toHaveCount(4)
  expect((await namesOf(desk, { id }))[1]).toBe('dropped.jpg')

  await page.getByRole('button', { name: 'Clear the selection' }).first().click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Maple leaves and a river.')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published: “京都之秋”')).toBeVisible()
  const readers = await desk.api<{ items: { title: string }[] }>('GET', '/content/v1/albums')
  expect(readers.items.map(({ title }) => title)).toContain('京都之秋')
})

test('a set of photos is dragged and carried to other places, undone, put in order, and taken out', async ({
  page,
  desk,
  server,
}) => {
  const album = await createAlbum(desk, { title: 'Order' }, await library(server, desk))
  const first = await namesOf(desk, album)
  const order = async () => (await namesOf(desk, album)).map((name) => first.indexOf(name)).join('')
  await signIn(page, desk, 'editor')
  await openAlbum(page, album, 'Order')
  await photos(page).nth(1).click()
  await photos(page)
    .nth(3)
    .click({ modifiers: ['Control'] })
  const [from, to] = [(await photos(page).nth(3).boundingBox())!, (await photos(page).nth(7).boundingBox())!]
  await page.mouse.move(from.x + 30, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 60, { steps: 3 })
  await page.mouse.move(to.x + 3, to.y + to.height / 2, { steps: 6 })
  await page.mouse.up()
  await expect(page.getByText('Moved 2 photos')).toBeVisible()
  await expect.poll(order).toBe('024561378')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await order()).toBe('012345678')

  await page.getByRole('listbox').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/2 photos picked up/)).toBeAttached()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(order).toBe('024567813')
  await page.keyboard.press('p')
  const place = page.getByRole('dialog', { name: 'Move 2 photos' })
  await place.getByRole('textbox', { name: 'To position' }).fill('1')
  await place.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(order).toBe('130245678')
  await expect(place).toBeHidden()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Put in order' }).click()
  await page.getByRole('menuitem', { name: 'Name, Z to A' }).click()
  await expect.poll(order).toBe('876543210')
  await expect(photos(page).first()).toHaveAccessibleName(/number 9|DSC_1008/)
  await photos(page).first().click()
  await page.keyboard.press('Delete')
  await expect(photos(page)).toHaveCount(8)
  await expect(page.getByText('Taken out of the album: 1 photo')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(photos(page)).toHaveCount(9)
  await expect.poll(order).toBe('876543210')
})

test('photos are put in the order of capture time, then by hand; both are undone, and after removing one the keyboard goes on', async ({
  page,
  desk,
  server,
}) => {
  const token = await desk.newToken(server.admin)
  const taken = await uploadLandscapes(server, token, 3, 50, (n) => `2026:05:0${59 - n} 12:00:00`)
  const [unknown] = await library(server, desk)
  const media = [unknown!, ...taken.map(({ id }) => id)]
  const album = await createAlbum(desk, { title: 'Days' }, media)
  const order = async () => (await photosOf(desk, album)).map((photo) => media.indexOf(photo.media)).join('')
  await signIn(page, desk, 'editor')
  await openAlbum(page, album, 'Days')
  await page.getByRole('button', { name: 'Put in order' }).click()
  await page.getByRole('menuitem', { name: 'Capture time, oldest first' }).click()
  await expect(page.getByText('Ordered by capture time')).toBeVisible()
  await expect.poll(order).toBe('3210')
  // The server has ordered them before the list shows it.
  await expect(photos(page).first()).toHaveAccessibleName(/number 53/)
  // The menu gives the focus back when it is gone.
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('listbox').focus()
  await expect(page.getByRole('listbox')).toBeFocused()
  for (const key of ['Home', 'Space', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(order).toBe('2310')
  // The server has moved it before the console has the answer: until then, the last Undo is that of the order.
  await expect(page.getByText('Moved 1 photo')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(order).toBe('3210')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(order).toBe('0123')
  await expect(photos(page).first()).toHaveAccessibleName(/number 1|DSC_1000/)
  await photos(page).nth(1).click()
  await page.keyboard.press('Delete')
  await expect(photos(page)).toHaveCount(3)
  await expect(page.getByRole('listbox')).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('Delete')
  await expect(photos(page)).toHaveCount(2)
  await expect.poll(order).toBe('03')
})

test('a caption typed in the large view is saved by leaving it, and one that was cut off with the tab is offered again', async ({
  page,
  context,
  desk,
  server,
}) => {
  const album = await createAlbum(desk, { title: 'Words' }, (await library(server, desk)).slice(0, 2))
  const captions = async () => (await photosOf(desk, album)).map(({ caption }) => caption)
  const caption = (of: Page) => of.getByRole('textbox', { name: 'Caption' })
  await signIn(page, desk, 'editor')
  await openAlbum(page, album, 'Words')
  await photos(page).first().dblclick()
  const large = page.getByRole('dialog')
  await large.getByRole('textbox', { name: 'Caption' }).fill('Typed large')
  await page.keyboard.press('Escape')
  await expect.poll(captions).toEqual(['Typed large', ''])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(captions).toEqual(['', ''])
  await photos(page).nth(1).click()
  await caption(page).fill('Cut off')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const closed = page.waitForEvent('close')
  await (await asked).accept()
  await closed

  const again = await context.newPage()
  await signIn(again, desk, 'editor')
  await openAlbum(again, album, 'Words')
  await expect(again.getByText('Caption: “Cut off”')).toBeVisible()
  await expectNoAxeFindings(again, 'texts that were kept')
  await again.getByRole('button', { name: 'Save them' }).click()
  await expect.poll(captions).toEqual(['', 'Cut off'])
  await expect(again.getByText('Caption: “Cut off”')).toBeHidden()
})

test('photos get texts together, a cover, and go to another album and back', async ({ page, desk, server }) => {
  const media = await library(server, desk)
  const album = await createAlbum(desk, { title: 'Source' }, media.slice(0, 6))
  const other = await createAlbum(desk, { title: 'Other place' }, media.slice(5, 6))
  await signIn(page, desk, 'editor')
  await openAlbum(page, album, 'Source')
  await photos(page).first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Texts for 6 photos' })
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('Day {n}')
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('Day 3')
  await expectNoAxeFindings(page, 'texts dialog')
  await dialog.getByRole('button', { name: 'Write to 6 photos' }).click()
  await expect(page.getByText('Texts written to 6 photos')).toBeVisible()
  expect((await photosOf(desk, album)).map(({ caption }) => caption)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Day ${n}`))

  await photos(page).nth(2).click()
  await page.getByRole('group', { name: 'Selected photos' }).getByRole('button', { name: 'Use as cover' }).click()
  await expect(page.getByText('Cover changed')).toBeVisible()
  expect((await desk.api<Album>('GET', `/api/albums/${album.id}`)).cover).toBe(media[2])

  await photos(page)
    .nth(5)
    .click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'To another album' }).click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const picker = page.getByRole('dialog', { name: 'Move 4 photos to…' })
  await picker.getByRole('searchbox', { name: 'Search albums' }).fill('other')
  await expectNoAxeFindings(page, 'album picker')
  await picker.getByRole('button', { name: /Other place/ }).click()
  await expect(page.getByText(/Moved to “Other place”: 3 photos\. Already there: 1 photo/)).toBeVisible()
  await expect(photos(page)).toHaveCount(2)
  expect((await photosOf(desk, other)).map((photo) => photo.media)).toEqual([media[5], ...media.slice(2, 5)])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(photos(page)).toHaveCount(6)
  expect((await photosOf(desk, other)).map((photo) => photo.media)).toEqual([media[5]])

  await photos(page).first().click()
  await page.getByRole('button', { name: 'To another album' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  const copies = page.getByRole('dialog', { name: 'Copy 1 photo to…' })
  await copies.getByRole('button', { name: 'New album' }).click()
  await page.getByRole('dialog', { name: 'New album' }).getByRole('textbox', { name: 'Title' }).fill('Copies')
  await page.getByRole('button', { name: 'Create the album' }).click()
  await expect(page.getByText('Copied to “Copies”: 1 photo')).toBeVisible()
  await expect(photos(page)).toHaveCount(6)
})

test('back from a photo and from another screen lands where one was', async ({ page, desk, server }) => {
  const album = await createAlbum(desk, { title: 'Places' }, await library(server, desk))
  await page.setViewportSize({ width: 1100, height: 480 })
  await signIn(page, desk, 'editor')
  await openAlbum(page, album, 'Places')
  await page.getByRole('listbox').focus()
  await page.keyboard.press('End')
  await expect(photos(page).last()).toBeInViewport()
  const top = () => page.evaluate(() => document.querySelector('[role=listbox]')?.parentElement?.scrollTop)
  const before = await top()
  expect(before).toBeGreaterThan(50)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\?photo=/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await top()).toBe(before)
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  await screenIsThere(page, 'Tags')
  await page.goBack()
  await expect(photos(page).last()).toBeInViewport()
  expect(await top()).toBe(before)
})

test('albums are found, filtered, archived and trashed together, and brought back', async ({ page, desk, server }) => {
  const media = await library(server, desk)
  for (const title of ['Harbour one', 'Harbour two', 'Harbour three']) {
    const album = await createAlbum(desk, { title, eventDate: '2026-03-01' }, media.slice(0, 2))
    if (title !== 'Harbour three') await desk.api('POST', `/api/albums/${album.id}/publish`, { version: album.version })
  }
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/album')
  await screenIsThere(page, 'Albums')
  await page.getByRole('searchbox', { name: 'Search albums' }).fill('harbour')
  await expect(page.getByRole('list', { name: 'Albums' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('link', { name: 'Published' }).click()
  await page.getByRole('searchbox', { name: 'Search albums' }).fill('harbour')
  await expect(page).toHaveURL(/q=harbour/)
  await screenIsThere(page, 'Albums')
  await expect(card(page, 'Harbour three')).toHaveCount(0)
  for (const title of ['Harbour one', 'Harbour two'])
    await page.getByRole('checkbox', { name: `Select “${title}”` }).check()
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived: 2 albums')).toBeVisible()
  await expect(page.getByText('No album matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Harbour two')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'No alt text' }).click()
  await expect(card(page, 'Harbour two')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Date of the event' }).click()
  await page.getByLabel('From').fill('2026-03-02')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No album matches')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Date of the event' }).click()
  await expect(card(page, 'Harbour two')).toBeVisible()
  await page.getByRole('button', { name: 'As a list' }).click()
  await page.getByRole('button', { name: 'Actions for “Harbour two”' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(page.getByText('Moved to the trash: “Harbour two”')).toBeVisible()
  await page.getByRole('link', { name: 'Trash', exact: true }).last().click()
  await expect(page.getByRole('table', { name: 'Albums' }).getByRole('link', { name: 'Harbour two' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByText('No album is in the trash')).toBeVisible()
  const { items } = await desk.api<{ items: Album[] }>('GET', '/api/albums?q=harbour+two')
  expect(items[0]?.status).toBe('published')
})

test('all albums that match are published and trashed together, those that cannot are named, and one undo brings all back', async ({
  page,
  desk,
  server,
}) => {
  const media = await library(server, desk)
  const albums = []
  for (let n = 1; n <= 27; n++)
    albums.push(await createAlbum(desk, { title: `Quay ${n}` }, media.slice(0, n === 1 ? 0 : 1)))
  const count = async (status: string) =>
    (await desk.api<{ total: number }>('GET', `/api/albums?q=quay&status=${status}`)).total
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/album?q=quay&layout=table')
  await screenIsThere(page, 'Albums')
  await page.getByRole('checkbox', { name: 'Select “Quay 27”' }).check()
  const bar = page.getByRole('group', { name: 'Selected rows' })
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
  await bar.getByRole('button', { name: 'Select all 27 that match' }).click()
  await expect(bar.getByText('27 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Publish' }).click()
  const report = page.getByRole('dialog', { name: '1 album was left as it was' })
  await expect(report.getByRole('link', { name: 'Quay 1', exact: true })).toBeVisible()
  await expectNoAxeFindings(page, 'what was left as it was')
  await report.getByRole('button', { name: 'Close' }).last().click()
  expect(await count('published')).toBe(26)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await count('draft')).toBe(27)
  expect(asked).toEqual(['/api/albums/bulk', expect.stringMatching(/^\/api\/undo\/[\w-]+$/)])
})

test('an administrator deletes a trashed album permanently, and its pictures stay', async ({ page, desk, server }) => {
  const media = await library(server, desk)
  const album = await createAlbum(desk, { title: 'Gone soon' }, media.slice(0, 2))
  await desk.api('POST', `/api/albums/${album.id}/trash`, { version: album.version })
  await signIn(page, desk)
  await page.goto(`/jCore/album/${album.id}`)
  await expect(page.getByText('In the trash: restore it to change it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  await page.goto('/jCore/album?status=trashed&layout=grid')
  await page.getByRole('button', { name: 'Actions for “Gone soon”' }).click()
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Deleted “Gone soon” permanently')).toBeVisible()
  await expect(card(page, 'Gone soon')).toHaveCount(0)
  expect((await desk.api<Media>('GET', `/api/media/${media[0]}`)).id).toBe(media[0])
})

test('an author changes their own albums only, and publishes none', async ({ page, desk, server }) => {
  const media = await library(server, desk)
  const foreign = await createAlbum(desk, { title: 'Not theirs' }, media.slice(0, 3))
  await desk.api('POST', `/api/albums/${foreign.id}/publish`, { version: foreign.version })
  await signIn(page, desk, 'author')
  await page.goto('/jCore/album')
  await page.getByRole('button', { name: 'New album' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Mine')
  await page.keyboard.press('Enter')
  await screenIsThere(page, 'Mine')
  await expect(page.getByText('Drop photos here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await openAlbum(page, foreign, 'Not theirs')
  await expect(page.getByText('Read only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add photos' })).toHaveCount(0)
})

test('ad managers and viewers see published albums only, and change none', async ({ page, desk, server }) => {
  const media = await library(server, desk)
  for (const role of ['ad_manager', 'viewer'] satisfies Role[]) {
    const draft = await createAlbum(desk, { title: `Secret ${role}` }, media.slice(0, 2))
    const open = await createAlbum(desk, { title: `Open ${role}` }, media.slice(0, 2))
    await desk.api('POST', `/api/albums/${open.id}/publish`, { version: open.version })
    await signIn(page, desk, role)
    await page.goto(`/jCore/album?q=${role}`)
    await expect(card(page, `Open ${role}`)).toBeVisible()
    await expect(card(page, `Secret ${role}`)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New album' })).toHaveCount(0)
    await goToScreen(page, `/jCore/album/${draft.id}`)
    await expect(page.getByText('This album does not exist')).toBeVisible()
    await goToScreen(page, `/jCore/album/${open.id}`)
    await screenIsThere(page, `Open ${role}`)
    await photos(page).first().click()
    await expect(page.getByRole('textbox', { name: 'Caption' })).toHaveAttribute('readonly', '')
  }
})

test('albums are usable on a phone and a desk, in both themes', async ({ page, desk, server }) => {
  const media = await library(server, desk)
  const album = await createAlbum(desk, { title: `A long title ${'of an album '.repeat(9)}`, place: 'Kyoto' }, media)
  await signIn(page, desk, 'editor')
  for (const layout of ['grid', 'table']) {
    await page.goto(`/jCore/album?layout=${layout}`)
    await screenIsThere(page, 'Albums')
    await expectAccessible(page, layout)
  }
  await goToScreen(page, `/jCore/album/${album.id}`)
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await expect(photos(page).first()).toBeVisible()
    await expectAccessible(page, 'album', [size])
    await photos(page).nth(1).click()
    await expectAccessible(page, 'photo', [size])
    await photos(page)
      .nth(2)
      .click({ modifiers: ['Control'] })
    await expectAccessible(page, 'selection', [size])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'large', [size])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
})
