import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EditorConfig, PickedAlbum } from './config.ts'
import { openEditor } from './testing/open-editor.ts'

const opened = new Set<ReturnType<typeof openEditor>>()
afterEach(() => {
  for (const editor of opened) editor.remove()
  opened.clear()
  delete document.documentElement.dataset.mantineColorScheme
})

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const rain: PickedAlbum = {
  id: '0198c0de-0000-7000-8000-000000000001',
  title: 'Rain in Lund',
  cover: PIXEL,
  photos: 12,
  published: true,
}
const draft: PickedAlbum = { id: '0198c0de-0000-7000-8000-000000000002', title: 'Snow', photos: 1, published: false }
const box = ({ id }: PickedAlbum) => `<div data-album="${id}"></div>`

function open(html = '', config: EditorConfig = {}) {
  const describeAlbum = async (id: string) => [rain, draft].find((album) => album.id === id) ?? null
  const editor = openEditor(html, { describeAlbum, pickAlbum: async () => rain, ...config })
  opened.add(editor)
  return editor
}
const card = (name: string) => page.getByRole('group', { name })

test('the slash menu finds it by name, lets one choose, and shows the album as a card', async () => {
  const editor = open()
  editor.focus()
  await userEvent.keyboard('/album')
  await expect.element(page.getByRole('option', { name: 'Photo album' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor.getContent()).toContain(box(rain))
  await expect.element(card('Photo album: Rain in Lund')).toHaveTextContent('Rain in Lund12 photos')
})

test('the toolbar offers it with the pictures; who leaves the choice changes nothing', async () => {
  const pickAlbum = vi.fn(async () => null)
  const editor = open('<p>before</p>', { pickAlbum, uploadImage: vi.fn() })
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Photo album' }).click()
  await expect.poll(() => pickAlbum.mock.calls.length).toBe(1)
  expect(editor.getContent()).toBe('<p>before</p>')
})

test('without a way to choose albums no one is offered one, and those that are there stay', async () => {
  const editor = openEditor(box(rain))
  opened.add(editor)
  await expect.element(card('Photo album')).toBeVisible()
  editor.focus()
  expect(page.getByRole('menuitem', { name: 'Photo album' }).query()).toBeNull()
  expect(editor.getContent()).toBe(box(rain))
})

test('says what readers do not see: an album that is not published, and one that is gone', async () => {
  open(box(draft) + box({ ...rain, id: '0198c0de-0000-7000-8000-00000000dead' }))
  await expect
    .element(card('Photo album: Snow'))
    .toHaveTextContent('Snow1 photo · not published, so readers do not see it')
  await expect.element(page.getByText('This album is not there, or you may not see it.')).toBeVisible()
})

test('arrows reach it, Delete takes it away, undo brings it back, and one can write on after it', async () => {
  const editor = open(`<p>a</p>${box(rain)}`)
  editor.focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}')
  await expect.element(card('Photo album: Rain in Lund')).toHaveClass('ProseMirror-selectednode')
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => editor.getContent()).not.toContain('data-album')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe(`<p>a</p>${box(rain)}`)
  await userEvent.keyboard('{ArrowDown}after')
  await expect.poll(() => editor.getContent()).toBe(`<p>a</p>${box(rain)}<p>after</p>`)
})

test('the tools of a chosen album exchange it or take it away', async () => {
  const pickAlbum = async () => draft
  const editor = open(`<p>a</p>${box(rain)}<p>b</p>`, { pickAlbum })
  await card('Photo album: Rain in Lund').click()
  const tools = page.getByRole('toolbar', { name: 'Album' })
  await tools.getByRole('button', { name: 'Choose another album' }).click()
  await expect.poll(() => editor.getContent()).toBe(`<p>a</p>${box(draft)}<p>b</p>`)
  await card('Photo album: Snow').click()
  await tools.getByRole('button', { name: 'Remove album' }).click()
  await expect.poll(() => editor.getContent()).toBe('<p>a</p><p>b</p>')
})

test('copying and pasting keeps it', async () => {
  const from = open(`<p>a</p>${box(rain)}<p>b</p>`)
  from.focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  const clipboardData = new DataTransfer()
  from.root.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  const to = open()
  to.focus()
  to.root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => to.getContent()).toBe(`<p>a</p>${box(rain)}<p>b</p>`)
})

test('the source view shows it as it is stored, and accepts it again', async () => {
  const editor = open(`<p>a</p>${box(rain)}`)
  await page.getByRole('button', { name: 'HTML source' }).click()
  const source = page.getByRole('textbox', { name: 'HTML source of the article' })
  await expect.element(source).toHaveValue(expect.stringContaining(box(rain)))
  await source.fill(`${box(draft)}<p>c</p>`)
  await page.getByRole('button', { name: 'HTML source' }).click()
  await expect.poll(() => editor.getContent()).toBe(`${box(draft)}<p>c</p>`)
})

test.each([
  ['a box with something inside', `<div data-album="${rain.id}"><p>x</p></div>`],
  ['no id', '<div data-album="rain">x</div>'],
])('%s is no album', async (_what, html) => {
  const editor = open(html)
  expect(page.getByRole('group', { name: 'Photo album' }).query()).toBeNull()
  expect(editor.getContent()).toContain('x')
})

test.each(['light', 'dark'])('the card has no flaw that axe finds, %s', async (scheme) => {
  document.documentElement.dataset.mantineColorScheme = scheme
  const editor = open(`<p>a</p>${box(rain)}${box(draft)}`)
  await expect.element(card('Photo album: Snow')).toBeVisible()
  const { violations } = await axe.run(editor.host)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
})
