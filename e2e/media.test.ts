import type { Page } from '@playwright/test'
import type { Media } from '#contract/media.ts'
import { DESK, PHONE, expectAccessible, expectNoAxeFindings } from './support/accessibility.ts'
import type { Desk } from './support/desk.ts'
import { chooseFile } from './support/files.ts'
import { card, dock, openMedia, openPicture, panel, upload } from './support/library.ts'
import { landscape, landscapeFile } from './support/pictures.ts'
import { storeToken, screenIsThere } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { tokenOf } from './support/writing.ts'

test.use({ serverNamed: 'media' })

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select “${name}”`, exact: true })
const bulkBar = (page: Page) => page.getByRole('group', { name: 'Selected rows' })
const discard = (desk: Desk, { id }: Media) => desk.api('DELETE', `/api/media/${id}`)
const stored = (desk: Desk, { id }: Media) => desk.api<Media>('GET', `/api/media/${id}`)

test('the library is searched, filtered, sorted, shown as a list, and remembers how', async ({ page, desk }) => {
  const used = await upload(desk, 'filter used.jpg', { alt: 'A used one' })
  await upload(desk, 'filter unused.jpg', { alt: 'An unused one' })
  await upload(desk, 'filter silent.jpg')
  await upload(desk, 'filter of ada.jpg', {}, 'administrator')
  await desk.createArticle({ cover: { media: used.id, alt: 'x', caption: '', credit: '' } as never })
  await openMedia(page, desk, '?q=filter')
  await expect(card(page, 'filter used.jpg')).toBeVisible()
  const choose = async (filter: string, choice?: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: filter }).click()
    if (choice) await page.getByRole('dialog').getByRole('button', { name: choice, exact: true }).click()
  }
  await choose('Unused')
  await expect(card(page, 'filter used.jpg')).toHaveCount(0)
  await choose('No alt text')
  await expect(card(page, 'filter unused.jpg')).toHaveCount(0)
  await choose('Uploaded by', 'ada')
  await expect(card(page, 'filter silent.jpg')).toHaveCount(0)
  await expect(card(page, 'filter of ada.jpg')).toBeVisible()
  expect(page.url()).toMatch(/missingAlt=true&unused=true&uploader=/)
  await choose('Type', 'PNG')
  await expect(page.getByText('No picture matches “filter”')).toBeVisible()
  await page.getByRole('button', { name: 'Show all pictures' }).click()

  await page.getByRole('button', { name: 'As a list' }).click()
  const table = page.getByRole('table', { name: 'Pictures' })
  await page.getByRole('searchbox', { name: 'Search pictures' }).fill('filter')
  await expect(table.getByRole('row')).toHaveCount(5)
  const row = table.getByRole('row', { name: /filter used.jpg/ })
  await expect(row).toContainText('JPEG')
  await expect(row).toContainText('1200 × 800')
  await expect(row.getByRole('cell').nth(5)).toHaveText('1')
  await expect(row).toContainText('Edith Marlow')
  await table.getByRole('button', { name: 'Uses' }).click()
  await expect(table.getByRole('row').last()).toContainText('filter used.jpg')
  await page.goto('/jCore/media')
  await expect(table).toBeVisible()
  await page.getByRole('button', { name: 'As a grid' }).click()
  await expect(page.getByRole('list', { name: 'Pictures' })).toBeVisible()
})

test('texts and the focal point are written by keyboard alone, and the arrows lead to the next picture', async ({
  page,
  desk,
}) => {
  const second = await upload(desk, 'panel second.jpg')
  const first = await upload(desk, 'panel first.jpg')
  await openMedia(page, desk, '?q=panel')
  await expect(card(page, first.name)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const shown = panel(page, first.name)
  await expect(shown).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`picture=${first.id}`))
  const focal = shown.getByRole('button', { name: /^Focal point/ })
  await focal.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(shown.getByRole('button', { name: /40% from the left, 49% from the top/ })).toBeFocused()
  await shown.getByRole('textbox', { name: 'Alt text' }).fill('Hills at dawn')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(`Saved: ${first.name}`)).toBeVisible()
  expect(await stored(desk, first)).toMatchObject({ alt: 'Hills at dawn', focalPoint: { x: 0.4, y: 0.49 } })

  await shown.getByRole('textbox', { name: 'Credit' }).fill('Ann')
  await shown.getByRole('button', { name: 'Next picture' }).press('Enter')
  await expect(panel(page, second.name)).toBeVisible()
  expect((await stored(desk, first)).credit).toBe('Ann')
  await panel(page, second.name).getByRole('textbox', { name: 'Alt text' }).fill('not this')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard what you typed?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(card(page, second.name)).toBeFocused()
  expect((await stored(desk, second)).alt).toBe('')

  await openPicture(page, first.name)
  await panel(page, first.name).getByRole('button', { name: 'Back to the centre' }).click()
  // Going back with the browser loses nothing that was done.
  await page.goBack()
  await expect(page.getByText(`Saved: ${first.name}`).last()).toBeVisible()
  await expect.poll(async () => (await stored(desk, first)).focalPoint).toBeNull()
})

test('of two people who write about a picture, the second chooses between the two texts', async ({ page, desk }) => {
  const picture = await upload(desk, 'both.jpg')
  await openMedia(page, desk, `?q=both&picture=${picture.id}`)
  const shown = panel(page, 'both.jpg')
  await shown.getByRole('textbox', { name: 'Alt text' }).fill('Mine')
  await desk.api('PATCH', `/api/media/${picture.id}`, { version: picture.version, alt: 'Theirs' })
  await shown.getByRole('button', { name: 'Save' }).click()
  const both = shown.getByRole('alert')
  await expect(both).toContainText(/Alt text: .* changed this too/)
  await expect(both).toContainText('Theirs: Theirs')
  await expectNoAxeFindings(page, 'two texts of a picture')
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await shown.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved: both.jpg')).toBeVisible()
  expect((await stored(desk, picture)).alt).toBe('Mine')
})

test('many pictures get numbered texts, seen before they are saved, and lose them again by undo', async ({
  page,
  desk,
}) => {
  const third = await upload(desk, 'batch 3.jpg')
  const second = await upload(desk, 'batch 2.jpg', { alt: 'Was here' })
  const first = await upload(desk, 'batch 1.jpg')
  await openMedia(page, desk, '?q=batch')
  await tick(page, 'batch 1.jpg').check({ force: true })
  await tick(page, 'batch 3.jpg').click({ modifiers: ['Shift'], force: true })
  await expect(bulkBar(page).getByRole('status')).toHaveText('3 selected')
  await bulkBar(page).getByRole('button', { name: 'Edit texts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Texts of 3 pictures' })
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('Harbour, view {n}')
  await dialog.getByRole('textbox', { name: 'Credit' }).fill('Ann Example')
  const results = dialog.getByRole('listitem')
  await expect(results.nth(0)).toContainText('Alt text: Harbour, view 1')
  await expect(results.nth(1)).toContainText('Alt text: Was here')
  await dialog.getByRole('checkbox', { name: 'Only where there is no text yet' }).uncheck()
  await expect(results.nth(1)).toContainText('Alt text: Harbour, view 2')
  await dialog.getByRole('checkbox', { name: 'Only where there is no text yet' }).check()
  await expectNoAxeFindings(page, 'batch dialog')
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Texts of 3 pictures saved')).toBeVisible()
  await expect(bulkBar(page).getByRole('status'), 'for what comes next').toHaveText('3 selected')
  const alts = async () =>
    (await Promise.all([first, second, third].map((one) => stored(desk, one)))).map(({ alt }) => alt)
  expect(await alts()).toEqual(['Harbour, view 1', 'Was here', 'Harbour, view 3'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await alts()).toEqual(['', 'Was here', ''])
})

test('all pictures that match get their texts at once, also those of other pages', async ({ page, desk }) => {
  for (let n = 0; n < 27; n++) await upload(desk, `everything ${n}.jpg`, {}, 'editor', { width: 60, height: 40 })
  await openMedia(page, desk, '?q=everything')
  await expect(card(page, 'everything 26.jpg')).toBeVisible()
  await page.keyboard.press('Control+a')
  await expect(bulkBar(page).getByRole('status')).toHaveText('25 selected')
  await bulkBar(page).getByRole('button', { name: 'Select all 27 that match' }).click()
  await bulkBar(page).getByRole('button', { name: 'Edit texts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Texts of 27 pictures' })
  await dialog.getByRole('textbox', { name: 'Caption' }).fill('No. {n}')
  await dialog.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Texts of 27 pictures saved')).toBeVisible()
  const { items } = await desk.api<{ items: Media[] }>('GET', '/api/media?q=everything&pageSize=100')
  // Numbered as their file names are, which begin with 0.
  expect(items.map(({ caption }) => caption)).toEqual(items.map(({ name }) => `No. ${Number(/\d+/.exec(name)) + 1}`))
})

test('a replaced file keeps its address, where it is used is said before, and undo brings the old one back', async ({
  page,
  desk,
  request,
}) => {
  const picture = await upload(desk, 'replace.jpg', { alt: 'Before' })
  await desk.createArticle({
    title: 'Shows the picture',
    cover: { media: picture.id, alt: 'x', caption: '', credit: '' } as never,
    status: 'published',
  })
  const bytes = async () => (await request.get(picture.url)).body()
  const before = await bytes()
  await openMedia(page, desk, '?q=replace')
  const shown = await openPicture(page, 'replace.jpg')
  await chooseFile(page, 'Replace the file', {
    name: 'new.jpg',
    mimeType: 'image/jpeg',
    buffer: await landscape('a new one', { width: 900, height: 1200 }),
  })
  const question = page.getByRole('dialog', { name: 'Replace the file of “replace.jpg”?' })
  await expect(question).toContainText('shows the new file at once')
  await expect(question.getByRole('link', { name: 'Shows the picture' })).toBeVisible()
  await question.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByText('Replaced the file of “replace.jpg”')).toBeVisible()
  await expect(shown).toContainText('900 × 1200')
  const now = await stored(desk, picture)
  expect(now).toMatchObject({ url: picture.url, alt: 'Before', width: 900, height: 1200 })
  expect((await bytes()).equals(before)).toBe(false)
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(shown).toContainText('1200 × 800')
  expect((await bytes()).equals(before)).toBe(true)
})

test('what is used stays, with the list of where; the rest goes to the trash and comes back', async ({
  page,
  desk,
  request,
}) => {
  const used = await upload(desk, 'trash used.jpg')
  const unused = await upload(desk, 'trash unused.jpg')
  await desk.createArticle({ title: 'Needs it', cover: { media: used.id, alt: 'x', caption: '', credit: '' } as never })
  await desk.api('POST', '/api/authors', { displayName: 'Has a portrait', avatar: used.id })
  await openMedia(page, desk, '?q=trash')
  await expect(card(page, used.name)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+a')
  await bulkBar(page).getByRole('button', { name: 'Move to trash' }).click()
  const report = page.getByRole('dialog', { name: '1 picture was left where it is' })
  await expect(report.getByRole('link', { name: 'Needs it' })).toBeVisible()
  await expect(report.getByRole('link', { name: 'Author Has a portrait' })).toBeVisible()
  await expectNoAxeFindings(page, 'trash report')
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(card(page, unused.name)).toHaveCount(0)
  expect((await request.get(unused.url)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, unused.name)).toBeVisible()
  expect((await request.get(unused.url)).status()).toBe(200)

  const shown = await openPicture(page, used.name)
  await shown.getByRole('button', { name: 'Move to trash' }).click()
  const refusal = page.getByRole('dialog', { name: '1 picture was left where it is' })
  await refusal.getByRole('link', { name: 'Needs it' }).click()
  await expect(page).toHaveURL(/\/jCore\/article\/[0-9a-f-]{36}$/)

  await openMedia(page, desk, '?q=trash')
  await (await openPicture(page, unused.name)).getByRole('button', { name: 'Move to trash' }).click()
  await expect(panel(page, unused.name)).toBeHidden()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Trash' }).click()
  await (await openPicture(page, unused.name)).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText(`Restored “${unused.name}”`)).toBeVisible()
  expect((await stored(desk, unused)).deletedAt).toBeNull()
})

test('pictures without alt texts are gone through one by one, with the keyboard alone', async ({ page, desk }) => {
  const names = ['queue c.jpg', 'queue b.jpg', 'queue a.jpg']
  const pictures = []
  for (const name of names) pictures.push(await upload(desk, name))
  await openMedia(page, desk, '?q=queue&missingAlt=true')
  await page.getByRole('button', { name: 'Write alt texts' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write alt texts' })
  await expect(dialog.getByText('3 pictures left')).toBeVisible()
  await expectNoAxeFindings(page, 'alt texts one by one')
  const field = dialog.getByRole('textbox', { name: 'Alt text' })
  await expect(field).toBeFocused()
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('queue b.jpg')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('queue c.jpg')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('Third')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 alt texts written')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'queue b.jpg')).toBeVisible()
  await expect(card(page, 'queue a.jpg')).toHaveCount(0)
  const alts = await Promise.all(pictures.map(async (one) => (await stored(desk, one)).alt))
  expect(alts).toEqual(['Third', '', 'First'])
})

test('an author changes the own pictures only, a viewer none, and both are told why', async ({ page, desk }) => {
  const foreign = await upload(desk, 'role foreign.jpg')
  const own = await upload(desk, 'role own.jpg', {}, 'author')
  await openMedia(page, desk, '?q=role', 'author')
  const notMine = await openPicture(page, foreign.name)
  await expect(notMine).toContainText('Only its owner and editors can change this picture.')
  for (const name of ['Save', 'Move to trash', 'Replace the file'])
    await expect(notMine.getByRole('button', { name, exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(notMine).toBeHidden()
  await page.keyboard.press('Control+a')
  await bulkBar(page).getByRole('button', { name: 'Move to trash' }).click()
  const report = page.getByRole('dialog', { name: '1 picture was left where it is' })
  await expect(report).toContainText('Only its owner and editors can change this picture.')
  await report.getByRole('button', { name: 'Close' }).last().click()
  const trash = await desk.api<{ items: Media[] }>('GET', '/api/media?trashed=true&q=role')
  expect(trash.items.map(({ id }) => id)).toEqual([own.id])

  await openMedia(page, desk, '?q=role', 'viewer')
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const seen = await openPicture(page, foreign.name)
  await expect(seen.getByRole('textbox', { name: 'Alt text' })).toHaveAttribute('readonly', '')
  await expect(seen.getByRole('button', { name: 'Copy the address' })).toBeVisible()
})

test('the library is readable on a desk and on a phone, in both themes', async ({ page, desk }) => {
  const used = await upload(desk, 'shown.jpg', { alt: 'Hills' })
  await upload(desk, `a very long name ${'of a file '.repeat(12)}.jpg`)
  await discard(desk, await upload(desk, 'in the trash.jpg', { alt: 'Old hills' }))
  await desk.createArticle({
    title: 'Long '.repeat(40).trim(),
    cover: { media: used.id, alt: 'x', caption: '', credit: '' } as never,
  })
  await storeToken(page, await tokenOf(desk, 'administrator'))
  for (const [what, query] of [
    ['grid', ''],
    ['list', '?layout=table'],
    ['panel', `?picture=${used.id}`],
    ['nothing', '?q=nothing+like+it'],
    ['trash', '?trashed=true'],
  ] as const) {
    await page.goto(`/jCore/media${query}`)
    await screenIsThere(page)
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      if (what === 'panel') await expect(page.getByRole('dialog').getByText('Used in')).toBeVisible()
      // Nothing covers it.
      if (what === 'trash')
        await page.getByRole('button', { name: 'Remove the filter In the trash' }).click({ trial: true })
      await expectAccessible(page, what, [size])
    }
  }
  await page.setViewportSize(DESK)
  await page.goto('/jCore/media')
  await screenIsThere(page)
  await chooseFile(page, 'Upload', await landscapeFile('dock.jpg'))
  await expect(dock(page).getByText('1 of 1 uploaded')).toBeVisible()
  // With the new picture at their head the others move on by one place.
  await expect(card(page, 'dock.jpg')).toBeVisible()
  await expectAccessible(page, 'dock')
  await tick(page, 'shown.jpg').check({ force: true })
  await expectAccessible(page, 'chosen')
})
