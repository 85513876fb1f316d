import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { storeToken } from '../../../api/session-token.ts'
import { MediaBatchTexts } from './media-batch-texts.tsx'
import { MediaListPage } from './media-list-page.tsx'
import { aPicture, openLibrary, show } from '../testing/library.tsx'

beforeEach(() => {
  storeToken('a token')
  localStorage.setItem('copydesk.layout', 'grid')
})

test('a caption that could not be saved when its picture was left is there again, until it is saved or removed', async () => {
  const { line, calls } = openLibrary([aPicture('a.png')])
  const caption = page.getByRole('dialog').getByRole('textbox', { name: 'Caption' })
  const open = async () => {
    const leave = show(<MediaListPage />)
    await page.getByRole('link', { name: 'a.png', exact: true }).click({ position: { x: 80, y: 120 } })
    await expect.element(caption).toBeVisible()
    return leave
  }
  const leave = await open()
  await caption.fill('Boats at noon')
  line.isUp = false
  leave()
  await vi.waitFor(() => expect(calls.some((call) => call.startsWith('patch'))).toBe(true))
  line.isUp = true
  const again = await open()
  await expect.element(caption).toHaveValue('Boats at noon')
  await userEvent.clear(caption)
  again()
  await open()
  await expect.element(page.getByText(/is back in its fields/)).not.toBeInTheDocument()
})

test('texts typed for many pictures are back when the dialog was closed, and gone when they are not wanted', async () => {
  openLibrary([])
  const pictures = [aPicture('a.png'), aPicture('b.png')]
  const open = () => show(<MediaBatchTexts pictures={pictures} onClose={() => {}} onDone={() => {}} />)
  const credit = page.getByRole('dialog').getByRole('textbox', { name: 'Credit' })
  const close = open()
  await credit.fill('Kim')
  close()
  const again = open()
  await expect.element(credit).toHaveValue('Kim')
  await page.getByRole('button', { name: 'Cancel' }).click()
  again()
  open()
  await expect.element(credit).toHaveValue('')
  await expect.element(page.getByText(/is back in its fields/)).not.toBeInTheDocument()
})

test('texts for many pictures are numbered in the order of their file names, whatever the order of the list', async () => {
  openLibrary([])
  const pictures = ['boat-10.png', 'boat-9.png', 'boat-1.png'].map((name) => aPicture(name))
  show(<MediaBatchTexts pictures={pictures} onClose={() => {}} onDone={() => {}} />)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Alt text' }).fill('Boat {n}')
  const shown = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent)
  await expect
    .poll(shown)
    .toEqual([
      expect.stringMatching(/^boat-1\.png.*Boat 1/),
      expect.stringMatching(/^boat-9\.png.*Boat 2/),
      expect.stringMatching(/^boat-10\.png.*Boat 3/),
    ])
})
