import type {} from '@vitest/browser-playwright'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showScreen } from '../ui/testing/show-screen.tsx'
import { FormDialog, type FormOutcome } from './form-dialog.tsx'

const name = page.getByRole('textbox', { name: 'Name' })
const opener = page.getByRole('button', { name: 'Plant one' })
const dialog = page.getByRole('dialog', { name: 'Plant' })
const plant = dialog.getByRole('button', { name: 'Plant', exact: true })

function openDialog(onSubmit: (name: string) => FormOutcome | Promise<FormOutcome>) {
  function Garden() {
    const [opened, setOpened] = useState(false)
    const [value, setValue] = useState('')
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Plant one
        </button>
        {opened && (
          <FormDialog
            title="Plant"
            submitLabel="Plant"
            onSubmit={() => onSubmit(value)}
            onClose={() => setOpened(false)}
          >
            <TextInput
              label="Name"
              data-autofocus
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          </FormDialog>
        )}
      </>
    )
  }
  showScreen(<Garden />)
}

test('the focus starts in the form, and returns to what opened it', async () => {
  openDialog(() => {})
  await opener.click()
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Enter submits once, and while that runs the dialog cannot be closed', async () => {
  const planted: string[] = []
  let finish = () => {}
  openDialog(async (given) => {
    planted.push(given)
    await new Promise<void>((resolve) => (finish = resolve))
  })
  await opener.click()
  await name.fill('Basil')
  await userEvent.keyboard('{Enter}{Enter}{Escape}')
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  expect(planted).toEqual(['Basil'])
  finish()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a failure is said in the dialog, with what was typed still there, and gone with the next try', async () => {
  let tries = 0
  openDialog(() => {
    tries++
    if (tries === 1) throw new Error('no water')
    if (tries === 2) return 'Choose another name.'
    return undefined
  })
  await opener.click()
  await name.fill('Basil')
  await plant.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(name).toHaveValue('Basil')
  await plant.click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Choose another name.')
  await plant.click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('fills the screen of a phone', async () => {
  await page.viewport(320, 640)
  openDialog(() => {})
  await opener.click()
  await expect.poll(() => dialog.element().getBoundingClientRect().width).toBe(320)
  await page.viewport(1280, 720)
})

test('Ctrl+Enter submits from a text of several lines, too', async () => {
  const planted: string[] = []
  openDialog((given) => void planted.push(given))
  await opener.click()
  await name.fill('Basil')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(planted).toEqual(['Basil'])
})

test('what is typed while it is being sent is not taken, as it would not be sent; after a failure it is', async () => {
  let fail = (_why: Error) => {}
  openDialog(() => new Promise((_, reject) => (fail = reject)))
  await opener.click()
  await name.fill('Basil')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await userEvent.keyboard(' and thyme')
  await expect.element(name).toHaveValue('Basil')
  fail(new Error('no water'))
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await name.click()
  await userEvent.keyboard('{End} and thyme')
  await expect.element(name).toHaveValue('Basil and thyme')
})
