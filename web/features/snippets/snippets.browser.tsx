import { QueryClientProvider } from '@tanstack/react-query'
import { AxiosError } from 'axios'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ProblemCode } from '#contract/problems.ts'
import type { Snippet } from '#contract/snippets.ts'
import { httpClient } from '../../api/http-client.ts'
import { queryClient } from '../../api/query-client.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { useEditorSnippets } from './editor-snippets.tsx'

const aSnippet = (name: string, fields: Partial<Snippet> = {}): Snippet => ({
  id: crypto.randomUUID(),
  version: 1,
  name,
  body: `<p>Text of ${name}</p>`,
  updatedAt: '2026-11-01T10:00:00.000Z',
  updatedBy: null,
  can: { write: true },
  ...fields,
})

/** A server with these snippets, at the place where calls leave the browser, and the editor's way to it. */
function openEditor(given: Snippet[]) {
  queryClient.clear()
  let items = given
  const sent: unknown[] = []
  const refuse: { with: { code: ProblemCode; status: number } | undefined } = { with: undefined }
  httpClient.defaults.adapter = async (config) => {
    const { method = 'get', url = '' } = config
    const body = config.data === undefined ? undefined : JSON.parse(String(config.data))
    const id = /^\/api\/snippets\/(.+)$/.exec(url)?.[1]
    const reply = (data: unknown, status = 200) => ({ status, statusText: '', headers: {}, config, data })
    if (method !== 'get') sent.push([method, body])
    if (method !== 'get' && refuse.with) {
      const data = { type: '', title: '', requestId: 'r1', ...refuse.with, fields: [] }
      throw new AxiosError('refused', AxiosError.ERR_BAD_REQUEST, config, null, reply(data, data.status) as never)
    }
    if (method === 'post') items = [...items, aSnippet(body.name, { body: body.body })]
    if (method === 'patch')
      items = items.map((one) => (one.id === id ? { ...one, ...body, version: one.version + 1 } : one))
    if (method === 'delete') items = items.filter((one) => one.id !== id)
    if (id) return reply(items.find((one) => one.id === id))
    return reply({ items: items.map(({ body: html, ...one }) => ({ ...one, start: html.replace(/<[^>]*>/g, '') })) })
  }
  const editor = {} as ReturnType<typeof useEditorSnippets>
  function Text() {
    Object.assign(editor, useEditorSnippets())
    return editor.snippetDialogs
  }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <Text />
    </QueryClientProvider>,
  )
  return { editor, sent, refuse }
}

const dialog = page.getByRole('dialog', { name: 'Snippets' })
const search = dialog.getByRole('searchbox', { name: 'Search snippets' })
const nameField = page.getByRole('textbox', { name: 'Name of the snippet' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const begun = (editor: object) => vi.waitFor(() => expect(editor).toHaveProperty('pickSnippet'))

test('a snippet is found by its name or text, and chosen by click or by Enter', async () => {
  const { editor } = openEditor([aSnippet('Imprint'), aSnippet('Write in', { body: '<p>Letters to the desk</p>' })])
  await begun(editor)
  const first = editor.pickSnippet()
  await dialog.getByRole('button', { name: /^Imprint/ }).click()
  expect(await first).toBe('<p>Text of Imprint</p>')
  await expect.element(dialog).not.toBeInTheDocument()
  const second = editor.pickSnippet()
  await expect.element(search).toHaveFocus()
  await search.fill('desk LETTERS')
  await expect.element(dialog.getByRole('button', { name: /^Imprint/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  expect(await second).toBe('<p>Letters to the desk</p>')
  const left = editor.pickSnippet()
  await expect.element(search).toHaveFocus()
  await search.fill('harbour')
  await expect.element(dialog.getByText('No snippet matches “harbour”')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await left).toBeNull()
})

test('who has none reads how one is made', async () => {
  const { editor } = openEditor([])
  await begun(editor)
  void editor.pickSnippet()
  await expect.element(dialog.getByText(/^Select a text that you need often/)).toBeVisible()
})

test('a name is proposed; under the name of one that is there, its text is replaced', async () => {
  const { editor, sent } = openEditor([aSnippet('Imprint', { version: 4 })])
  await begun(editor)
  const saved = editor.saveSnippet('<p>Letters to the desk</p>', 'Letters to the desk')
  await expect.element(nameField).toHaveValue('Letters to the desk')
  await nameField.fill(' ')
  await button('Save snippet').click()
  await expect.element(nameField).toHaveAccessibleDescription('Give the snippet a name.')
  await nameField.fill('Write in')
  await button('Save snippet').click()
  await saved
  expect(sent).toEqual([['post', { name: 'Write in', body: '<p>Letters to the desk</p>' }]])
  await expect.element(page.getByText('Saved the snippet “Write in”')).toBeVisible()

  const replaced = editor.saveSnippet('<p>New</p>', 'New')
  await nameField.fill('imprint')
  await expect.element(page.getByText(/^There is a snippet of this name\./)).toBeVisible()
  await button('Replace “Imprint”').click()
  await replaced
  expect(sent[1]).toEqual(['patch', { version: 4, body: '<p>New</p>' }])
})

test('what could not be saved stays in the dialog with the reason; one of someone else is not replaced', async () => {
  const { editor, sent, refuse } = openEditor([aSnippet('Imprint', { can: { write: false } })])
  await begun(editor)
  void editor.saveSnippet('<p>Text</p>', 'Text')
  await nameField.fill('Imprint')
  await button('Save snippet').click()
  await expect.element(nameField).toHaveAccessibleDescription(/^Someone else has a snippet of this name\./)
  expect(sent).toEqual([])
  await nameField.fill('Of mine')
  refuse.with = { code: 'storage_full', status: 507 }
  await button('Save snippet').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(nameField).toHaveValue('Of mine')
  refuse.with = undefined
  await button('Save snippet').click()
  await expect.element(page.getByText('Saved the snippet “Of mine”')).toBeVisible()
})

test('too much text is refused before it is sent', async () => {
  const { editor, sent } = openEditor([])
  await begun(editor)
  void editor.saveSnippet(`<p>${'灯'.repeat(40_000)}</p>`, 'x')
  await expect.element(page.getByText('This is too long for a snippet. Select less of it.')).toBeVisible()
  await expect.element(button('Save snippet')).toBeDisabled()
  expect(sent).toEqual([])
})

test('one that the person may change is renamed, and deleted with undo; others have no menu', async () => {
  const { editor, sent } = openEditor([aSnippet('Imprint'), aSnippet('Of others', { can: { write: false } })])
  await begun(editor)
  void editor.pickSnippet()
  await expect.element(dialog.getByRole('button', { name: /^Of others/ })).toBeVisible()
  await expect.element(button('Actions for “Of others”')).not.toBeInTheDocument()
  await button('Actions for “Imprint”').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await nameField.fill('Masthead')
  await button('Rename').click()
  await expect.element(dialog.getByRole('button', { name: /^Masthead/ })).toBeVisible()
  await button('Actions for “Masthead”').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(dialog.getByRole('button', { name: /^Masthead/ })).not.toBeInTheDocument()
  await button('Undo').click()
  await expect.element(dialog.getByRole('button', { name: /^Masthead/ })).toBeVisible()
  expect(sent.at(-1)).toEqual(['post', { name: 'Masthead', body: '<p>Text of Imprint</p>' }])
})
