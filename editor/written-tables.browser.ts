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

const GRID =
  '<table><tbody><tr><td>a</td><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr><tr><td>g</td><td>h</td><td>i</td></tr></tbody></table>'
const cell = (name: string) => page.getByRole('cell', { name, exact: true })

test('a cell is merged with its neighbours without choosing them first, one writes on in it, and undo brings them back', async () => {
  const editor = open(GRID)
  await cell('a').click()
  await userEvent.keyboard('{End}')
  await tool('Merge with the cell to the right')
  await tool('Merge with the cell below')
  await userEvent.keyboard('!')
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<table><tbody><tr><td colspan="2" rowspan="2"><p>a!</p><p>b</p><p>d</p><p>e</p></td><td>c</td></tr><tr><td>f</td></tr><tr><td>g</td><td>h</td><td>i</td></tr></tbody></table>',
    )
  await userEvent.keyboard('{Control>}zzz{/Control}')
  await expect.poll(() => editor.getContent()).toBe(GRID)
})

test('a cell at the edge of its table has no cell beyond it to be merged with, and several chosen ones are merged as such', async () => {
  const editor = open(GRID)
  await cell('i').click()
  const tools = page.getByRole('toolbar', { name: 'Table' })
  await expect.element(tools.getByRole('button', { name: 'Merge with the cell to the right' })).toBeDisabled()
  await expect.element(tools.getByRole('button', { name: 'Merge with the cell below' })).toBeDisabled()
  await expect.element(tools.getByRole('button', { name: 'Merge cells' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await tool('Merge cells')
  await expect.poll(() => editor.root.querySelectorAll('td[rowspan="2"]').length).toBe(1)
})

const widths = (editor: ReturnType<typeof open>) =>
  [...editor.getContent().matchAll(/<col style="width: (\d+)px;">/g)].map(([, width]) => Number(width))

test('a column is made wider and narrower by its tools, the table stays as wide as the text, and undo reverts it', async () => {
  await page.viewport(1280, 800)
  const editor = open(GRID)
  await cell('b').click()
  await tool('Make the column wider')
  await expect.poll(() => widths(editor)).toEqual([220, 280, 220])
  expect(editor.root.querySelector('table')!.offsetWidth).toBe(720)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe(GRID)
  await expect.poll(() => (cell('b').element() as HTMLElement).offsetWidth).toBe(240)
  // With the keyboard alone, once and again.
  await userEvent.keyboard('{Alt>}{F10}{/Alt}{End}{ArrowLeft}')
  const narrower = page.getByRole('button', { name: 'Make the column narrower' })
  while (document.activeElement !== narrower.element()) await userEvent.keyboard('{ArrowLeft}')
  await userEvent.keyboard('{Enter}{Alt>}{F10}{/Alt}{Enter}')
  await expect.poll(() => widths(editor)).toEqual([280, 160, 280])
})

test('on a narrow screen a column gets the width that it has in the text of the article', async () => {
  await page.viewport(360, 640)
  const editor = open(GRID)
  await cell('a').click()
  await tool('Make the column narrower')
  await expect.poll(() => widths(editor)).toEqual([200, 260, 260])
  const { clientWidth, scrollWidth } = editor.root.querySelector('.tableWrapper')!
  expect(scrollWidth).toBe(clientWidth)
})

test('a column that is dragged beyond the page ends there, and undo brings its width back', async () => {
  await page.viewport(1280, 800)
  const editor = open(GRID)
  const { right, top } = cell('a').element().getBoundingClientRect()
  const corner = cell('a').element()
  const mouse = (type: string, clientX: number) =>
    corner.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: top + 10 }))
  mouse('mousemove', right - 1)
  mouse('mousedown', right - 1)
  mouse('mousemove', right + 300)
  mouse('mousemove', right + 900)
  const wrapper = editor.root.querySelector('.tableWrapper')!
  expect(wrapper.scrollWidth).toBe(wrapper.clientWidth)
  mouse('mouseup', right + 900)
  await expect.poll(() => widths(editor)).toEqual([720 - 2 * 48])
  expect(wrapper.scrollWidth).toBe(wrapper.clientWidth)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe(GRID)
})
