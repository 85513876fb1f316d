import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import { expectAccessible } from './support/accessibility.ts'
import { landscapeFile } from './support/pictures.ts'
import { screenIsThere, signIn, storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// It changes the settings of all.
test.use({ serverNamed: 'settings' })

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const saved = (page: Page) => expect(page.getByText('Settings saved').last()).toBeVisible()

test('an administrator names the site, and the console, the sign-in page and its API follow', async ({
  page,
  desk,
  browser,
  server,
}) => {
  await signIn(page, desk)
  await page.goto('/jCore/settings')
  await screenIsThere(page, 'Settings')

  const general = part(page, 'General')
  await general.getByRole('textbox', { name: 'Name of the site' }).fill('The Daily Bridge')
  await general.getByRole('combobox', { name: 'Time zone of the site' }).fill('Shanghai')
  await page.getByRole('option', { name: 'Asia/Shanghai' }).click()
  await general.getByRole('button', { name: 'Logo: choose a picture' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await landscapeFile('logo.png', { width: 300, height: 100, format: 'png' }))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Use|^Choose|^Insert/ })
    .click()
  await general.getByRole('button', { name: 'Save' }).click()
  await saved(page)
  await expect(page).toHaveTitle('settings · The Daily Bridge')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByText('The Daily Bridge')).toBeVisible()
  await expect(menu.locator('img').first()).toHaveAttribute('src', /\/media\//)

  await test.step('who is not signed in sees it, too', async () => {
    const guest = await browser.newContext({ baseURL: server.url })
    const login = await guest.newPage()
    await login.goto('/login')
    await expect(login).toHaveTitle(/ · The Daily Bridge$/)
    await expect(login.getByText('The Daily Bridge')).toBeVisible()
    await expectAccessible(login, 'sign-in with a logo')
    await guest.close()
  })

  await test.step('a key is made and opens the delivery API, which needs one now', async () => {
    await part(page, 'Delivery keys').getByRole('button', { name: 'Make a key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a key' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Website')
    await expectAccessible(page, 'new key')
    await page.keyboard.press('Enter')
    const key = await page.getByRole('textbox', { name: 'Key' }).inputValue()
    await page.keyboard.press('Escape')
    const api = part(page, 'Delivery API')
    await api.getByRole('checkbox', { name: 'Reading content needs a key' }).click()
    await api.getByRole('button', { name: 'Save' }).click()
    await saved(page)
    const read = (headers = {}) => fetch(`${server.url}/content/v1/articles`, { headers })
    await expect.poll(async () => (await read()).status).toBe(401)
    expect((await read({ authorization: `Bearer ${key}` })).status).toBe(200)
  })

  await test.step('mail and storage are tried', async () => {
    const tests = part(page, 'Mail and storage')
    await tests.getByRole('button', { name: 'Send a test mail to myself' }).click()
    await expect(tests.getByText('Written to a file: no mail server is set')).toBeVisible()
    await tests.getByRole('button', { name: 'Test the storage' }).click()
    await expect(tests.getByText('The storage works')).toBeVisible()
  })
  await expectAccessible(page, 'settings')

  await test.step('and everything is in the audit log', async () => {
    await page.goto('/jCore/audit')
    await screenIsThere(page)
    for (const line of [
      'Changed setting “General”',
      'Created delivery key “Website”',
      'Tested setting “Mail”',
      'Tested setting “Storage”',
    ])
      await expect(page.getByText(line).first()).toBeVisible()
  })
})

test('someone who leaves hands over what they own, which can be undone, and is removed', async ({
  page,
  desk,
  browser,
  server,
}) => {
  const editor = await desk.person('editor')
  const token = await desk.newToken(editor)
  const story = await desk.api<Article>('POST', '/api/articles', { title: 'The last ferry' }, token)
  await desk.person('author')
  const other = await browser.newContext({ baseURL: server.url })
  const away = await other.newPage()
  await storeToken(away, token)

  await signIn(page, desk)
  await page.goto('/jCore/users?q=Edith')
  await screenIsThere(page, 'Users')
  const menu = page.getByRole('button', { name: 'Actions for “Edith Marlow”' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over what Edith Marlow owns' })
  await expect(dialog.getByRole('checkbox', { name: '1 article' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Hand over to' })).toBeFocused()
  await page.keyboard.type('Arno')
  await page.getByRole('option', { name: /Arno Fischer/ }).click()
  await expectAccessible(page, 'hand-over')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('Handed over to Arno Fischer')).toBeVisible()
  const creator = async () => (await desk.api<Article>('GET', `/api/articles/${story.id}`)).createdBy?.name
  expect(await creator()).toBe('Arno Fischer')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  expect(await creator()).toBe('Edith Marlow')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  await expect(page.getByRole('dialog', { name: 'Sessions of Edith Marlow' }).getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(page, 'sessions of someone else')
  await page.keyboard.press('Escape')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove Edith Marlow?' })
  await remove.getByRole('combobox').fill('Arno')
  await page.getByRole('option', { name: /Arno Fischer/ }).click()
  await expectAccessible(page, 'removal')
  await remove.getByRole('button', { name: 'Hand over and remove' }).click()
  await expect(page.getByText('Edith Marlow is removed')).toBeVisible()
  await expect(menu).toHaveCount(0)
  expect(await creator()).toBe('Arno Fischer')

  // Wherever they were signed in, they are not any more, and cannot be again.
  await away.goto('/jCore/article')
  await expect(away.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const { email, password } = editor
  expect((await desk.send(null, 'POST', '/api/session', { email, password })).status).toBe(401)
  await other.close()
})
