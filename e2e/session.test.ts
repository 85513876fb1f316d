import { storedToken, storeToken, screenIsThere, signIn, signInByForm, whereIs } from './support/sign-in.ts'
import type { Person } from './support/desk.ts'
import { expect, test } from './support/test.ts'
import { textOf } from './support/writing.ts'

test('a session that ends while someone types: they sign in over the screen, nothing is lost, and the call is sent again', async ({
  page,
  desk,
}) => {
  const token = await signIn(page, desk, 'editor')
  const { password } = await desk.person('editor')
  await page.goto('/jCore/profile')
  await screenIsThere(page, 'Profile')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Edith Marlow-Reyes')
  await desk.endSession(token)

  const sent: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) sent.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
  expect(whereIs(page)).toBe('/jCore/profile')
  await page.keyboard.press('Escape')
  await expect(again).toBeVisible()

  await again.getByLabel('Password', { exact: true }).fill('not the right passphrase')
  await again.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(again.getByRole('alert')).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign in and go on' }).click()

  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(again).toBeHidden()
  await expect(name).toHaveValue('Edith Marlow-Reyes')
  expect(await storedToken(page)).not.toBe(token)
  expect(sent).toContain('GET /api/session 401')
  expect(sent.indexOf('GET /api/session 200')).toBeGreaterThan(sent.indexOf('GET /api/session 401'))
  expect(sent.at(-1)).toBe('PATCH /api/profile 200')
  await page.reload()
  await expect(name).toHaveValue('Edith Marlow-Reyes')
})

test('signing in again in one tab is enough for the other', async ({ page, context, desk }) => {
  const token = await signIn(page, desk, 'editor')
  const { password } = await desk.person('editor')
  const other = await context.newPage()
  await storeToken(other, token)
  for (const tab of [page, other]) {
    await tab.goto('/jCore/article')
    await screenIsThere(tab, 'Articles')
  }
  await desk.endSession(token)
  for (const tab of [page, other]) {
    await tab.getByRole('searchbox', { name: 'Search articles' }).fill('winter')
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  }
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(password)
  await again.getByRole('button', { name: 'Sign in and go on' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
    await screenIsThere(tab, 'Articles')
    await expect(tab.getByRole('searchbox', { name: 'Search articles' })).toHaveValue('winter')
  }
  expect(await storedToken(other)).toBe(await storedToken(page))
})

test('a token the server does not know leads to the sign-in, and from there to where one was headed', async ({
  page,
}) => {
  await storeToken(page, 'no-such-token')
  await page.goto('/jCore/users')
  await expect(page).toHaveURL('/login?next=%2FjCore%2Fusers')
  expect(await storedToken(page)).toBeNull()
})

test('a new password ends the other sessions, and this tab goes on', async ({ page, desk }) => {
  const elsewhere = await desk.signIn('author')
  await signIn(page, desk, 'author')
  const person = await desk.person('author')
  await page.goto('/jCore/profile')
  await screenIsThere(page, 'Profile')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem').first()).toContainText('This one')
  const section = page.getByRole('region', { name: 'Password' })
  await section.getByLabel('Current password', { exact: true }).fill('not my passphrase')
  await section.getByLabel('New password', { exact: true }).fill('quite another passphrase')
  await section.getByRole('button', { name: 'Change the password' }).click()
  await expect(section.getByText('The current password is not right.')).toBeVisible()
  await section.getByLabel('Current password', { exact: true }).fill(person.password)
  await section.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Password changed. Your other sessions have ended.')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await desk.send(elsewhere, 'GET', '/api/session')).status).toBe(401)
  await page.getByRole('link', { name: 'Media' }).click()
  await screenIsThere(page, 'Media')
  person.password = 'quite another passphrase'
})

test('one of my sessions can be ended from the list', async ({ page, desk }) => {
  const elsewhere = await desk.signIn('viewer')
  await signIn(page, desk, 'viewer')
  await page.goto('/jCore/profile')
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /End the session/ }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await desk.send(elsewhere, 'GET', '/api/session')).status).toBe(401)
})

test('a role sees its own screens in the menu, and is told why another is closed', async ({ page, desk }) => {
  await signIn(page, desk, 'viewer')
  await page.goto('/jCore/users')
  await screenIsThere(page, 'Users')
  await expect(page.getByText('Your role, Viewer, does not include this screen.')).toBeVisible()
  const entries = page.getByRole('navigation', { name: 'Main menu' })
  await expect(entries.getByRole('link', { name: 'Articles' })).toBeVisible()
  for (const closed of ['Users', 'Import', 'Audit', 'Settings', 'Ads'])
    await expect(entries.getByRole('link', { name: closed, exact: true })).toHaveCount(0)
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await expect(page.getByRole('button', { name: 'New article' })).toHaveCount(0)
})

test('my e-mail address is changed with my password, and signs me in from then on', async ({ page, desk }) => {
  await signIn(page, desk, 'ad_manager')
  const person = await desk.person('ad_manager')
  await page.goto('/jCore/profile')
  await screenIsThere(page, 'Profile')
  const section = page.getByRole('region', { name: 'You' })
  await section.getByRole('button', { name: 'Change your e-mail address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your e-mail address' })
  const address = dialog.getByRole('textbox', { name: 'New e-mail address' })
  const password = dialog.getByLabel('Your password', { exact: true })
  await address.fill('ads@')
  await password.fill('not my passphrase')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill((await desk.person('viewer')).email)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByText('The current password is not right.')).toBeVisible()
  await password.fill(person.password)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByText('This address has an account already.')).toBeVisible()
  await address.fill('ads@papers.example')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByText('Your e-mail address is ads@papers.example now')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('ads@papers.example')
  person.email = 'ads@papers.example'
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/login')
  await signInByForm(page, person)
  await screenIsThere(page, 'Articles')
})

test('an administrator corrects the name and the e-mail address of someone else', async ({ page, desk }) => {
  await signIn(page, desk)
  const person = await desk.person('editor')
  await page.goto('/jCore/users')
  await screenIsThere(page, 'Users')
  const line = page.getByRole('row').filter({ hasText: person.email })
  await line.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change name or e-mail address' }).click()
  const dialog = page.getByRole('dialog', { name: /^Change the name or e-mail address of/ })
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Corrected Name')
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('editor@papers.example')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'editor@papers.example' })).toContainText('Corrected Name')
  person.email = 'editor@papers.example'
})

test('another person who signs in over the screen gets nothing of what was typed there, and it comes back to who typed it', async ({
  page,
  desk,
}) => {
  page.on('dialog', (dialog) => void dialog.accept())
  const article = await desk.createArticle({ body: '<p>Base.</p>' })
  const tag = await desk.api<{ id: string }>('POST', '/api/tags', { name: 'Whose text' })
  const description = page.getByRole('textbox', { name: 'Description' })
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  const signInAs = async ({ email, password }: Person) => {
    await again.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await again.getByLabel('Password', { exact: true }).fill(password)
    // The screen of the one who typed is there, and drawn again, before the other page comes.
    const drawn = page.waitForEvent('console', { predicate: (message) => message.text() === 'drawn again' })
    await page.evaluate(() => {
      const before = sessionStorage.getItem('token')
      let frames = 5
      const look = () => {
        if (sessionStorage.getItem('token') !== before) frames--
        if (frames === 0) console.log('drawn again')
        else requestAnimationFrame(look)
      }
      look()
    })
    const isHome = ({ pathname }: URL) => pathname === '/'
    await page.route(isHome, async (route) => {
      await drawn
      await route.continue()
    })
    await again.getByRole('button', { name: 'Sign in and go on' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/jCore/tag') && !/article\/./.test(url.pathname))
    await page.unroute(isHome)
  }
  const keptFor = () =>
    page.evaluate(async () => {
      const owners = new Set<string>()
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const asked = indexedDB.open(name!)
          asked.addEventListener('success', () => resolve(asked.result))
        })
        for (const store of database.objectStoreNames) {
          const asked = database.transaction(store).objectStore(store).getAllKeys()
          await new Promise((resolve) => asked.addEventListener('success', resolve))
          for (const key of asked.result as string[]) owners.add(key.split('/')[0]!)
        }
        database.close()
      }
      return [...owners]
    })
  const editor = await desk.person('editor')
  const administrator = await desk.person('administrator')

  let token = await signIn(page, desk, 'editor')
  await page.goto(`/jCore/tag/${tag.id}`)
  await description.fill('Only the editor’s')
  await desk.endSession(token)
  await page.keyboard.press('Control+s')
  await signInAs(administrator)
  await page.goto(`/jCore/tag/${tag.id}`)
  await screenIsThere(page)
  await expect(description).toHaveValue('')

  token = await signIn(page, desk, 'editor')
  await page.goto(`/jCore/article/${article.id}`)
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await desk.endSession(token)
  await page.keyboard.type(' Only the editor’s.')
  await signInAs(administrator)
  await page.goto(`/jCore/article/${article.id}`)
  await expect(textOf(page)).toHaveText('Base.')
  expect(await keptFor()).toHaveLength(1)
  expect(await desk.api('GET', `/api/articles/${article.id}`)).toMatchObject({ body: '<p>Base.</p>' })

  await storeToken(page, await desk.newToken(editor))
  await page.goto(`/jCore/article/${article.id}`)
  await expect(textOf(page)).toHaveText('Base. Only the editor’s.')
})
