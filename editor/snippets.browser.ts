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

test('a footnote of what is selected goes along, and becomes one of the text that gets it', async () => {
  const saved = vi.fn(async (_html: string) => {})
  const mark = (name: string, number: number) =>
    `<sup><a id="fnref-${name}" href="#fn-${name}" role="doc-noteref">${number}</a></sup>`
  const note = (name: string, words: string) =>
    `<li id="fn-${name}">${words} <a href="#fnref-${name}" role="doc-backlink">↩</a></li>`
  const first = open(
    `<p>One${mark('0000000a', 1)}</p><p>Two${mark('0000000b', 2)}</p><ol class="footnotes">${note('0000000a', 'Of one')}${note('0000000b', 'Of <strong>two</strong>')}</ol>`,
    { saveSnippet: saved },
  )
  await page.elementLocator(first.root.querySelector('p:nth-of-type(2)')!).click({ position: { x: 4, y: 8 } })
  await userEvent.keyboard('{Home}{Shift>}{End}{/Shift}')
  await insertMenu.click()
  await item('Save the selection as a snippet').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const html = saved.mock.calls[0]![0]
  expect(html).toContain('Of <strong>two</strong>')
  expect(html).not.toContain('Of one')
  first.remove()

  const second = open('<p>Here: .</p>', { pickSnippet: async () => html })
  await write(second, '{Control>}{Home}{/Control}' + '{ArrowRight}'.repeat(6))
  await insert()
  await expect
    .poll(() => second.getContent().replace(/(fn(?:ref)?)-[\w-]+/g, '$1'))
    .toMatch(
      /^<p>Here: Two<sup><a id="fnref" href="#fn"[^>]*>1<\/a><\/sup>\.<\/p><ol class="footnotes"><li id="fn">Of <strong>two<\/strong>/,
    )
})
