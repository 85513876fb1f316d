import type { Page } from '@playwright/test'
import { createAlbum, manyMedia, photosOf, uploadLandscapes } from './support/photos.ts'
import { storeToken, screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { watchWork } from './support/work.ts'
import { amount } from '../server/testing/amount.ts'

test.use({ serverNamed: 'albums-many' })
const MANY = amount({ full: 5000, short: 1500 })
/** What the page may have to do for one frame: below this it would still show 30 in a second. */
const WORK_MS = 33

type Frames = { frames: number; slow: number; worst: number; long: number[]; drawn: number }

/** Counts from the first script on every stretch in which the page could not answer. */
const countLongTasks = (page: Page) =>
  page.addInitScript(() => {
    const long: number[] = []
    Object.assign(window, { long })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(Math.round(duration))
    }).observe({ type: 'longtask', buffered: true })
  })
const longTasks = (page: Page) => page.evaluate(() => (window as unknown as { long: number[] }).long.splice(0))

/** Scrolls from the top to the bottom, a good part of a screen in every frame, as fast as a thumb can throw it. */
const scrollThrough = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Frames>((resolve) => {
        const area = document.querySelector('[role=listbox]')!.parentElement!
        const long = (window as unknown as { long: number[] }).long
        const times: number[] = []
        let drawn = 0
        let last = performance.now()
        const step = (now: number) => {
          times.push(now - last)
          last = now
          drawn = Math.max(drawn, document.querySelectorAll('[role=option]').length)
          const before = area.scrollTop
          area.scrollTop += 400
          if (area.scrollTop > before) return void requestAnimationFrame(step)
          const slow = times.filter((time) => time > 34).length
          resolve({ frames: times.length, slow, worst: Math.round(Math.max(...times)), long: long.splice(0), drawn })
        }
        requestAnimationFrame(step)
      }),
  )

/** What is drawn of the first or the last photos, in their places. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')]
      .toSorted((one, other) => Number(one.ariaPosInSet) - Number(other.ariaPosInSet))
      .map((one) => `${one.ariaPosInSet} ${one.dataset['photo']}`),
  )

test('B4 an album of very many photos scrolls smoothly, moves 200 at once, and two people who reorder it agree', async ({
  page,
  browser,
  desk,
  server,
}) => {
  const token = await desk.newToken(server.admin)
  const media = await manyMedia(server, await uploadLandscapes(server, token, 18), MANY)
  const album = await createAlbum(desk, { title: 'Marathon' }, media)
  const open = async (to: Page) => {
    await to.goto(`/jCore/album/${album.id}`)
    await screenIsThere(to, 'Marathon')
    await expect(to.getByRole('option').first()).toHaveAttribute('aria-setsize', String(MANY))
  }
  await countLongTasks(page)
  await signIn(page, desk, 'editor')
  await open(page)
  console.log(`long tasks while ${MANY} photos load: ${JSON.stringify(await longTasks(page))} ms`)

  const work = await watchWork(page)
  const scrolled = await scrollThrough(page)
  const each = (await work()) / scrolled.frames
  console.log(
    `scrolled through ${MANY} photos in ${scrolled.frames} frames: ${scrolled.slow} over 34 ms, the worst ${scrolled.worst} ms; ` +
      `long tasks ${JSON.stringify(scrolled.long)} ms; ${each.toFixed(1)} ms of work for each; at most ${scrolled.drawn} photos drawn`,
  )
  expect(scrolled.frames).toBeGreaterThan(MANY / 25)
  expect(each).toBeLessThan(WORK_MS)
  expect(scrolled.drawn).toBeLessThan(150)
  await expect(page.locator(`[aria-posinset="${MANY}"]`)).toBeInViewport()

  const before = await photosOf(desk, album)
  const ids = before.map(({ id }) => id)
  await page.getByRole('listbox').focus()
  await page.keyboard.press('Home')
  await page.getByRole('option').first().click()
  await page.evaluate((many) => {
    const area = document.querySelector('[role=listbox]')!.parentElement!
    area.scrollTop = area.scrollHeight * (200 / many) - area.clientHeight / 2
  }, MANY)
  await page.locator('[aria-posinset="200"]').click({ modifiers: ['Shift'] })
  await expect(page.getByText('200 selected')).toBeVisible()
  const moves: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/photos/move')) moves.push(response.request().timing().responseStart)
  })
  await longTasks(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Moved 200 photos')).toBeVisible()
  console.log(`moving 200: ${moves.length} request, long tasks ${JSON.stringify(await longTasks(page))} ms`)
  expect(moves).toHaveLength(1)
  expect((await photosOf(desk, album)).map(({ id }) => id)).toEqual([...ids.slice(200), ...ids.slice(0, 200)])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect((await photosOf(desk, album)).map(({ id }) => id)).toEqual(ids)

  const otherContext = await browser.newContext({ baseURL: server.url })
  const other = await otherContext.newPage()
  await storeToken(other, token)
  await open(other)
  const reorder = async (one: Page, keys: readonly string[]) => {
    await one.getByRole('listbox').focus()
    await one.keyboard.press('Home')
    for (const key of keys) {
      await one
        .getByRole('option')
        .nth(key === 'End' ? 1 : 2)
        .click()
      for (const press of ['Space', key, 'Enter']) await one.keyboard.press(press)
      await one.keyboard.press('Home')
    }
  }
  await Promise.all([
    reorder(page, ['ArrowRight', 'End', 'ArrowDown', 'End', 'Home', 'ArrowRight']),
    reorder(other, ['End', 'ArrowDown', 'Home', 'ArrowRight', 'End', 'ArrowDown']),
  ])
  for (const key of ['Home', 'End'])
    for (const one of [page, other]) {
      await one.getByRole('listbox').focus()
      await one.keyboard.press(key)
      await expect
        .poll(
          async () => {
            const order = (await photosOf(desk, album)).map(({ id }, at) => `${at + 1} ${id}`)
            const shown = await drawn(one)
            return shown.length > 5 && shown.every((photo) => order.includes(photo))
          },
          { timeout: 30_000 },
        )
        .toBe(true)
    }
  const after = (await photosOf(desk, album)).map(({ id }) => id)
  expect(after.toSorted((a, b) => a.localeCompare(b))).toEqual(ids.toSorted((a, b) => a.localeCompare(b)))
  expect(after).not.toEqual(ids)
  await otherContext.close()
})
