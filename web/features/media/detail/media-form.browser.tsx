import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storeToken } from '../../../api/session-token.ts'
import { MediaListPage } from '../library/media-list-page.tsx'
import { aPicture, openLibrary, show } from '../testing/library.tsx'

const panel = page.getByRole('dialog')
const field = (name: string) => panel.getByRole('textbox', { name })
const save = () => panel.getByRole('button', { name: 'Save', exact: true })
const edited = (library: { edits: unknown[] }, count: number) =>
  vi.waitFor(() => expect(library.edits).toHaveLength(count), 5000)

async function openPicture() {
  localStorage.setItem('copydesk.layout', 'grid')
  const library = openLibrary([aPicture('a.png', { alt: 'Old' }), aPicture('b.png')])
  show(<MediaListPage />)
  await page.getByRole('link', { name: 'a.png', exact: true }).click({ position: { x: 80, y: 120 } })
  await expect.element(field('Alt text')).toHaveValue('Old')
  return library
}

beforeEach(() => storeToken('a token'))

test('only what was changed is sent', async () => {
  const library = await openPicture()
  await field('Caption').fill('A caption')
  await save().click()
  await edited(library, 1)
  expect(library.edits[0]!.body).toEqual({ version: 1, caption: 'A caption' })
})

test('what is typed while a save is under way stays, and is saved next', async () => {
  const library = await openPicture()
  await field('Alt text').fill('First')
  await userEvent.keyboard('{Control>}s{/Control}')
  await edited(library, 1)
  await field('Caption').fill('Typed meanwhile')
  await field('Alt text').fill('First, and more')
  library.edits[0]!.accept()
  await expect.element(page.getByText('Saved: a.png')).toBeVisible()
  await expect.element(field('Caption')).toHaveValue('Typed meanwhile')
  await expect.element(field('Alt text')).toHaveValue('First, and more')
  await save().click()
  await edited(library, 2)
  expect(library.edits[1]!.body).toEqual({ version: 2, alt: 'First, and more', caption: 'Typed meanwhile' })
})

test('what someone else wrote meanwhile in another field is taken over, and mine is saved beside it', async () => {
  const library = await openPicture()
  await field('Credit').fill('My credit')
  await save().click()
  await edited(library, 1)
  library.edits[0]!.stale({ alt: 'THEIR ALT' })
  await edited(library, 2)
  expect(library.edits[1]!.body).toEqual({ version: 2, credit: 'My credit' })
  library.edits[1]!.accept()
  await expect.element(page.getByText('Saved: a.png')).toBeVisible()
  await expect.element(field('Alt text')).toHaveValue('THEIR ALT')
  await expect.element(field('Credit')).toHaveValue('My credit')
})

test('where both wrote, both texts are shown, and nothing is sent before one is chosen, not by leaving either', async () => {
  const library = await openPicture()
  await field('Alt text').fill('Mine')
  await save().click()
  await edited(library, 1)
  library.edits[0]!.stale({ alt: 'Theirs' })
  const choice = panel.getByRole('alert')
  await expect.element(choice.getByText('Alt text: Ann changed this too')).toBeVisible()
  await expect.element(choice.getByText('Theirs: Theirs')).toBeVisible()
  await expect.element(choice.getByText('Yours: Mine')).toBeVisible()
  await panel.getByRole('button', { name: 'Next picture' }).click()
  await save().click()
  await expect.element(panel.getByRole('heading', { name: 'a.png' })).toBeVisible()
  expect(library.edits).toHaveLength(1)
  await choice.getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(field('Alt text')).toHaveValue('Theirs')
  await expect.element(choice).not.toBeInTheDocument()
  await expect.element(save()).toBeDisabled()

  await field('Alt text').fill('Mine again')
  await save().click()
  await edited(library, 2)
  library.edits[1]!.stale({ alt: 'Theirs again' })
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await save().click()
  await edited(library, 3)
  expect(library.edits[2]!.body).toEqual({ version: 3, alt: 'Mine again' })
})

test('a save that fails says why, and Next picture stays until it is saved', async () => {
  const library = await openPicture()
  await field('Alt text').fill('Mine')
  await panel.getByRole('button', { name: 'Next picture' }).click()
  await edited(library, 1)
  library.edits[0]!.refuse(503, 'busy')
  await expect.element(panel.getByRole('alert').getByText(/busy/)).toBeVisible()
  await expect.element(field('Alt text')).toHaveValue('Mine')
  await panel.getByRole('button', { name: 'Next picture' }).click()
  await edited(library, 2)
  library.edits[1]!.accept()
  await expect.element(panel.getByRole('heading', { name: 'b.png' })).toBeVisible()
})
