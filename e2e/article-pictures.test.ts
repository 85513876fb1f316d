import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Article } from '#contract/articles.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import { picture } from './support/files.ts'
import { heavyFile } from './support/pictures.ts'
import { expect, test } from './support/test.ts'
import { expectSaved, next, openToWrite, pathOf, readerGets, stored, textOf } from './support/writing.ts'

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })
const png = async (name: string, seed = name) => ({ name, mimeType: 'image/png', buffer: await picture(seed) })
type GivenFile = Awaited<ReturnType<typeof png>>

/** The file as a browser hands it over when it is pasted or dropped; Playwright cannot do that from outside the page. */
const handOver = (page: Page, how: 'paste' | 'drop', { name, mimeType, buffer }: GivenFile) =>
  textOf(page).evaluate(
    (target, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], given.name, { type: given.mimeType }))
      const { left, bottom } = target.lastElementChild!.getBoundingClientRect()
      const common = { bubbles: true, cancelable: true }
      target.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: dataTransfer })
          : new DragEvent('drop', { ...common, dataTransfer, clientX: left + 1, clientY: bottom - 1 }),
      )
    },
    { how, name, mimeType, base64: buffer.toString('base64') },
  )

async function uploadByButton(page: Page, file: GivenFile | GivenFile[]) {
  await toolbar(page).getByRole('button', { name: 'Image', exact: true }).click()
  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload an image' }).click()
  await (await dialog).setFiles(file)
}
function aGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
const pictures = (page: Page) => textOf(page).locator('img')

test('pictures come into the text by the button, by pasting and by dropping, and readers get them', async ({
  page,
  desk,
  request,
}) => {
  const article = await desk.createArticle({ title: 'With pictures', body: '<p>Look:</p>' })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).click()
  await page.keyboard.press('End')
  await uploadByButton(page, await png('by-button.png'))
  await expect(pictures(page)).toHaveCount(1)
  await handOver(page, 'paste', await png('pasted.png'))
  await expect(pictures(page)).toHaveCount(2)
  await handOver(page, 'drop', await png('dropped.png'))
  await expect(pictures(page)).toHaveCount(3)
  await expect(textOf(page).getByText('No alt text')).toHaveCount(3)

  await textOf(page).getByRole('button', { name: 'No alt text' }).first().click()
  const details = page.getByRole('dialog', { name: 'Image details' })
  await details.getByRole('textbox', { name: 'Alt text' }).fill('A red square')
  await details.getByRole('button', { name: 'Apply' }).click()
  await expect(textOf(page).getByRole('img', { name: 'A red square' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectSaved(page)

  await next(page, 'Publish').click()
  await expect(page.getByRole('dialog').getByText('Pictures in the text without alt text')).toBeVisible()
  await page.getByRole('button', { name: 'Publish as it is' }).click()
  await expect(page.getByText('Published “With pictures”')).toBeVisible()
  const { body } = await readerGets(desk, article.slug)
  expect(body).toContain('alt="A red square"')
  const sources = [...body.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src!)
  expect(sources).toHaveLength(3)
  for (const src of sources) {
    const answer = await request.get(src)
    expect(answer.status(), src).toBe(200)
    expect(answer.headers()['content-type']).toMatch(/^image\//)
  }
})

test('a phone’s photo is upright in the text and tells no one where it was taken', async ({ page, desk, request }) => {
  const { id } = await desk.createArticle()
  await openToWrite(page, desk, pathOf({ id }))
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'olive' } })
    .withExif({ IFD0: { Copyright: 'nobody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  await uploadByButton(page, { name: 'phone.jpg', mimeType: 'image/jpeg', buffer })
  await expect(pictures(page)).toHaveCount(1)
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  const src = /<img[^>]* src="([^"]+)"/.exec((await stored(desk, id)).body)![1]!
  const file = await sharp(await (await request.get(src)).body()).metadata()
  expect(file).toMatchObject({ width: 60, height: 90 })
  expect(file.exif).toBeUndefined()
})

test('an upload that fails says so in the text, is tried again, and is never part of the article', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ body: '<p>Text.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  await page.route('**/api/media/uploads', (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await uploadByButton(page, await png('unlucky.png'))
  await expect(textOf(page).getByText(/^unlucky.png was not uploaded/)).toBeVisible()
  await textOf(page).getByText('Text.').click()
  await page.keyboard.type('More ')
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  expect((await stored(desk, id)).body).not.toMatch(/img|unlucky/)
  await page.unrouteAll()
  await textOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(pictures(page)).toHaveCount(1)
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await stored(desk, id)).body).toContain('<img')
})

test('a picture of the text waits for a lost connection, is paused and resumed, and nothing is sent twice', async ({
  page,
  desk,
}) => {
  const { id } = await desk.createArticle({ body: '<p>Text.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  const sent: string[] = []
  let isUp = false
  const middle = aGate()
  await page.route(/\/api\/media\/uploads\/[^/]+\?offset=\d+$/, async (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset')!
    if (offset === '1048576' && !isUp) return route.abort('internetdisconnected')
    if (offset === '2097152' && !sent.includes(offset)) await middle.opened
    sent.push(offset)
    return route.continue().catch(() => undefined)
  })
  await textOf(page).getByText('Text.').click()
  await handOver(page, 'paste', await heavyFile('heavy.png'))
  await expect(textOf(page).getByText(/No connection. It goes on by itself from 2\d%/)).toBeVisible()
  await expectNoAxeFindings(page, 'an upload in the text that waits')
  isUp = true
  // It goes on by itself when the pause is over, which may be just now.
  await textOf(page)
    .getByRole('button', { name: 'Retry' })
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await expect(textOf(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => sent).toContain('1048576')
  await textOf(page).getByRole('button', { name: 'Pause' }).focus()
  await page.keyboard.press('Enter')
  await expect(textOf(page).getByText(/^Paused at \d\d%/)).toBeVisible()
  middle.open()
  await page.keyboard.press('Enter')
  await expect(pictures(page)).toHaveCount(1)
  expect(await textOf(page).locator('p').count()).toBe(1)
  await page.keyboard.press('Control+s')
  await expectSaved(page)
  expect((await stored(desk, id)).body).toMatch(/<p>Text.<\/p><figure><img/)
  await expect(page.getByRole('region', { name: 'Uploads to the library' })).toHaveCount(0)
})

test('who leaves the article while a picture is on its way finds it in the library', async ({ page, desk }) => {
  const { id } = await desk.createArticle({ body: '<p>Text.</p>' })
  await openToWrite(page, desk, pathOf({ id }))
  const held = aGate()
  await page.route(/\/api\/media\/uploads\/[^/]+\?offset=\d+$/, async (route) => {
    await held.opened
    await route.continue().catch(() => undefined)
  })
  await uploadByButton(page, await png('on its way.png'))
  await expect(textOf(page).getByText('Uploading on its way.png')).toBeVisible()
  await page.getByRole('link', { name: 'Tags', exact: true }).first().click()
  const dock = page.getByRole('region', { name: 'Uploads to the library' })
  await expect(dock.getByText('on its way.png')).toBeVisible()
  held.open()
  await expect(dock.getByText('1 of 1 uploaded')).toBeVisible()
})

test('a cover without alt text stops publishing; the checklist leads to it', async ({ page, desk }) => {
  const article = await desk.createArticle({ title: 'With a cover' })
  await openToWrite(page, desk, pathOf(article))
  await page.getByRole('button', { name: 'Cover: choose a picture' }).click()
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  const dialog = page.waitForEvent('filechooser')
  await library.getByRole('button', { name: 'Upload' }).click()
  await (await dialog).setFiles(await png('cover.png'))
  await library.getByRole('button', { name: 'Use picture' }).click()
  await expect(library).toBeHidden()
  await expectSaved(page)

  await next(page, 'Publish').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Describe the cover for people who cannot see it' })
    .click()
  const cover = page.getByRole('group', { name: 'Cover' })
  await expect(cover).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toBeFocused()
  await page.keyboard.type('A bridge in snow')
  await next(page, 'Publish').click()
  await expect(page.getByText('Published “With a cover”')).toBeVisible()
  const outside = await desk.send<Article>(null, 'GET', `/content/v1/articles/${article.slug}`)
  expect(outside.body.cover).toMatchObject({ alt: 'A bridge in snow' })
})

test('a picture of the library brings its alt text along, as the cover and in the text', async ({ page, desk }) => {
  const { id } = await desk.createArticle()
  await openToWrite(page, desk, pathOf({ id }))
  await uploadByButton(page, await png('library.png'))
  await expect(pictures(page)).toHaveCount(1)
  type Media = { id: string; version: number; name: string }
  const { items } = await desk.api<{ items: Media[] }>('GET', '/api/media?q=library.png')
  await desk.api('PATCH', `/api/media/${items[0]!.id}`, { version: items[0]!.version, alt: 'From the library' })

  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  const take = async () => {
    await library.getByRole('searchbox', { name: 'Search pictures' }).fill('library.png')
    await library.getByRole('button', { name: /library\.png/ }).click()
    await expect(library).toBeHidden()
  }
  await page.getByRole('button', { name: 'Cover: choose a picture' }).click()
  await take()
  await expect(page.getByRole('textbox', { name: 'Alt text' })).toHaveValue('From the library')
  await textOf(page).focus()
  await toolbar(page).getByRole('button', { name: 'Image', exact: true }).click()
  await page.getByRole('menuitem', { name: 'From the media library' }).click()
  await take()
  await expect(textOf(page).getByRole('img', { name: 'From the library' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await stored(desk, id)).cover?.alt).toBe('From the library')
  await expect.poll(async () => (await stored(desk, id)).body).toContain('alt="From the library"')
})
