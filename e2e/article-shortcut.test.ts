import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { subtitleOf, titleOf } from './support/writing.ts'

const CODE = '**/assets/article-edit-page-*.js'

async function openList(page: Page) {
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

test('what is typed after c on a slow machine is the title, from the first key on', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await desk.createArticle({ title: 'One that is there' })
  await openList(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.route(CODE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.keyboard.press('c')
  await page.keyboard.type('Exact words', { delay: 30 })
  await expect(titleOf(page)).toHaveValue(/^Exact words/, { timeout: 30_000 })
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.type(' of mine')
  await expect(titleOf(page)).toHaveValue('Exact words of mine')
})

test('Enter between title and subtitle is not lost either', async ({ page, desk }) => {
  await signIn(page, desk, 'editor')
  await desk.createArticle({ title: 'One that is there' })
  await openList(page)
  await page.keyboard.press('c')
  await page.keyboard.type('Title\nsubtitle')
  await expect(titleOf(page)).toHaveValue('Title')
  await expect(subtitleOf(page)).toHaveValue('subtitle')
})

test('when c fails, the list stays, says so, and the focus goes back to its row; then c works again', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'editor')
  await desk.createArticle({ title: 'One that is there' })
  // Before the list, which fetches this code ahead when nothing else is to be done.
  await page.route(CODE, (route) => route.abort())
  await openList(page)
  await page.keyboard.press('j')
  const row = page
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .or(page.getByRole('row').nth(1).getByRole('link'))
    .first()
  await expect(row).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByText('A new article could not be opened. Check the connection and try again.')).toBeVisible()
  await expect(row).toBeFocused()
  await page.unroute(CODE)
  await page.keyboard.press('c')
  await page.keyboard.type('Second try')
  await expect(titleOf(page)).toHaveValue('Second try')
})
