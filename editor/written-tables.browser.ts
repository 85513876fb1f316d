import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, write } from './testing/writing.ts'

test('tables grow by their tools', async () => {
  const editor = open()
  await write(editor, 'x')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('button', { name: 'Add row below' }).click()
  await page.getByRole('button', { name: 'Add column after' }).click()
  await expect.poll(() => editor.root.querySelectorAll('tr').length).toBe(4)
  expect(editor.root.querySelectorAll('tr')[0]!.children).toHaveLength(4)
})

test('a table that is inserted at the end is scrolled into view as a whole', async () => {
  await page.viewport(900, 500)
  const editor = open('<p>line</p>'.repeat(60))
  editor.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect
    .poll(() => {
      const { top = -1, bottom = Infinity } = editor.root.querySelector('table')?.getBoundingClientRect() ?? {}
      return top >= 0 && bottom <= window.innerHeight
    })
    .toBe(true)
})
