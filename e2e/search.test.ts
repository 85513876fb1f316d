import type { Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { DESK, expectAccessible } from './support/accessibility.ts'
import { type Desk } from './support/desk.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'search' })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or go to…' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Search everything, or go to a screen' })
async function searchFor(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await field(page).fill(text)
}
async function openConsole(page: Page, desk: Desk, role: Role) {
  await signIn(page, desk, role)
  await page.goto('/edit')
  await screenIsThere(page)
}
/** A place with a bridge in all there is; once for the whole file. */
let made: Promise<void> | undefined
const bridges = (desk: Desk) =>
  (made ??= (async () => {
    await desk.createArticle({ title: 'The bridge reopens', status: 'published' })
    await desk.createArticle({
      title: 'Ferries stop',
      body: '<p>Now that the bridge is open.</p>',
      status: 'published',
    })
    const traffic = await desk.api<{ id: string }>('POST', '/api/categories', { name: 'Traffic' })
    await desk.api('POST', '/api/categories', { name: 'Books', parent: traffic.id })
    const culture = await desk.api<{ id: string }>('POST', '/api/categories', { name: 'Culture' })
    await desk.api('POST', '/api/categories', { name: 'Books', parent: culture.id })
    await desk.api('POST', '/api/categories', { name: 'Bridge works', parent: traffic.id })
    await desk.api('POST', '/api/tags', { name: 'Footbridges' })
    await desk.api('POST', '/api/authors', { displayName: 'Lena Bridgewater' })
    await desk.api('POST', '/api/albums', { title: 'The old bridge' })
  })())

test('Ctrl+K finds whatever there is and opens it, by keyboard alone', async ({ page, desk }) => {
  await bridges(desk)
  await openConsole(page, desk, 'editor')
  await searchFor(page, 'bridge')
  for (const name of ['The bridge reopens', 'The old bridge', 'Footbridges', 'Lena Bridgewater', 'Bridge works'])
    await expect(palette(page).getByText(name, { exact: true })).toBeVisible()
  await expectAccessible(page, 'palette')
  await page.setViewportSize(DESK)
  await field(page).fill('lena')
  await expect(palette(page).getByText('Footbridges')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Lena Bridgewater')

  await searchFor(page, 'bridge works')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/jCore\/cate\?q=Bridge/)
})

test('an administrator finds people and opens them; no one else does', async ({ page, desk }) => {
  const { email } = await desk.person('viewer')
  await openConsole(page, desk, 'administrator')
  await searchFor(page, email)
  await expect(palette(page).getByText(email)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/jCore\/users\?q=.*user=/)
  await expect(page.getByRole('dialog')).toContainText(email)

  await openConsole(page, desk, 'editor')
  await searchFor(page, email)
  await expect(palette(page).getByText(/^Nothing found for/)).toBeVisible()
})
