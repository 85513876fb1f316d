import type { Locator, Page } from '@playwright/test'
import type { Ad } from '#contract/ads.ts'
import { tabTo } from './support/keyboard.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// It mutes a check, names the site and suspends an account.
test.use({ serverNamed: 'keyboard' })

/** Reaches it by Tab and presses Enter. */
async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}
/** In an open menu. */
async function choose(page: Page, name: string) {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(item).toBeVisible()
  for (let presses = 0; presses < 20; presses++) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('D7 an ad is made, approved, paused and explained by keyboard alone', async ({ page, desk }) => {
  const sizes = [{ width: 300, height: 250 }]
  await desk.api('POST', '/api/placements', { key: 'beside', name: 'Beside the text', sizes })
  await signIn(page, desk)
  await page.goto('/jCore/adManage')
  await screenIsThere(page, 'Ads')
  await page.keyboard.press('c')
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expect(field('Name')).toBeFocused()
  await page.keyboard.type('Typed offer')
  await tabTo(page, field('Click address'))
  await page.keyboard.type('https://advertiser.example/')
  await tabTo(page, page.getByRole('combobox', { name: 'Placements' }))
  await page.keyboard.type('Beside the text')
  await expect(page.getByRole('option', { name: /Beside the text/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Beside the text' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: 'Add a text' }), 'Shift+Tab')
  await tabTo(page, field('Heading'), 'Shift+Tab')
  await page.keyboard.type('Half price')
  await tabTo(page, field('Text'))
  await page.keyboard.type('Until Sunday.')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/jCore\/adManage\/[0-9a-f-]{36}$/)

  await press(page, page.getByRole('button', { name: 'Submit for approval' }), 'Shift+Tab')
  await press(page, inDialog(page, 'Submit for approval'))
  await expect(page.getByText('Submitted for approval: “Typed offer”')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Approve' }))
  await press(page, inDialog(page, 'Approve'))
  await expect(page.getByText('Approved: “Typed offer”')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Pause' }))
  await expect(page.getByText('Paused: “Typed offer”')).toBeVisible()
  await tabTo(page, page.getByRole('tab', { name: 'Settings' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('The ad is paused.')).toBeVisible()
  const rules = page.getByRole('list', { name: 'Rules in their order' })
  await press(page, rules.getByRole('button', { name: 'Resume' }))
  await expect(page.getByText('May be shown', { exact: true })).toBeVisible()

  // Several at once in the list.
  await page.goto('/jCore/adManage')
  await screenIsThere(page, 'Ads')
  const row = page.getByRole('row', { name: /Typed offer/ })
  await expect(row).toContainText('Running')
  const isReached = () => row.evaluate((element) => element.contains(document.activeElement))
  for (let steps = 0; steps < 4 && !(await isReached()); steps++) await page.keyboard.press('j')
  await page.keyboard.press('x')
  await press(page, page.getByRole('button', { name: 'Pause', exact: true }), 'Shift+Tab')
  await expect(row).toContainText('Paused')
  const id = /[0-9a-f-]{36}/.exec((await row.getByRole('link').first().getAttribute('href')) ?? '')?.[0] ?? ''
  expect((await desk.api<Ad>('GET', `/api/ads/${id}`)).status).toBe('paused')
})

test('F7 a check is muted, the site named, an account suspended and all of it looked up by keyboard alone', async ({
  page,
  desk,
}) => {
  await desk.person('editor')
  await signIn(page, desk)
  await page.goto('/jCore/health')
  await screenIsThere(page, 'Health')
  const disk = page.getByRole('button', { name: 'Disk space', exact: true })
  await press(page, disk)
  await expect(page.getByRole('dialog', { name: 'Disk space' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(disk).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Actions for “Disk space”' }))
  await choose(page, 'Mute…')
  await tabTo(page, page.getByRole('textbox', { name: 'Reason (optional)' }))
  await page.keyboard.type('Moving to a larger disk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Files and backups' }).getByText(/^Muted until/)).toBeVisible()

  await page.goto('/jCore/settings')
  await screenIsThere(page, 'Settings')
  const general = page.getByRole('region', { name: 'General', exact: true })
  await tabTo(page, general.getByRole('textbox', { name: 'Name of the site' }))
  await page.keyboard.type('Typed Gazette')
  await press(page, general.getByRole('button', { name: 'Save' }))
  await expect(page).toHaveTitle('settings · Typed Gazette')

  await page.goto('/jCore/users')
  await screenIsThere(page, 'Users')
  await page.keyboard.press('/')
  await page.keyboard.type('Edith')
  const row = page.getByRole('row', { name: /Edith Marlow/ })
  await expect(page.getByRole('row')).toHaveCount(2)
  await press(page, page.getByRole('button', { name: 'Actions for “Edith Marlow”' }))
  await choose(page, 'Suspend')
  await expect(row).toContainText('Suspended')

  await page.goto('/jCore/audit')
  await screenIsThere(page, 'Audit')
  await press(page, page.getByRole('link', { name: 'Changed setting “General”' }))
  const panel = page.getByRole('dialog', { name: 'Changed setting “General”' })
  await expect(panel).toContainText('Typed Gazette')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: /Muted|muted/ }).first()).toBeVisible()
})

test('an article is opened from its row, published and left by keyboard alone, and the focus is never lost', async ({
  page,
  desk,
}) => {
  const [category, author] = await Promise.all([
    desk.api<{ id: string }>('POST', '/api/categories', { name: 'Harbour' }),
    desk.api<{ id: string }>('POST', '/api/authors', { displayName: 'Nora Quay' }),
  ])
  const fields = { body: '<p>Boats.</p>', authors: [author.id], primaryCategory: category.id }
  await desk.createArticle({ title: 'Ferries stay in port', ...fields })
  await signIn(page, desk)
  await page.goto('/jCore/article?q=Ferries')
  await screenIsThere(page, 'Articles')
  const row = page.getByRole('link', { name: 'Ferries stay in port', exact: true })
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search or go to…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search or go to…' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.goBack()
  await expect(row).toBeFocused()

  // A list that is made again when people come back to it.
  await page.goto('/jCore/author')
  await screenIsThere(page, 'Authors')
  const nora = page.getByRole('link', { name: 'Nora Quay', exact: true })
  await press(page, nora)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
  await page.goBack()
  await expect(nora).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Articles: 1, Nora Quay' }))
  await screenIsThere(page, 'Articles')
  await page.goBack()
  await expect(nora).toBeFocused()
})
