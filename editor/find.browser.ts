import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { open, write } from './testing/writing.ts'

test('find and replace changes every match, and undo brings them back', async () => {
  const editor = open('<p>cat and <b>c</b>at</p><p>Cat</p>')
  expect(editor.findText('cat')).toHaveLength(3)
  expect(editor.findText('cat', true)).toHaveLength(2)
  await write(editor, '{Control>}f{/Control}')
  await userEvent.keyboard('cat')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('dog')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => editor.root.textContent).toBe('dog and dogdog')
  await expect.element(page.getByText('3 replaced')).toBeVisible()
  await expect.element(page.getByText('No matches')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}{Control>}z{/Control}')
  await expect.poll(() => editor.root.textContent).toBe('cat and catCat')
})

test('the find bar is one line where there is room', async () => {
  await page.viewport(1440, 900)
  const editor = open('<p>cat</p>')
  // The width of the writing area beside the menu and the inspector.
  editor.host.style.width = '820px'
  await write(editor, '{Control>}f{/Control}')
  await userEvent.keyboard('cat')
  await expect.element(page.getByText('1 of 1')).toBeVisible()
  const bar = editor.host.querySelector('.cde-find')!
  const middles = [...bar.querySelectorAll('input, button, span')].map((part) => {
    const { top, height } = part.getBoundingClientRect()
    return Math.round(top + height / 2)
  })
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
})

test('on a phone the find bar is two rows with all its controls', async () => {
  await page.viewport(320, 640)
  const editor = open('<p>cat</p>')
  await write(editor, '{Control>}f{/Control}')
  await userEvent.keyboard('cat')
  await expect.element(page.getByText('1 of 1')).toBeVisible()
  const bar = editor.host.querySelector('.cde-find')!
  const controls = [...bar.querySelectorAll('input, button')].map((control) => control.getBoundingClientRect())
  expect(controls).toHaveLength(8)
  expect(new Set(controls.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(2)
  expect(Math.max(...controls.map(({ right }) => right))).toBeLessThanOrEqual(320)
  expect(Math.min(...controls.map(({ width }) => width))).toBeGreaterThanOrEqual(24)
})

test('what to replace it with can be read in its field on the narrowest phone', async () => {
  await page.viewport(320, 720)
  const editor = open('<p>cat</p>')
  editor.host.style.width = '296px'
  await write(editor, '{Control>}f{/Control}')
  const field = editor.host.querySelector<HTMLInputElement>('.cde-find input[type=text]')!
  await expect.element(page.elementLocator(field)).toBeVisible()
  const { font } = getComputedStyle(field, '::placeholder')
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = font
  const { paddingLeft, paddingRight } = getComputedStyle(field)
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  expect(pen.measureText(field.placeholder).width).toBeLessThanOrEqual(room)
})

test('capital letters are told apart once Match case is pressed', async () => {
  const editor = open('<p>cat Cat</p>')
  await write(editor, '{Control>}f{/Control}')
  await userEvent.keyboard('Cat')
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  const matchCase = page.getByRole('button', { name: 'Match case' })
  await matchCase.click()
  await expect.element(page.getByText('1 of 1')).toBeVisible()
  await expect.element(matchCase).toHaveAttribute('aria-pressed', 'true')
  await matchCase.click()
  await expect.element(page.getByText('1 of 2')).toBeVisible()
})

const OPEN = '{Control>}f{/Control}'
const replaceWith = (text: string) => page.getByRole('textbox', { name: 'Replace with' }).fill(text)

test('replacing one after the other goes on behind the new words, which may have the old one in them', async () => {
  const editor = open('<p>Acme one. Acme two. Acme three.</p>')
  await write(editor, OPEN)
  await userEvent.keyboard('Acme')
  await replaceWith('Acme Corp')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p>Acme Corp one. Acme Corp two. Acme three.</p>')
  await expect.element(page.getByText('3 of 3')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p>Acme Corp one. Acme Corp two. Acme Corp three.</p>')
})

test.each([
  ['a link', '<p>See <a href="/a">Acme</a>.</p>', '<p>See <a href="/a">Beta</a>.</p>'],
  ['a word within a link', '<p><a href="/a">the Acme plan</a></p>', '<p><a href="/a">the Beta plan</a></p>'],
  ['a word that is a link in part', '<p><a href="/a">Ac</a>me</p>', '<p>Beta</p>'],
  ['a bold word', '<p>See <strong>Acme</strong>.</p>', '<p>See <strong>Beta</strong>.</p>'],
])('%s stays what it is when its words are replaced', async (_, html, replaced) => {
  const editor = open(html)
  await write(editor, OPEN)
  await userEvent.keyboard('Acme')
  await replaceWith('Beta')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => editor.getContent()).toBe(replaced)
})

test('the search begins where the cursor is, and leaving it stays there', async () => {
  const editor = open('<p>cat a</p><p>cat b</p><p>cat c</p>')
  await write(editor, '{Control>}{End}{/Control}{Shift>}{Control>}{ArrowLeft}{ArrowLeft}{/Control}{/Shift}')
  await expect.poll(() => getSelection()!.toString()).toBe('cat c')
  await userEvent.keyboard(OPEN)
  await userEvent.keyboard('cat')
  await expect.element(page.getByText('3 of 3')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}{Escape}dog')
  await expect.poll(() => editor.getContent()).toBe('<p>cat a</p><p>cat b</p><p>dog c</p>')
})

test.each([
  ["it's", '<p>it’s fine</p>'],
  ['"fine"', '<p>it is “fine”</p>'],
  ['20 km', '<p>20\u00a0km</p>'],
])('%s is found where it is typeset', (text, html) => {
  const editor = open(html)
  expect(editor.findText(text)).toHaveLength(1)
  expect(editor.findText(text, true)).toHaveLength(0)
})

test('Enter that ends a Chinese word replaces nothing', async () => {
  const editor = open('<p>cat</p>')
  await write(editor, OPEN)
  await userEvent.keyboard('cat')
  await page.getByRole('textbox', { name: 'Replace with' }).click()
  await cdp().send('Input.imeSetComposition', { text: 'mao', selectionStart: 3, selectionEnd: 3 })
  const field = document.activeElement!
  field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }),
  )
  expect(editor.getContent()).toBe('<p>cat</p>')
  await cdp().send('Input.insertText', { text: '猫' })
  // Safari tells of the key after the end of the composition.
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
  expect(editor.getContent()).toBe('<p>cat</p>')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p>猫</p>')
})

test('undo reverts what was replaced and not what was typed before', async () => {
  const editor = open('<p>a b</p>')
  await write(editor, '{Control>}{End}{/Control} c')
  await userEvent.keyboard(OPEN)
  await userEvent.keyboard('b')
  await replaceWith('d')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await userEvent.keyboard('{Escape}{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('<p>a b c</p>')
})
