import { beforeEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { page, userEvent } from 'vitest/browser'
import { storeToken } from '../../../api/session-token.ts'
import { AltQueue } from './alt-queue.tsx'
import { aPicture, openLibrary, show } from '../testing/library.tsx'

const dialog = page.getByRole('dialog', { name: 'Write alt texts' })
const field = dialog.getByRole('textbox', { name: 'Alt text' })

function Queue() {
  const [open, setOpen] = useState(true)
  return open && <AltQueue query={{}} onClose={() => setOpen(false)} />
}

async function openQueue() {
  const library = openLibrary([aPicture('a.png'), aPicture('b.png')])
  show(<Queue />)
  await expect.element(field).toHaveFocus()
  return library
}

beforeEach(() => storeToken('a token'))

test('Escape saves the text in the field', async () => {
  const library = await openQueue()
  await userEvent.keyboard('A boat{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await vi.waitFor(() => expect(library.edits.map(({ body }) => body)).toEqual([{ version: 1, alt: 'A boat' }]), 5000)
  library.edits[0]!.accept()
  await expect.element(page.getByText('Saved: a.png')).toBeVisible()
})

test('a text that cannot be saved on closing is told of', async () => {
  const library = await openQueue()
  await userEvent.keyboard('A boat')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await vi.waitFor(() => expect(library.edits).toHaveLength(1), 5000)
  library.edits[0]!.refuse(503, 'busy')
  await expect.element(page.getByText(/The texts of “a.png” were not saved/)).toBeVisible()
})

test('what was saved or skipped is not sent again on closing', async () => {
  const library = await openQueue()
  await userEvent.keyboard('A boat{Enter}')
  await vi.waitFor(() => expect(library.edits).toHaveLength(1), 5000)
  library.edits[0]!.accept()
  await expect.element(dialog.getByText('b.png')).toBeVisible()
  await expect.element(field).toHaveValue('')
  await userEvent.keyboard('half a tex')
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect.element(dialog.getByText('1 alt text written')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(library.edits).toHaveLength(1)
})

test('an alt text that someone else wrote meanwhile is not written over: both are shown, and one is chosen', async () => {
  const library = await openQueue()
  await userEvent.keyboard('Mine{Enter}')
  await vi.waitFor(() => expect(library.edits).toHaveLength(1), 5000)
  library.edits[0]!.stale({ alt: 'Theirs' })
  const choice = dialog.getByRole('alert')
  await expect.element(choice.getByText('Theirs: Theirs')).toBeVisible()
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(library.edits).toHaveLength(2), 5000)
  expect(library.edits[1]!.body).toEqual({ version: 2, alt: 'Mine' })
  library.edits[1]!.accept()
  await expect.element(dialog.getByText('b.png')).toBeVisible()
})
