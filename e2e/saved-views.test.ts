import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'views' })

test('a search is kept as a tab, renamed, shared with others, deleted and brought back', async ({ page, desk }) => {
  await desk.api('POST', '/api/tags', { name: 'River' })
  await desk.api('POST', '/api/tags', { name: 'Mountain' })
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/tag?q=river&sort=-updatedAt')
  await screenIsThere(page, 'Tags')
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Rivers')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(tabs.getByRole('link', { name: 'Rivers' })).toHaveAttribute('aria-current', 'page')

  await tabs.getByRole('link', { name: 'All' }).click()
  await expect(page.getByRole('link', { name: 'Mountain', exact: true })).toBeVisible()
  await tabs.getByRole('link', { name: 'Rivers' }).click()
  await expect(page.getByRole('link', { name: 'Mountain', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'River', exact: true })).toBeVisible()

  await tabs.getByRole('button', { name: 'Change the view “Rivers”' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Waters')
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(tabs.getByRole('link', { name: 'Waters' })).toBeVisible()
  await tabs.getByRole('button', { name: 'Change the view “Waters”' }).click()
  await page.getByRole('menuitem', { name: 'Share with everyone' }).click()
  await expect(tabs.getByRole('link', { name: /Shared.*Waters/ })).toBeVisible()

  await signIn(page, desk, 'viewer')
  await page.goto('/jCore/tag')
  await screenIsThere(page, 'Tags')
  await tabs.getByRole('link', { name: /Waters/ }).click()
  await expect(page).toHaveURL(/q=river/)
  await expect(tabs.getByRole('button', { name: /Change the view/ })).toHaveCount(0)

  await signIn(page, desk, 'editor')
  await page.goto('/jCore/tag')
  await tabs.getByRole('link', { name: /Waters/ }).click()
  await tabs.getByRole('button', { name: 'Change the view “Waters”' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(tabs.getByRole('link', { name: /Waters/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tabs.getByRole('link', { name: /Waters/ })).toBeVisible()
})
