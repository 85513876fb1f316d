import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, write } from './testing/writing.ts'

async function insert(name: RegExp) {
  await page.getByRole('button', { name: 'Insert' }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('a callout becomes one of another kind, or none, and never lies in another', async () => {
  const editor = open('<p>x</p>')
  editor.focus()
  await insert(/^Note/)
  await expect.poll(() => editor.getContent()).toBe('<div class="callout callout-info"><p>x</p></div>')
  await insert(/^Tip/)
  await expect.poll(() => editor.getContent()).toBe('<div class="callout callout-tip"><p>x</p></div>')
  await insert(/^Tip/)
  await expect.poll(() => editor.getContent()).toBe('<p>x</p>')
  await userEvent.keyboard('{End}y')
  await expect.poll(() => editor.getContent()).toBe('<p>xy</p>')
})

test('Enter on an empty last line leaves a foldable section', async () => {
  const editor = open()
  await write(editor, '/fold')
  await expect.element(page.getByRole('option', { name: 'Foldable section' })).toBeVisible()
  await userEvent.keyboard('{Enter}Sum{Enter}one{Enter}two{Enter}{Enter}on')
  await expect
    .poll(() => editor.getContent())
    .toBe('<details><summary>Sum</summary><p>one</p><p>two</p></details><p>on</p>')
})

test.each([
  ['an empty one is a line again', '<details><summary></summary><p></p></details>', '<p>on</p>'],
  [
    'one with text leaves it',
    '<details><summary>Sum</summary><p>one</p><ul><li>two</li></ul></details>',
    '<p>onSum</p><p>one</p><ul><li>two</li></ul>',
  ],
])('Backspace at the beginning takes a foldable section away: %s', async (_, html, rest) => {
  const editor = open(`<p>a</p>${html}`)
  await page.elementLocator(editor.root.querySelector('summary')!).click()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => getSelection()!.anchorOffset).toBe(0)
  await userEvent.keyboard('{Backspace}on')
  await expect.poll(() => editor.getContent()).toBe(`<p>a</p>${rest}`)
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe(`<p>a</p>${html}`)
})

const TASKS = (...items: string[]) =>
  `<ul data-type="taskList">${items.map((item) => `<li data-checked="false" data-type="taskItem">${item}</li>`).join('')}</ul>`

test.each([
  ['bullets', '<ul><li>a</li><li>b</li></ul>', 'Task list', TASKS('a', 'b')],
  ['numbers', '<ol><li>a</li><li>b</li></ol>', 'Task list', TASKS('a', 'b')],
  ['tasks', TASKS('a', 'b'), 'Bullet list', '<ul><li>a</li><li>b</li></ul>'],
  ['tasks', TASKS('a', 'b'), 'Numbered list', '<ol><li>a</li><li>b</li></ol>'],
  ['a heading', '<h2>a</h2>', 'Bullet list', '<ul><li>a</li></ul>'],
])('%s become another list as a whole: %s, %s', async (_, html, name, list) => {
  const editor = open(html)
  await write(editor, '{Control>}{End}{/Control}')
  await page.getByRole('button', { name, exact: true }).click()
  await expect.poll(() => editor.getContent()).toBe(list)
  await userEvent.keyboard('!')
  await expect.poll(() => editor.root.textContent).toMatch(/!$/)
})

test('a list that is selected as a whole becomes tasks, not a list within', async () => {
  const editor = open('<ul><li>a</li><li>b</li></ul>')
  await write(editor, '{Control>}a{/Control}')
  await page.getByRole('button', { name: 'Task list' }).click()
  await expect.poll(() => editor.getContent()).toBe(TASKS('a', 'b'))
})

test('lines that are made code are one block of it', async () => {
  const editor = open('<p>if (a) {</p><p>b()<br>c()</p><p>}</p>')
  await write(editor, '{Control>}a{/Control}')
  await insert(/^Code block/)
  await expect.poll(() => editor.getContent()).toBe('<pre><code>if (a) {\nb()\nc()\n}</code></pre>')
})

test('clearing the formatting leaves links where they lead', async () => {
  const editor = open('<p><strong>a</strong> <a href="/x"><em>b</em></a></p>')
  await write(editor, '{Control>}a{/Control}')
  await page.getByRole('button', { name: 'More formatting' }).click()
  await page.getByRole('menuitem', { name: 'Clear formatting' }).click()
  await expect.poll(() => editor.getContent()).toBe('<p>a <a href="/x">b</a></p>')
})

test.each([
  ['a heading', '<p>x</p><h2>Head</h2>', '<p>xHead</p>'],
  ['a paragraph behind a heading', '<h2>Head</h2><p>x</p>', '<h2>Headx</h2>'],
  ['a callout', '<p>x</p><div class="callout callout-info"><p>y</p></div>', '<p>xy</p>'],
])('where the browser itself joins %s with what is above, it brings no style along', async (_, html, joined) => {
  const editor = open(html)
  editor.focus()
  const { lastElementChild: last } = editor.root
  getSelection()!.collapse(last!.querySelector('p') ?? last, 0)
  // As the keyboard of a phone does, which says nothing of the key.
  document.execCommand('delete')
  await expect.poll(() => editor.getContent()).toBe(joined)
})

test('a coloured word keeps its colour while the browser itself deletes within it', async () => {
  const editor = open('<p>a <span style="color: rgb(192, 40, 40);">red word</span></p>')
  editor.focus()
  const text = editor.root.querySelector('span')!.firstChild!
  getSelection()!.setBaseAndExtent(text, 3, text, 8)
  document.execCommand('delete')
  await expect.poll(() => editor.getContent()).toBe('<p>a <span style="color: rgb(192, 40, 40);">red</span></p>')
})

test.each([
  ['One', 'p', '<span style="color: rgb(201, 42, 42);">red</span> text', 'p'],
  ['Head', 'h2', 'a <strong>bold</strong> <a rel="noopener" href="https://example.com/">link</a>', 'p'],
  ['One', 'p', 'an <em>italic</em> <span style="color: rgb(201, 42, 42);">red</span> word', 'h2'],
  [
    'Head',
    'h2',
    '<mark data-color="#fff3bf" style="background-color: rgb(255, 243, 191); color: inherit;">m</mark> <small>s</small>',
    'p',
  ],
])(
  'on the keyboard of a phone, joining “%s” (%s) with “%s” keeps what is marked, and adds nothing',
  async (above, outer, text, inner) => {
    const editor = open(`<${outer}>${above}</${outer}><${inner}>${text}</${inner}>`)
    editor.focus()
    const words = document.createTreeWalker(editor.root.lastElementChild!, NodeFilter.SHOW_TEXT)
    getSelection()!.collapse(words.nextNode(), 0)
    document.execCommand('delete')
    await expect.poll(() => editor.getContent()).toBe(`<${outer}>${above}${text}</${outer}>`)
  },
)

const UP = '{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}'
const DOWN = '{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}'

async function move(html: string, text: string, keys: string) {
  const editor = open(html)
  editor.focus()
  await page.elementLocator(editor.root).getByText(text, { exact: true }).click()
  await userEvent.keyboard('{End}')
  await userEvent.keyboard(keys)
  // What is typed says where the cursor is.
  await userEvent.keyboard('!')
  return editor
}

test.each([
  ['a paragraph up, past a heading', '<h2>a</h2><p>b</p><p>c</p>', 'b', UP, '<p>b!</p><h2>a</h2><p>c</p>'],
  ['a paragraph down, past a divider', '<p>b</p><hr><p>c</p>', 'b', DOWN, '<hr><p>b!</p><p>c</p>'],
  ['the last one no further', '<p>a</p><p>b</p>', 'b', DOWN, '<p>a</p><p>b!</p>'],
  ['an item among its own', '<p>x</p><ul><li>a</li><li>b</li></ul>', 'b', UP, '<p>x</p><ul><li>b!</li><li>a</li></ul>'],
  [
    'an item with those below it',
    '<ol><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
    'b',
    UP,
    '<ol><li>b!<ul><li>c</li></ul></li><li>a</li></ol>',
  ],
  [
    'the first item with its list',
    '<p>x</p><ul><li>a</li><li>b</li></ul>',
    'a',
    UP,
    '<ul><li>a!</li><li>b</li></ul><p>x</p>',
  ],
  [
    'what is in a foldable section never before its summary',
    '<p>x</p><details><summary>s</summary><p>a</p></details>',
    'a',
    UP,
    '<details><summary>s</summary><p>a!</p></details><p>x</p>',
  ],
  [
    'a table from any of its cells',
    '<p>x</p><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
    'b',
    UP,
    '<table><tbody><tr><td>a</td><td>b!</td></tr></tbody></table><p>x</p>',
  ],
])('Alt+Shift with an arrow moves %s', async (_, html, text, keys, moved) => {
  const editor = await move(html, text, keys)
  await expect.poll(() => editor.getContent()).toBe(moved)
})

test('several blocks that are selected move together, stay selected, and are back after undo', async () => {
  const editor = open('<p>a</p><p>b</p><p>c</p><p>d</p>')
  editor.focus()
  await page.elementLocator(editor.root).getByText('b', { exact: true }).click()
  await userEvent.keyboard('{Home}{Shift>}{ArrowDown}{End}{/Shift}')
  await expect.poll(() => getSelection()!.toString()).toMatch(/^b\s+c$/)
  await userEvent.keyboard(DOWN)
  await expect.poll(() => editor.getContent()).toBe('<p>a</p><p>d</p><p>b</p><p>c</p>')
  expect(getSelection()!.toString()).toMatch(/^b\s+c$/)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('<p>a</p><p>b</p><p>c</p><p>d</p>')
})

test('a divider that is chosen moves', async () => {
  const editor = open('<p>a</p><hr><p>b</p>')
  editor.focus()
  await page.elementLocator(editor.root.querySelector('hr')!).click({ force: true })
  await expect.poll(() => editor.root.querySelector('hr.ProseMirror-selectednode')).toBeTruthy()
  await userEvent.keyboard(UP)
  await expect.poll(() => editor.getContent()).toBe('<hr><p>a</p><p>b</p>')
  await userEvent.keyboard(DOWN + DOWN)
  await expect.poll(() => editor.getContent()).toBe('<p>a</p><p>b</p><hr>')
})
