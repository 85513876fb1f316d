import type { Page } from '@playwright/test'
import type { NewPreviewLink } from '#contract/preview-links.ts'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { upload } from './support/library.ts'
import { createAlbum } from './support/photos.ts'
import { expect, test } from './support/test.ts'
import { choose, openToWrite, pathOf, titleOf } from './support/writing.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="Preview"]')
const frame = (page: Page) => page.getByTitle('Preview', { exact: true })

test('a preview speaks the language of its text, whatever the alt texts say', async ({ page, desk }) => {
  const article = await desk.createArticle({
    title: 'Morning at the harbour',
    body: '<p>The harbour was quiet.</p><figure><img src="/media/none/640.webp" alt="港口的早晨，渡轮正在靠岸"></figure>',
    authors: [],
    tags: [],
  })
  await openToWrite(page, desk, pathOf(article))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).locator('html')).toHaveAttribute('lang', 'en')
})

test('the captions of a gallery are under their own picture and overlap nothing', async ({ page, desk }) => {
  const caption = 'A caption of some length that needs several lines below a small picture of the harbour'
  const media: string[] = []
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
    media.push((await upload(desk, `${name}.jpg`, { caption })).id)
  const { id, version } = await createAlbum(desk, { title: 'At the harbour' }, media)
  await desk.api('POST', `/api/albums/${id}/publish`, { version })
  const article = await desk.createArticle({ title: 'Gallery', body: `<div data-album="${id}"></div><p>End.</p>` })
  await openToWrite(page, desk, pathOf(article))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const captions = preview(page).locator('.gallery figcaption')
  await expect(captions).toHaveCount(7)
  for (const width of ['Desktop', 'Phone']) {
    await page.getByText(width, { exact: true }).click()
    const boxes = async (selector: string) =>
      Promise.all((await preview(page).locator(selector).all()).map(async (one) => (await one.boundingBox())!))
    const all = [...(await boxes('.gallery img')), ...(await boxes('.gallery figcaption'))]
    const overlapping = all.flatMap((a, n) =>
      all.slice(n + 1).filter((b) => {
        const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
        const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
        return across > 1 && down > 1
      }),
    )
    expect(overlapping, width).toEqual([])
  }
})

test('the width of a phone is one click away and is remembered', async ({ page, desk }) => {
  const article = await desk.createArticle({ title: 'Narrow' })
  await openToWrite(page, desk, pathOf(article))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).getByRole('heading', { name: 'Narrow' })).toBeVisible()
  const widthOf = async () => (await frame(page).boundingBox())!.width
  expect(await widthOf()).toBeGreaterThan(800)
  await page.getByRole('radiogroup', { name: 'Width of the preview' }).getByText('Phone').click()
  await expect.poll(widthOf).toBe(390)
  await page.reload()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect.poll(widthOf).toBe(390)
  await expectNoAxeFindings(page, 'preview dialog')
})

test('a person without an account reads the working copy by a link, until it is revoked', async ({
  page,
  desk,
  browser,
  server,
}) => {
  const article = await desk.createArticle({ title: 'For a guest', status: 'published' })
  await openToWrite(page, desk, pathOf(article), 'editor')
  await titleOf(page).fill('For a guest, edited')
  await choose(page, 'Preview links…')
  const dialog = page.getByRole('dialog', { name: /^Preview links: For a guest/ })
  await expect(dialog.getByText('No one can see this article by a link.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'The link works for' }).click()
  await page.getByRole('option', { name: '1 day' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByRole('textbox', { name: 'New link' }).inputValue()
  await expect(dialog.getByText('Created by Edith Marlow')).toBeVisible()
  await expectNoAxeFindings(page, 'preview links')

  const token = new URL(address).hash.slice(1)
  const guests = await browser.newContext()
  const guest = await guests.newPage()
  const asked: string[] = []
  const referrers: (string | undefined)[] = []
  guest.on('request', (request) => {
    asked.push(request.url().split('#')[0]!)
    referrers.push(request.headers()['referer'])
  })
  const response = await guest.goto(address)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(preview(guest).getByRole('heading', { name: 'For a guest, edited' })).toBeVisible()
  await expect(guest.getByTitle('Preview', { exact: true })).toHaveAttribute('sandbox', '')
  await expect(guest.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(guest.getByRole('navigation')).toHaveCount(0)
  await expectNoAxeFindings(guest, 'guest preview')
  await guest.setViewportSize({ width: 320, height: 720 })
  await expectNoAxeFindings(guest, 'guest preview 320')
  await expectNoSidewaysScroll(guest, 'guest preview')
  expect(asked.filter((url) => url.includes(token))).toEqual([])
  expect(referrers.filter((one) => one?.includes(token))).toEqual([])
  expect(server.said()).not.toContain(token)
  expect(
    await guest.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain(token)

  await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
  await page
    .getByRole('dialog', { name: /^Revoke the link/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(dialog.getByText('No one can see this article by a link.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('This link does not work')).toBeVisible()
  await expect(guest.getByTitle('Preview', { exact: true })).toHaveCount(0)
  await guests.close()
})

test('a link that never was says the same, in Chinese too, and leads into nothing', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('copydesk.locale', 'zh-CN'))
  for (const path of ['/preview', `/preview#${'x'.repeat(43)}`]) {
    await page.goto(path)
    await expect(page.getByText('此链接无效')).toBeVisible()
    await expect(page).toHaveTitle('预览 · Copydesk')
  }
})

test('the pictures of a draft are there for the guest', async ({ page, desk }) => {
  const media = await upload(desk, 'guest.png', { alt: 'Hills' })
  const article = await desk.createArticle({
    title: 'With a picture',
    cover: { media: media.id, alt: 'Hills', caption: '', credit: '' },
  })
  const { url } = await desk.api<NewPreviewLink>('POST', `/api/articles/${article.id}/preview-links`, { hours: 1 })
  await page.goto(url)
  const picture = preview(page).getByRole('img', { name: 'Hills' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})
