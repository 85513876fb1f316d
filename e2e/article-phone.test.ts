import type { Locator, Page } from '@playwright/test'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { uploadLandscapes } from './support/photos.ts'
import { expect, test } from './support/test.ts'
import { openToWrite, pathOf, stored, textOf, titleOf, tokenOf } from './support/writing.ts'

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

const tools = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' })

/** Opens one of the menus that find no room in the bar. */
async function openFolded(page: Page, name: string) {
  await tools(page).getByRole('button', { name: 'More tools' }).tap()
  await page.getByRole('menuitem', { name, exact: true }).tap()
}

/** A finger that is put on this place and moves up, and a little aside as fingers do. */
async function swipeUp(page: Page, from: { x: number; y: number }, by: number, aside = 0) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x - ((from.y - y) / by) * aside, y }],
    })
  await touch('touchStart', from.y)
  for (let moved = 15; moved <= by; moved += 15) await touch('touchMove', from.y - moved)
  await touch('touchEnd')
  await session.detach()
}

/** It is on the screen as a whole, with nothing on it. */
async function expectReachable(button: Locator) {
  await expect(button).toBeInViewport({ ratio: 1 })
  await button.tap({ trial: true })
}

test('the slash menu opens beside the line, is scrolled with a finger, and inserts what is tapped', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'On a phone', body: '<p>One</p><p>Two</p>' })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).getByText('Two').tap()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  const list = page.getByRole('listbox')
  await expectReachable(list.getByRole('option').first())
  await expectNoAxeFindings(page, 'slash menu on a phone')
  const box = (await list.boundingBox())!
  await swipeUp(page, { x: box.x + 40, y: box.y + box.height - 20 }, 90)
  await expect.poll(() => list.evaluate((shown) => shown.scrollTop)).toBeGreaterThan(0)
  await list.getByRole('option', { name: 'Quote' }).tap()
  await page.keyboard.type('Said')
  await expect
    .poll(async () => (await stored(desk, article.id)).body)
    .toBe('<p>One</p><p>Two</p><blockquote><p>Said</p></blockquote>')
})

test('every entry of a menu of the tools is reached, upright and across', async ({ page, desk }) => {
  await openToWrite(page, desk)
  for (const size of [
    { width: 320, height: 640 },
    { width: 640, height: 320 },
  ]) {
    await page.setViewportSize(size)
    const inBar = tools(page).getByRole('button', { name: 'Insert', exact: true })
    const menu = page.getByRole('menu', { name: /Insert|More tools/ })
    // The bar may fold it away for want of room just when it is about to be tapped.
    await expect(async () => {
      if (await inBar.isVisible()) await inBar.tap({ timeout: 2000 })
      else await openFolded(page, 'Insert')
      await expect(menu).toBeInViewport({ ratio: 1, timeout: 2000 })
    }).toPass()
    const last = menu.getByRole('menuitem').last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport({ ratio: 1 })
    // The last needs a selection.
    await expectReachable(menu.getByRole('menuitem', { disabled: false }).last())
    await expectNoSidewaysScroll(page, `menu at ${size.width}`)
    await page.keyboard.press('Escape')
  }
})

test('a video is given another address and removed with a finger', async ({ page, desk }) => {
  const body = '<p>One</p><iframe src="https://player.vimeo.com/video/1" title="Film"></iframe><p>Two</p>'
  const article = await desk.createArticle({ title: 'With a film', body })
  await openToWrite(page, desk, pathOf(article))
  const card = textOf(page).getByText('player.vimeo.com', { exact: true })
  await card.tap()
  const embed = page.getByRole('toolbar', { name: 'Embed' })
  await embed.getByRole('button', { name: 'Change the address' }).tap()
  const address = page.getByRole('textbox', { name: 'Address of the video or player' })
  await expect(address).toHaveValue('https://player.vimeo.com/video/1')
  await address.fill('https://vimeo.com/2')
  await page.getByRole('button', { name: 'Apply' }).tap()
  await expect(textOf(page).getByText('https://player.vimeo.com/video/2')).toBeVisible()
  await card.tap()
  await embed.getByRole('button', { name: 'Remove embed' }).tap()
  await expect.poll(async () => (await stored(desk, article.id)).body).toBe('<p>One</p><p>Two</p>')
})

test('who scrolls with a finger at the edge of a picture leaves its size as it is', async ({ page, desk, server }) => {
  const [photo] = await uploadLandscapes(server, await tokenOf(desk, 'administrator'), 1, 40)
  const picture = `<figure><img src="${photo!.url}" alt="Hills" width="280" data-media-id="${photo!.id}"></figure>`
  const article = await desk.createArticle({ title: 'Hills', body: `${picture}<p>One</p>` })
  await openToWrite(page, desk, pathOf(article))
  const image = textOf(page).getByRole('img', { name: 'Hills' })
  await expect(image).toHaveJSProperty('complete', true)
  await image.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await image.boundingBox())!
  await swipeUp(page, { x: x + width - 10, y: y + height / 2 }, 45, 30)
  // What is saved next has everything that was changed before.
  await titleOf(page).fill('Hills in May')
  await expect.poll(async () => (await stored(desk, article.id)).title).toBe('Hills in May')
  expect((await stored(desk, article.id)).body).toContain('width="280"')
})

test('cells are merged and a column is made wider with a finger', async ({ page, desk }) => {
  const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`
  const table = `<table><tbody>${row('North', 'South')}${row('East', 'West')}</tbody></table>`
  const article = await desk.createArticle({ title: 'With a table', body: table })
  await openToWrite(page, desk, pathOf(article))
  await textOf(page).getByText('North').tap()
  const tableTools = page.getByRole('toolbar', { name: 'Table' })
  await tableTools.getByRole('button', { name: 'Make the column wider' }).tap()
  await expectNoSidewaysScroll(page, 'a table on a phone')
  await tableTools.getByRole('button', { name: 'Merge with the cell below' }).tap()
  await expect
    .poll(async () => (await stored(desk, article.id)).body)
    .toMatch(/<col style="width: ?\d{3}px;?"><col.*<td rowspan="2"><p>North<\/p><p>East<\/p><\/td><td>South<\/td>/)
  await expectNoAxeFindings(page, 'tools of a table on a phone')
})
