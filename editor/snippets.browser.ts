import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, write } from './testing/writing.ts'

const insertMenu = page.getByRole('button', { name: 'Insert', exact: true })
const item = (name: string) => page.getByRole('menuitem', { name })
const insert = async () => {
  await insertMenu.click()
  await item('Snippet').click()
}

test('what is selected is handed over as HTML and as text, and the keyboard is in the text again', async () => {
  const saved = vi.fn(async () => {})
  const editor = open('<p>The <strong>paper</strong> reports.</p><ul><li>One</li></ul>', { saveSnippet: saved })
  await write(editor, '{Control>}{Home}{/Control}')
  await insertMenu.click()
  await expect.element(item('Save the selection as a snippet')).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await write(editor, '{Control>}a{/Control}')
  await insertMenu.click()
  await item('Save the selection as a snippet').click()
  await expect
    .poll(() => saved.mock.calls)
    .toEqual([['<p>The <strong>paper</strong> reports.</p><ul><li>One</li></ul>', 'The paper reports. One']])
  await expect.poll(() => document.activeElement).toBe(editor.root)
})

test('part of a line is a snippet, too', async () => {
  const saved = vi.fn(async () => {})
  const editor = open('<p>One two</p>', { saveSnippet: saved })
  await write(editor, '{Control>}{Home}{/Control}{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}')
  await insertMenu.click()
  await item('Save the selection as a snippet').click()
  await expect.poll(() => saved.mock.calls).toEqual([['<p>One</p>', 'One']])
})

test('a paragraph goes into the line with the cursor, blocks take the place of an empty one, and undo reverts that', async () => {
  const pickSnippet = vi.fn(async (): Promise<string | null> => '<p>the <em>paper</em></p>')
  const editor = open('<p>Says .</p><p></p>', { pickSnippet })
  await write(editor, '{Control>}{Home}{/Control}' + '{ArrowRight}'.repeat(5))
  await insert()
  await expect.poll(() => editor.getContent()).toBe('<p>Says the <em>paper</em>.</p><p></p>')
  await expect.poll(() => document.activeElement).toBe(editor.root)
  pickSnippet.mockResolvedValueOnce('<h2>About</h2><ul><li>One</li><li>Two</li></ul>')
  await write(editor, '{Control>}{End}{/Control}')
  await insert()
  await expect
    .poll(() => editor.getContent())
    .toMatch(/^<p>Says the <em>paper<\/em>\.<\/p><h2>About<\/h2><ul><li>One<\/li><li>Two<\/li><\/ul>/)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('<p>Says the <em>paper</em>.</p><p></p>')
})

test('what is chosen is replaced, what is left changes nothing, and what could run does not', async () => {
  const pickSnippet = vi.fn(async (): Promise<string | null> => null)
  const editor = open('<p>Old</p>', { pickSnippet })
  await write(editor, '{Control>}a{/Control}')
  await insert()
  await expect.poll(() => pickSnippet.mock.calls.length).toBe(1)
  expect(editor.getContent()).toBe('<p>Old</p>')
  pickSnippet.mockResolvedValueOnce('<p>New<img src="x" onerror="window.stolen = true"></p>')
  await insert()
  await expect.poll(() => editor.getContent()).toContain('New')
  expect(editor.getContent()).not.toMatch(/Old|onerror/)
  expect('stolen' in window).toBe(false)
})

test('the slash menu finds snippets, also in Chinese; an editor of a page without them has none', async () => {
  const editor = open('<p></p>', { pickSnippet: async () => '<p>Imprint</p>' })
  await write(editor, '/片段')
  await page.getByRole('option', { name: 'Snippet' }).click()
  await expect.poll(() => editor.getContent()).toBe('<p>Imprint</p>')
  editor.remove()
  open('<p>x</p>')
  await insertMenu.click()
  await expect.element(item('HTML block')).toBeVisible()
  await expect.element(item('Snippet')).not.toBeInTheDocument()
})
