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

const HEAD = '<tr><th>A</th><th>B</th></tr>'
const BODY = '<tr><td>1</td><td>2</td></tr>'
const FOOT = '<tr><td>sum</td><td>3</td></tr>'
const tool = (name: string) => page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name }).click()

test('a row that is added above the head or below the foot of a table is saved where it is seen', async () => {
  const editor = open(`<table><thead>${HEAD}</thead><tbody>${BODY}</tbody><tfoot>${FOOT}</tfoot></table>`)
  await write(editor, '{Control>}{End}{/Control}')
  await tool('Add row below')
  await write(editor, '{Control>}{Home}{/Control}')
  await tool('Add row above')
  await expect.poll(() => editor.root.querySelectorAll('tr').length).toBe(5)
  const empty = '<tr><td></td><td></td></tr>'
  expect(editor.getContent()).toBe(`<table><tbody>${empty}${HEAD}${BODY}${FOOT}${empty}</tbody></table>`)
})

test('the rest of a table stays in its head and foot when rows are added between', async () => {
  const editor = open(`<table><thead>${HEAD}</thead><tbody>${BODY}</tbody><tfoot>${FOOT}</tfoot></table>`)
  await write(editor, '{Control>}{Home}{/Control}')
  await tool('Add row below')
  await expect
    .poll(() => editor.getContent())
    .toBe(
      `<table><thead>${HEAD}</thead><tbody><tr><td></td><td></td></tr>${BODY}</tbody><tfoot>${FOOT}</tfoot></table>`,
    )
})

test('a header row that is switched off is no head of the table any more', async () => {
  const editor = open(`<table><thead>${HEAD}</thead><tbody>${BODY}</tbody></table>`)
  await write(editor, '{Control>}{Home}{/Control}')
  await tool('Header row')
  await expect
    .poll(() => editor.getContent())
    .toBe(`<table><tbody><tr><td>A</td><td>B</td></tr>${BODY}</tbody></table>`)
})
