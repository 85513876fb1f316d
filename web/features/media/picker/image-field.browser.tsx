import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '#contract/media.ts'
import { ImageField, type ImageValue } from './image-field.tsx'
import { aFile, aPicture, handOver, openLibrary, show } from '../testing/library.tsx'

/** A form with a cover, over a library of these pictures. */
function openForm(pictures: Media[] = [], first: ImageValue | null = null) {
  const library = openLibrary(pictures)
  const seen: { value: ImageValue | null } = { value: first }
  // As they were when the form was opened.
  const known = [...pictures]
  function Form() {
    const [value, setValue] = useState(first)
    seen.value = value
    return <ImageField label="Cover" value={value} onChange={setValue} known={known} />
  }
  show(<Form />)
  return { ...library, seen }
}
const openPicker = async () => {
  await page.getByRole('button', { name: 'Cover: choose a picture' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Choose a picture' })).toBeVisible()
}
const use = () => page.getByRole('button', { name: 'Use picture' }).click()
const upload = (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  return userEvent.upload(input, files)
}
/** Chosen within the page: sent to the browser with a command, 25 MB take longer than a busy machine has time for. */
const uploadLarge = (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
const arrivals = (library: { arrived: unknown[] }, count: number) =>
  vi.waitFor(() => expect(library.arrived).toHaveLength(count))

test('a click picks a picture, which brings the texts of the library, which can then be changed here', async () => {
  const boat = aPicture('boat.jpg', { alt: 'A boat', caption: 'At sea', credit: 'Ann' })
  const { seen } = openForm([boat, aPicture('tree.jpg')])
  await openPicker()
  expect(page.getByRole('button', { name: 'Use picture' }).elements()).toEqual([])
  await page.getByRole('button', { name: /boat.jpg/ }).click()
  expect(seen.value).toEqual({ media: boat.id, alt: 'A boat', caption: 'At sea', credit: 'Ann' })
  await expect.element(page.getByRole('dialog', { name: 'Choose a picture' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Alt text' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A red boat')
  expect(seen.value?.alt).toBe('A red boat')
})

test('by keyboard: the search has the focus, and Enter on a picture picks it', async () => {
  const boat = aPicture('boat.jpg')
  const { seen } = openForm([boat, ...Array.from({ length: 20 }, (_, at) => aPicture(`tree-${at}.jpg`))])
  await openPicker()
  await expect.element(page.getByRole('searchbox', { name: 'Search pictures' })).toHaveFocus()
  await userEvent.keyboard('boat')
  await expect.element(page.getByRole('button', { name: /tree-1.jpg/ })).not.toBeInTheDocument()
  const found = page.getByRole('button', { name: /boat.jpg/ })
  // Nothing is selected here that could be taken out again.
  expect(found.element().hasAttribute('aria-pressed')).toBe(false)
  found.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(seen.value).toMatchObject({ media: boat.id })
  await expect.element(page.getByRole('dialog', { name: 'Choose a picture' })).not.toBeInTheDocument()
})

test('a picture without alt text says so until it has one', async () => {
  const tree = aPicture('tree.jpg')
  openForm([tree], { media: tree.id, alt: '', caption: '', credit: '' })
  const hint = page.getByText(/Needed to publish/)
  await expect.element(hint).toBeVisible()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('An oak')
  await expect.element(hint).not.toBeInTheDocument()
})

test('a part of the cover that is saved as a new picture is the cover, and keeps the texts of this article', async () => {
  const boat = aPicture('boat.jpg', { alt: 'A boat', width: 1200, height: 800 })
  const own = { alt: 'A red boat', caption: 'Here', credit: 'Ann' }
  const { seen, transforms } = openForm([boat], { media: boat.id, ...own })
  const button = page.getByRole('button', { name: 'Cover: crop and rotate the picture' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “boat.jpg”' })
  await dialog.getByRole('button', { name: 'Rotate right' }).click()
  await dialog.getByRole('button', { name: 'Save as a new picture' }).click()
  await vi.waitFor(() => expect(transforms).toHaveLength(1))
  transforms[0]!.accept({ name: 'boat (edited).jpg' })
  await expect.element(page.getByText('Saved as “boat (edited).jpg”')).toBeVisible()
  await vi.waitFor(() => expect(seen.value?.media).not.toBe(boat.id))
  expect(seen.value).toMatchObject(own)
  expect(page.getByRole('link', { name: 'Show the picture' }).elements()).toEqual([])
  await expect.element(button).toHaveFocus()
})

test('a cover that is replaced by a part of it is shown as it is now', async () => {
  const boat = aPicture('boat.jpg', { alt: 'A boat', width: 1200, height: 800, url: '/media/boat/original.jpg' })
  const { seen, transforms } = openForm([boat], { media: boat.id, alt: 'A boat', caption: '', credit: '' })
  const preview = page.getByRole('group', { name: 'Cover' }).getByRole('img', { name: 'A boat' })
  await expect.element(preview).toHaveAttribute('src', '/media/boat/original.jpg?v=1')
  await page.getByRole('button', { name: 'Cover: crop and rotate the picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate “boat.jpg”' })
  await dialog.getByRole('button', { name: 'Rotate right' }).click()
  await dialog.getByRole('button', { name: 'Replace the picture' }).click()
  await vi.waitFor(() => expect(transforms).toHaveLength(1))
  transforms[0]!.accept({ fileVersion: 2 })
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(preview).toHaveAttribute('src', '/media/boat/original.jpg?v=2')
  expect(seen.value?.media).toBe(boat.id)
})

test('a removed picture leaves the keyboard where a new one is chosen', async () => {
  const tree = aPicture('tree.jpg')
  const { seen } = openForm([tree], { media: tree.id, alt: 'An oak', caption: '', credit: '' })
  await page.getByRole('button', { name: 'Cover: remove the picture' }).click()
  expect(seen.value).toBeNull()
  await expect.element(page.getByRole('button', { name: 'Cover: choose a picture' })).toHaveFocus()
})

test('the library is searched', async () => {
  openForm([aPicture('boat.jpg'), aPicture('tree.jpg')])
  await openPicker()
  await page.getByRole('searchbox', { name: 'Search pictures' }).fill('tre')
  await expect.element(page.getByRole('button', { name: /boat.jpg/ })).not.toBeInTheDocument()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect.element(page.getByText(/No picture matches “nothing like it”/)).toBeVisible()
})

test('an uploaded picture shows how far it is and is chosen when it is there', async () => {
  const form = openForm()
  await openPicker()
  await upload(aFile('new.png'))
  await arrivals(form, 1)
  form.arrived[0]!.progress(0.4)
  const bar = page.getByRole('progressbar', { name: 'Upload of new.png' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '40')
  form.arrived[0]!.progress(1)
  await expect.element(page.getByText(/Making the sizes…/)).toBeVisible()
  form.arrived[0]!.finish({ alt: 'Brand new' })
  await expect.element(bar).not.toBeInTheDocument()
  // Seen before it is used: the wrong file may have been given.
  expect(form.seen.value).toBeNull()
  await use()
  expect(form.seen.value?.alt).toBe('Brand new')
})

test('two pictures go at once, the others wait; a cancelled one stops and is gone', async () => {
  const form = openForm()
  await openPicker()
  await upload(aFile('1.png'), aFile('2.png'), aFile('3.png'))
  await arrivals(form, 2)
  await expect.element(page.getByText(/Waiting/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the upload of 1.png' }).click()
  expect(form.arrived[0]!.cancelled).toBe(true)
  await arrivals(form, 3)
  await expect.element(page.getByText('1.png', { exact: true })).not.toBeInTheDocument()
})

test('a picture that is in the library already is used, and that is said', async () => {
  const form = openForm()
  await openPicker()
  await upload(aFile('again.png'))
  await arrivals(form, 1)
  form.arrived[0]!.finish({ name: 'first.png', existing: true })
  await expect.element(page.getByText(/Already in the library/)).toBeVisible()
  await expect.element(page.getByText(/first.png/)).toBeVisible()
})

test.each([
  ['a file that is too large', aFile('huge.png', 'image/png', 25 * 1024 * 1024 + 1), /Larger than 25 MB/],
  ['a drawing that could run scripts', aFile('logo.svg', 'image/svg+xml'), /Use JPEG, PNG, WebP, AVIF or GIF/],
])('%s is refused before it is sent', async (_what, file, sentence) => {
  const form = openForm()
  await openPicker()
  uploadLarge(file)
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(form.arrived).toHaveLength(0)
})

test('what the server refuses says why; what may pass can be tried again', async () => {
  const form = openForm()
  await openPicker()
  await upload(aFile('bomb.png'), aFile('unlucky.png'))
  await arrivals(form, 2)
  form.arrived[0]!.fail(400, 'unreadable_file', 'too_many_pixels')
  form.arrived[1]!.fail(507, 'storage_full')
  await expect.element(page.getByText(/More than 50 megapixels/)).toBeVisible()
  const again = page.getByRole('button', { name: 'Try to upload unlucky.png again' })
  await again.click()
  await arrivals(form, 3)
  form.arrived[2]!.finish()
  await expect.element(again).not.toBeInTheDocument()
})

test('pictures are pasted and dropped into the picker; pasted text stays text', async () => {
  const form = openForm()
  await openPicker()
  const dialog = document.querySelector('[role=dialog] input')!
  handOver(dialog, 'paste', [aFile('pasted.png')])
  handOver(dialog, 'drop', [aFile('dropped.png')])
  await arrivals(form, 2)
  expect(form.arrived.map(({ name }) => name)).toEqual(['pasted.png', 'dropped.png'])
  expect(handOver(dialog, 'paste', []).defaultPrevented).toBe(false)
})

test('a picture dropped on the field opens the picker and is on its way', async () => {
  const form = openForm()
  await expect.element(page.getByRole('group', { name: 'Cover' })).toBeVisible()
  handOver(document.querySelector('[role=group]')!, 'drop', [aFile('dropped.png')])
  await arrivals(form, 1)
  form.arrived[0]!.finish({ alt: 'Dropped' })
  await expect.element(page.getByRole('button', { name: 'Use picture' })).toBeEnabled()
  await use()
  expect(form.seen.value?.alt).toBe('Dropped')
})

test('what is cancelled changes nothing', async () => {
  const { seen } = openForm([aPicture('boat.jpg')])
  await openPicker()
  await expect.element(page.getByRole('button', { name: /boat.jpg/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(seen.value).toBeNull()
})

const altOf = () => page.getByRole('textbox', { name: 'Alt text' })

test('the library takes over an alt text that it lacks, when it is complete, and says so', async () => {
  const { edits } = openForm([aPicture('bridge.png', { id: 'm1' })], { media: 'm1', alt: '', caption: '', credit: '' })
  await altOf().fill('A bridge')
  expect(edits).toHaveLength(0)
  await userEvent.tab()
  await vi.waitFor(() => expect(edits).toHaveLength(1))
  expect(edits[0]!.body).toEqual({ version: 1, alt: 'A bridge' })
  edits[0]!.accept()
  await expect.element(page.getByText('The library has this alt text now, too: “bridge.png” had none.')).toBeVisible()
})

test.each([
  ['has one', { alt: 'Another text' }],
  ['is not the person’s', { can: { write: false, purge: false, needsPublisher: false } }],
])('an alt text does not go into the library where the picture %s', async (_, fields) => {
  const { edits, calls } = openForm([aPicture('bridge.png', { id: 'm1', ...fields })], {
    media: 'm1',
    alt: '',
    caption: '',
    credit: '',
  })
  await altOf().fill('A bridge')
  calls.length = 0
  await userEvent.tab()
  await vi.waitFor(() => expect(calls).toContain('get /api/media/m1'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(edits).toHaveLength(0)
})

test('a text that someone else wrote meanwhile stays, and nothing is said', async () => {
  const { edits, seen } = openForm([aPicture('bridge.png', { id: 'm1' })], {
    media: 'm1',
    alt: '',
    caption: '',
    credit: '',
  })
  await altOf().fill('A bridge')
  await userEvent.tab()
  await vi.waitFor(() => expect(edits).toHaveLength(1))
  edits[0]!.stale({ alt: 'Theirs' })
  await vi.waitFor(() => expect(seen.value?.alt).toBe('A bridge'))
  expect(page.getByText(/The library has this alt text/).elements()).toHaveLength(0)
})
