import type { Album } from '#contract/albums.ts'
import type { Media } from '#contract/media.ts'
import { expectNoAxeFindings } from './support/accessibility.ts'
import { storeToken, screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { landscape } from './support/pictures.ts'

test.use({ serverNamed: 'rights' })

test('without a mail server an author is invited with a byline by a copied link, and writes under that name', async ({
  page,
  browser,
  server,
  desk,
}) => {
  await desk.api('POST', '/api/authors', { displayName: 'Nora Lind', email: 'nora@example.org' })
  await signIn(page, desk)
  await page.goto('/jCore/users')
  await screenIsThere(page, 'Users')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await expect(dialog.getByText('No mail server is set')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('nora@example.org')
  await expect(dialog.getByRole('radio', { name: 'Nora Lind' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const handed = page.getByRole('dialog', { name: 'Link of the invitation' })
  const link = await handed.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/register#invitation=/)
  await expectNoAxeFindings(page)
  await handed.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row', { name: /nora@example\.org/ })).toContainText('Open')

  const home = await browser.newContext({ baseURL: server.url })
  const guest = await home.newPage()
  await guest.goto(link.slice(new URL(link).origin.length))
  await guest.getByRole('textbox', { name: 'Name' }).fill('Nora')
  await expect(guest.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('nora@example.org')
  await guest.getByLabel('Password', { exact: true }).fill('a passphrase of the writer')
  await guest.getByRole('button', { name: 'Create the account' }).click()
  await screenIsThere(guest, 'Hello, Nora')
  await guest.goto('/jCore/article/add')
  await guest.getByRole('textbox', { name: 'Title', exact: true }).fill('First words')
  await expect(guest.getByText('Nora Lind').first()).toBeVisible()
  const authorsOf = async () => {
    type List = { items: { authors: { displayName: string }[] }[] }
    const { items } = await desk.api<List>('GET', '/api/articles?q=First')
    return items[0]?.authors.map(({ displayName }) => displayName)
  }
  await expect.poll(authorsOf).toEqual(['Nora Lind'])
  await home.close()
})

test('an author without a byline is told who can give one', async ({ page, desk }) => {
  await signIn(page, desk, 'author')
  await page.goto('/jCore/article/add')
  await expect(page.getByText('You have no byline yet. An administrator can give you one')).toBeVisible()
})

test('an author finds out why what readers see is not theirs to change', async ({ page, desk }) => {
  const token = await desk.signIn('author')
  const form = new FormData()
  form.append('file', new Blob([await landscape('harbour')], { type: 'image/jpeg' }), 'harbour.jpg')
  const media: Media = await desk.upload(form, token)
  const album = await desk.api<Album>('POST', '/api/albums', { title: 'The harbour' }, token)
  const { album: filled } = await desk.api<{ album: Album }>(
    'POST',
    `/api/albums/${album.id}/photos`,
    { media: [media.id] },
    token,
  )
  await desk.api('POST', `/api/albums/${album.id}/publish`, { version: filled.version })
  await storeToken(page, token)

  await page.goto(`/jCore/album/${album.id}`)
  await expect(page.getByText('Readers see this album: ask an editor to change it')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).not.toBeEditable()

  const { id } = await desk.api('POST', '/api/articles', { title: 'The quay', body: '<p>Rain.</p>' }, token)
  const own = await desk.createArticle({ status: 'published' })
  await desk.api('PATCH', `/api/articles/${id}`, {
    version: 1,
    authors: own.authors,
    primaryCategory: own.primaryCategory,
  })
  await desk.api('POST', `/api/articles/${id}/publish`, { version: 2 })
  await page.goto(`/jCore/article/${id}`)
  await expect(
    page.getByText('Submit them when they are ready; readers see them once an editor publishes them.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: /^Move to trash Readers see this article/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.goto('/jCore/album')
  await page.getByRole('button', { name: 'Actions for “The harbour”' }).click()
  await expect(page.getByRole('menuitem', { name: /^Move to trash Readers see this album/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.goto(`/jCore/media?picture=${media.id}`)
  await expect(page.getByText('Readers see this picture, so only someone who may publish can change it.')).toBeVisible()
  await expectNoAxeFindings(page)
})

test('whose role is changed while they write is told so, and takes along what was not saved', async ({
  page,
  context,
  desk,
}) => {
  const author = await desk.person('author')
  const { items } = await desk.api<{ items: { id: string; email: string; version: number }[] }>('GET', '/api/users')
  const { id, version } = items.find(({ email }) => email === author.email)!
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, desk, 'author')
  await page.goto('/jCore/article/add')
  await page.getByRole('textbox', { name: 'Title', exact: true }).pressSequentially('The bridge')
  await page.route('**/api/articles', (route) => route.abort())
  const change = (role: string, of: number) =>
    desk.api<{ version: number }>('PATCH', `/api/users/${id}`, { version: of, role })
  const changed = await change('viewer', version)
  await page.getByRole('textbox', { name: 'Title', exact: true }).pressSequentially(' is open')
  await page.unroute('**/api/articles')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(author.password)
  await again.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByText('Your role was changed from Author to Viewer')).toBeVisible()
  await expect(page.getByText('Your role, Viewer, does not include this screen.')).toBeVisible()
  const unsaved = page.getByRole('region', { name: 'Texts that were not saved' })
  await expect(unsaved).toContainText('The bridge is open')
  await expectNoAxeFindings(page)
  await unsaved.getByRole('button', { name: 'Copy the text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('The bridge is open')
  await change('author', changed.version)
})

test('the audit names the fields that a save changed, and says where their texts are', async ({ page, desk }) => {
  const article = await desk.createArticle({ title: 'Harbour' })
  await desk.api('PATCH', `/api/articles/${article.id}`, {
    version: article.version,
    title: 'The harbour',
    body: '<p>New.</p>',
  })
  await signIn(page, desk)
  await page.goto(`/jCore/audit?entity=${article.id}`)
  await page.getByRole('link', { name: 'Saved article “The harbour”' }).click()
  const panel = page.getByRole('dialog', { name: 'Saved article “The harbour”' })
  await expect(panel.getByText(/^Title, .*Text$/)).toBeVisible()
  await expect(panel.getByText('What it was before and after is in the history of the article.')).toBeVisible()
})
