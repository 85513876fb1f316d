import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openEditor } from './testing/open-editor.ts'

const HTML =
  '<p>Only to be read.</p><pre><code class="language-css">x</code></pre><object data="https://example.org/a"></object>'

let editor: ReturnType<typeof openEditor> | undefined
afterEach(() => {
  editor?.remove()
  editor = undefined
})

function openToRead() {
  editor = openEditor(HTML)
  const before = editor.getContent()
  editor.setEditable(false)
  return { editor, before }
}

test('who may only read a text sees no tools that would change it', async () => {
  const { editor: shown } = openToRead()
  await expect.element(page.getByRole('textbox')).toBeVisible()
  for (const role of ['toolbar', 'button', 'combobox'] as const)
    expect(page.getByRole(role).elements(), role).toHaveLength(0)
  shown.setEditable(true)
  await expect.element(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
})

test('no key changes a text that may only be read, and what the server says is still shown', async () => {
  const { editor: shown, before } = openToRead()
  shown.root.tabIndex = 0
  shown.focus()
  await page.getByText('Only to be read.').tripleClick()
  await userEvent.keyboard('{Control>}b{/Control}{Control>}{Alt>}2{/Alt}{/Control}{Delete}a{Alt>}{F10}{/Alt}{Enter}')
  expect(shown.getContent()).toBe(before)
  shown.setContent('<p>Newer.</p>')
  expect(shown.getContent()).toBe('<p>Newer.</p>')
})

test('the source of a text that may only be read from now on closes, with what was typed into it', async () => {
  editor = openEditor('<p>Begun.</p>')
  await page.getByRole('button', { name: 'HTML source' }).click()
  await page.getByRole('textbox', { name: 'HTML source of the article' }).fill('<p>Begun in the source.</p>')
  editor.setEditable(false)
  await expect.element(page.getByText('Begun in the source.', { exact: true })).toBeVisible()
  expect(page.getByRole('textbox').elements()).toHaveLength(1)
})
