import axe from 'axe-core'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '#contract/media.ts'
import { storeToken } from '../../../api/session-token.ts'
import { MediaReplace } from './media-replace.tsx'
import { aFile, aPicture, openLibrary, show } from '../testing/library.tsx'

const dialog = page.getByRole('dialog', { name: 'Replace the file of “old.png”?' })
const replace = () => dialog.getByRole('button', { name: 'Replace', exact: true }).click()

async function choose(texts: Partial<Pick<Media, 'alt' | 'caption' | 'credit'>> = {}) {
  const picture = { ...aPicture('old.png'), ...texts }
  const library = openLibrary([picture])
  show(<MediaReplace media={picture} />)
  await expect.element(page.getByRole('button', { name: 'Replace the file' })).toBeVisible()
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, aFile('new.png'))
  return { ...library, picture }
}

beforeEach(() => storeToken('a token'))

test('a replacement that failed is tried again with what the server has already', async () => {
  const library = await choose()
  await replace()
  await vi.waitFor(() => expect(library.arrived).toHaveLength(1), 5000)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(library.replacements).toHaveLength(1), 5000)
  library.replacements[0]!.refuse(503, 'busy')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await replace()
  await vi.waitFor(() => expect(library.replacements).toHaveLength(2), 5000)
  expect(library.replacements[1]!.upload).toBe(library.replacements[0]!.upload)
  expect(library.arrived).toHaveLength(1)
  library.replacements[1]!.accept()
  await expect.element(page.getByText('Replaced the file of “old.png”')).toBeVisible()
  expect(library.calls.filter((call) => call.startsWith('delete'))).toEqual([])
})

test('the texts that are shown under the new picture, too, are shown before it is replaced', async () => {
  await choose({ alt: 'Trees along the path', caption: '', credit: 'Photo: Anna Bianchi' })
  await expect.element(dialog.getByText('Trees along the path')).toBeVisible()
  await expect.element(dialog.getByText('Photo: Anna Bianchi')).toBeVisible()
  await expect.element(dialog.getByText(/empty ones are taken from the new file/)).toBeVisible()
  await expect.element(dialog.getByText('Caption')).not.toBeInTheDocument()
})

test('a replacement that is given up leaves nothing on the server', async () => {
  const library = await choose()
  await replace()
  await vi.waitFor(() => expect(library.arrived).toHaveLength(1), 5000)
  expect(library.sessions.size).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await vi.waitFor(() => expect(library.sessions.size).toBe(0), 5000)
})

test('a file that the library has already can be used at once, without sending it again', async () => {
  const library = await choose()
  await replace()
  await vi.waitFor(() => expect(library.arrived).toHaveLength(1), 5000)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(library.replacements).toHaveLength(1), 5000)
  const there = aPicture('pier.png', { alt: 'The pier at night' })
  library.replacements[0]!.refuse(409, 'already_here', there)
  await expect.element(dialog.getByText(/^The library has this file already, as .*pier\.png/)).toBeVisible()
  await expect.element(dialog.getByText('The pier at night')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Replace', exact: true })).not.toBeInTheDocument()
  const { violations } = await axe.run(dialog.element())
  expect(violations.map(({ id }) => id)).toEqual([])
  await dialog.getByRole('button', { name: 'Use that picture' }).click()
  await vi.waitFor(() => expect(library.replacements).toHaveLength(2), 5000)
  expect(library.replacements[1]).toMatchObject({ upload: library.replacements[0]!.upload, copyOf: there.id })
  library.replacements[1]!.accept()
  await expect.element(page.getByText('Replaced the file of “old.png”')).toBeVisible()
  expect(library.arrived).toHaveLength(1)
})

test('at 400 % zoom the buttons do not cover what they are about', async () => {
  await page.viewport(320, 256)
  onTestFinished(() => page.viewport(1280, 800))
  await choose({ alt: 'Trees along the path', caption: 'In spring', credit: 'Photo: Anna Bianchi' })
  await expect.element(dialog.getByText('Photo: Anna Bianchi')).toBeVisible()
  dialog.getByRole('heading').element().scrollIntoView()
  // They come after the texts, and are not over them.
  const top = (element: Element) => element.getBoundingClientRect().top
  const credit = dialog.getByText('Photo: Anna Bianchi').element()
  expect(top(dialog.getByRole('button', { name: 'Cancel' }).element())).toBeGreaterThan(top(credit))
})

test('the very file of the picture itself is told to be that, and offers nothing', async () => {
  const library = await choose()
  await replace()
  await vi.waitFor(() => expect(library.arrived).toHaveLength(1), 5000)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(library.replacements).toHaveLength(1), 5000)
  library.replacements[0]!.refuse(409, 'already_here', library.picture)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('This picture has that very file already.')
  await expect.element(dialog.getByRole('button', { name: 'Use that picture' })).not.toBeInTheDocument()
})
