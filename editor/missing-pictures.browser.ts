import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EditorConfig } from './config.ts'
import { chosenInstead, paste, picture } from './testing/paste.ts'
import { openEditor, roundTrip } from './testing/open-editor.ts'

let editor: ReturnType<typeof openEditor> | undefined
afterEach(() => {
  editor?.remove()
  editor = undefined
})
function open(html = '', config: EditorConfig = {}) {
  editor = openEditor(html, config)
  return editor
}

const file = (name: string, alt = '') => `<img src="file:///C:/Users/E/Temp/${name}" alt="${alt}">`
const mark = (name: string, alt = '') => `<div data-missing-picture="${name}"${alt && ` data-alt="${alt}"`}></div>`

test.each([
  [
    'in a line of its own',
    `<p>a</p><p>${file('1.png', 'A pier')}</p><p>b</p>`,
    `<p>a</p>${mark('1.png', 'A pier')}<p>b</p>`,
  ],
  ['two in one line', `<p>a</p><p>${file('1.png')}${file('2.png')}</p>`, `<p>a</p>${mark('1.png')}${mark('2.png')}`],
  ['within text', `<p>a ${file('1.png')}b</p><p>c</p>`, `<p>a b</p>${mark('1.png')}<p>c</p>`],
  [
    'in a cell',
    `<table><tr><td>${file('1.png')}</td></tr></table>`,
    /<td>(<p><\/p>)?<div data-missing-picture="1.png">/,
  ],
  ['in an item', `<ul><li>${file('1.png')}</li><li>b</li></ul>`, /<li>(<p><\/p>)?<div data-missing-picture="1.png">/],
  [
    'with a caption',
    `<figure>${file('1.png')}<figcaption>Night</figcaption></figure>`,
    '<div data-missing-picture="1.png" data-caption="Night"></div>',
  ],
])('a picture that could not be pasted is marked in the text: %s', async (_where, html, expected) => {
  const onPicturesLeft = vi.fn()
  const { getContent, root } = open('', { onPicturesLeft })
  paste(editor!, html)
  await expect.poll(() => onPicturesLeft.mock.calls.length).toBe(1)
  if (typeof expected === 'string') expect(getContent()).toBe(expected)
  else expect(getContent()).toMatch(expected)
  expect(roundTrip(getContent())).toBe(getContent())
  expect(root.querySelectorAll('.cde-missing')).toHaveLength(html.split('<img').length - 1)
})

test('beside pictures whose bytes came along, each is in its own place', async () => {
  const sent = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Sent">'
  open('', { uploadImage: async () => ({ src: '/media/1.webp' }) })
  paste(editor!, `<p>a</p><p>${sent}</p><p>${file('1.png')}</p><p>b ${file('2.png')}</p><p>${sent}</p><p>c</p>`)
  const figure = '<figure><img src="/media/1.webp" alt="Sent"></figure>'
  await expect
    .poll(() => editor!.getContent())
    .toBe(`<p>a</p>${figure}${mark('1.png')}<p>b </p>${mark('2.png')}${figure}<p>c</p>`)
})

test('a mark that was saved is the same card again, with its alt text', async () => {
  open(`<p>a</p>${mark('clip_image001.jpg', 'A pier')}`, { uploadImage: async () => ({ src: '/media/1.webp' }) })
  const card = page.getByRole('group', { name: 'clip_image001.jpg' })
  await expect.element(card.getByText(/could not be pasted/)).toBeVisible()
  await expect.element(card.getByText('It shows: A pier')).toBeVisible()
  await card.getByRole('button', { name: 'Remove' }).click()
  expect(editor!.getContent()).toBe('<p>a</p>')
})

test('its buttons work by keyboard', async () => {
  open(`<p>a</p>${mark('1.png')}<p>b</p>`)
  editor!.focus()
  await userEvent.tab()
  await expect.poll(() => document.activeElement?.textContent).toBe('Remove')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor!.getContent()).toBe('<p>a</p><p>b</p>')
})

test('who may only read sees the mark without its buttons', async () => {
  open(mark('a.jpg'))
  editor!.setEditable(false)
  await expect.element(page.getByText(/a.jpg could not be pasted/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
})

test('what is typed after such a paste is added, and takes no mark away; undo takes the paste back as a whole', async () => {
  open('<p></p>', {})
  editor!.focus()
  paste(editor!, `<p>${file('1.png')}</p>`)
  await expect.poll(() => editor!.getContent()).toBe(mark('1.png'))
  await userEvent.keyboard('next')
  await expect.poll(() => editor!.getContent()).toBe(`${mark('1.png')}<p>next</p>`)
  await userEvent.keyboard('{Control>}zz{/Control}')
  await expect.poll(() => editor!.getContent()).not.toContain('data-missing')
})

test('the picture is uploaded in the place of its mark, which comes back when the upload is given up', async () => {
  let fails = true
  const uploadImage = vi.fn(async () => {
    if (fails) throw new Error('Too large.')
    return { src: '/media/1.webp', alt: '' }
  })
  const text = `<ul><li>a${mark('1.png', 'A pier')}</li></ul><p>b</p>`
  open(text, { uploadImage })
  const before = editor!.getContent()
  const instead = page.getByRole('button', { name: 'Upload instead' })
  await chosenInstead(instead, picture('pier.png'))
  await expect.element(page.getByText(/pier.png was not uploaded. Too large./)).toBeVisible()
  expect(editor!.getContent()).toBe(before)
  await expect.element(page.getByText(/1.png could not be pasted/)).not.toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText(/1.png could not be pasted/)).toBeVisible()
  fails = false
  await chosenInstead(instead, picture('pier.png'))
  await expect.poll(() => editor!.getContent()).toContain('<figure><img src="/media/1.webp" alt="A pier"></figure>')
  expect(editor!.getContent()).not.toContain('data-missing')
  editor!.focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor!.getContent()).toBe(before)
})

test('a mark is copied and pasted with the text around it', async () => {
  open(`<p>a</p>${mark('1.png', 'A pier')}<p>b</p>`)
  editor!.focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  const clipboardData = new DataTransfer()
  editor!.root.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  const html = clipboardData.getData('text/html')
  editor!.remove()
  open('')
  paste(editor!, html)
  await expect.poll(() => editor!.getContent()).toBe(`<p>a</p>${mark('1.png', 'A pier')}<p>b</p>`)
})
