import { expectAccessibleInPairs } from './support/accessibility.ts'
import { storedToken, screenIsThere, signInByForm, whereIs } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'new' })
test.describe.configure({ mode: 'serial' })

const first = { email: 'grace@example.org', password: 'a passphrase of the first one' }
const second = { email: 'lin@example.org', password: 'a passphrase of the second one' }

test('a new installation opens the form for the first account, wherever one comes in', async ({ page }) => {
  for (const path of ['/', '/login', '/jCore/users']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Create the first account' }), path).toBeVisible()
    expect(whereIs(page), path).toBe('/register')
    await expect(page.getByRole('link', { name: /sign in/ }), 'no one could').toHaveCount(0)
  }
})

test('the first account is made with the setup code that the server printed, and is the administrator', async ({
  page,
  server,
}) => {
  const link = /^ *(http:\S+\/register#setup=(\S+))$/m.exec(server.said())
  const [, address = '', code = ''] = link ?? []
  await page.goto(address)
  await expect(page).toHaveTitle('register · Copydesk')
  const field = page.getByRole('textbox', { name: 'Setup code' })
  await expect(field, 'filled in from the printed link').toHaveValue(code)
  await expect(page, 'the code stays out of the history').toHaveURL('/register')
  await expect(page.getByRole('textbox', { name: 'Name' }), 'the first that is left to fill in').toBeFocused()
  await field.fill('WRNG-WRNG-WRNG-WRNG')
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(first.email)
  await page.getByLabel('Password', { exact: true }).fill(first.password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(whereIs(page)).toBe('/register')
  await page.getByRole('textbox', { name: 'Setup code' }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Create the account' }).click()
  await screenIsThere(page)
  await expect(page.getByText('Name the site')).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()
  await page.getByRole('link', { name: 'Users' }).click()
  await screenIsThere(page, 'Users')
  await expect(page.getByRole('row', { name: /grace@example\.org/ })).toContainText('Administrator')
})

test('the setup code is gone after that, and the sign-in no longer offers it', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Ask for an account' })).toBeVisible()
  expect(whereIs(page)).toBe('/login')
  await page.getByRole('link', { name: 'Ask for an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Setup code' })).toHaveCount(0)
})

test('a later account waits until an administrator lets it in, and then it signs in', async ({
  page,
  browser,
  server,
  desk,
}) => {
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Name' }).fill('Lin')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(second.email)
  await page.getByLabel('Password', { exact: true }).fill('too short')
  await expect(page.getByText('6 more characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(second.password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'An administrator has to approve your account. This installation sends no mail, so ask when that is done, or try to sign in later.',
  )
  await page.goto('/login')
  await signInByForm(page, second)
  await expect(page.getByRole('alert')).toContainText(/approv/)
  expect(await storedToken(page)).toBeNull()

  const office = await browser.newContext({ baseURL: server.url })
  const admin = await office.newPage()
  await admin.goto('/login')
  await signInByForm(admin, first)
  await admin.getByRole('link', { name: 'Home' }).click()
  await admin.getByRole('link', { name: '1 person waits for an account' }).click()
  await screenIsThere(admin, 'Users')
  const row = admin.getByRole('row', { name: /lin@example\.org/ })
  await row.hover()
  await row.getByRole('button', { name: /Approve/ }).click()
  await admin.getByRole('dialog', { name: 'Lin' }).getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Lin can sign in now')).toBeVisible()
  await office.close()

  expect(await desk.mailedPath(second.email, /ready/)).toBe('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await screenIsThere(page, 'Articles')
})

test('an invited person makes their account from the mailed link and has the role at once', async ({
  page,
  browser,
  server,
  desk,
}) => {
  const token = await desk.newToken(first)
  await desk.api('POST', '/api/users/invitations', { email: 'mei@example.org', role: 'editor' }, token)
  await page.goto(`/login?next=${encodeURIComponent('/jCore/users?tab=invitations')}`)
  await signInByForm(page, first)
  await screenIsThere(page, 'Users')
  await expect(page.getByRole('alert').filter({ hasText: 'Mails are not sent' })).toBeVisible()
  await expect(page.getByRole('row', { name: /mei@example\.org/ })).toContainText('Open')

  const home = await browser.newContext({ baseURL: server.url })
  const guest = await home.newPage()
  await guest.goto(await desk.mailedPath('mei@example.org', /invites you/))
  await expect(guest.getByText('Grace invites you to Copydesk as Editor.')).toBeVisible()
  expect(guest.url(), 'the secret stays out of the history').not.toContain('invitation=')
  const invited = guest.getByRole('textbox', { name: 'E-mail address' })
  await expect(invited).toHaveValue('mei@example.org')
  await expect(invited).not.toBeEditable()
  await expect(guest.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await guest.getByRole('textbox', { name: 'Name' }).fill('Mei')
  await guest.getByLabel('Password', { exact: true }).fill('a passphrase of the third one')
  await guest.getByRole('button', { name: 'Create the account' }).click()
  await screenIsThere(guest, 'Hello, Mei')
  await expect(guest).toHaveURL('/edit')
  const begin = guest.getByRole('region', { name: 'What you can do first' })
  await expect(begin.getByRole('link', { name: 'Write your first article' })).toBeVisible()
  await expectAccessibleInPairs(guest, 'what a new person can do first')
  await guest.getByRole('button', { name: /^Me/ }).click()
  await expect(guest.getByText('Editor', { exact: true })).toBeVisible()
  await home.close()
})

test('a forgotten password: a mailed link sets a new one, once, and ends the old sessions', async ({ page, desk }) => {
  const old = await desk.newToken(second)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(second.email)
  await page.getByRole('button', { name: 'Ask for a link' }).click()
  await expect(page.getByRole('heading', { name: 'Ask an administrator' })).toBeVisible()

  const link = await desk.mailedPath(second.email, /password/)
  expect(link).toMatch(/^\/forget#token=/)
  await page.goto(link)
  await expect(page).toHaveURL('/forget')
  await page.getByLabel('New password', { exact: true }).fill('a passphrase that is quite new')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your new password is set')).toBeVisible()
  expect((await desk.send(old, 'GET', '/api/session')).status, 'the old session').toBe(401)

  await page.goto('/login')
  await signInByForm(page, second)
  await expect(page.getByRole('alert')).toBeVisible()
  await signInByForm(page, { ...second, password: 'a passphrase that is quite new' })
  await screenIsThere(page, 'Articles')

  await page.evaluate(() => sessionStorage.clear())
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a passphrase for another time')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Send me another link' }).click()
  await expect(page.getByRole('button', { name: 'Ask for a link' })).toBeVisible()
})

test('an address no one has gets the same words when it forgets its password', async ({ page }) => {
  await page.goto('/forget')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org')
  await page.getByRole('button', { name: 'Ask for a link' }).click()
  await expect(page.getByText('If there is an account for nobody@example.org')).toBeVisible()
})
