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
  await screenIsThere(guest, 'Articles')
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
