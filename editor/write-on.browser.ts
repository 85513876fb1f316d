import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openEditor } from './testing/open-editor.ts'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const IMAGE = `<img src="${PIXEL}" alt="a" width="80" height="60">`
const FIGURE = `<figure>${IMAGE}<figcaption>Said</figcaption></figure>`
const TABLE = '<table><tbody><tr><td>c</td><td>d</td></tr></tbody></table>'

const opened = new Set<ReturnType<typeof openEditor>>()
afterEach(() => {
  for (const editor of opened) editor.remove()
  opened.clear()
})

function open(html: string) {
  const editor = openEditor(html)
  opened.add(editor)
  return editor
}

const clickOn = (host: Element, selector: string) => page.elementLocator(host.querySelector(selector)!).click()

test.each([
  ['a picture', FIGURE],
  ['a picture without a caption', `<figure>${IMAGE}</figure>`],
  ['a table', TABLE],
  ['a table in a figure', `<figure class="wp-block-table">${TABLE}<figcaption>Said</figcaption></figure>`],
  ['code', '<pre><code>x</code></pre>'],
  ['verses', '<pre>x</pre>'],
  ['kept HTML', '<form><input name="q"></form>'],
  ['a player', '<iframe src="https://www.youtube.com/embed/x" title="t"></iframe>'],
  ['a divider', '<p>x</p><hr>'],
])('a click below %s at the end makes a line to write on, and only then', async (_, html) => {
  const editor = open(html)
  const before = editor.getContent()
  expect(before).not.toContain('<p></p>')
  const surface = editor.host.querySelector('.cde-page')!
  const { width, height } = surface.getBoundingClientRect()
  await page.elementLocator(surface).click({ position: { x: width / 2, y: height - 20 } })
  await expect.poll(() => document.activeElement).toBe(editor.root)
  await userEvent.keyboard('on')
  await expect.poll(() => editor.getContent()).toBe(`${before}<p>on</p>`)
})

test('a click below text goes on in that text', async () => {
  const editor = open('<p>one</p>')
  const surface = editor.host.querySelector('.cde-page')!
  await page.elementLocator(surface).click({ position: { x: 200, y: surface.clientHeight - 20 } })
  await userEvent.keyboard(' two')
  await expect.poll(() => editor.getContent()).toBe('<p>one two</p>')
})

test.each([
  ['a picture at the end', FIGURE, 'figcaption'],
  ['a picture before text', `${FIGURE}<p>after</p>`, 'figcaption'],
  ['a picture before an empty line', `${FIGURE}<p></p>`, 'figcaption'],
  [
    'a table in a figure',
    `<figure class="wp-block-table">${TABLE}<figcaption>Said</figcaption></figure>`,
    'figcaption',
  ],
])('Enter in the caption of %s goes to a line after it', async (_, html, target) => {
  const editor = open(html)
  await clickOn(editor.root, target)
  await userEvent.keyboard('{Enter}on')
  const [figure, ...rest] = html.split(/(?<=<\/figure>)/)
  await expect.poll(() => editor.getContent()).toBe(`${figure}<p>on</p>${rest.join('').replace('<p></p>', '')}`)
})

test.each([
  ['the caption of a picture', FIGURE, 'figcaption'],
  ['a selected picture', FIGURE, '.cde-picture'],
  ['a cell of the last row', TABLE, 'td'],
  ['code', '<pre><code>x</code></pre>', 'pre code'],
  ['a player', '<iframe src="https://www.youtube.com/embed/x" title="t"></iframe>', '.cde-media'],
])('ArrowDown in %s at the end goes to a line after it', async (_, html, target) => {
  const editor = open(html)
  const before = editor.getContent()
  await clickOn(editor.root, target)
  await userEvent.keyboard('{ArrowDown}on')
  await expect.poll(() => editor.getContent()).toBe(`${before}<p>on</p>`)
})

test('ArrowDown in a table that is not the last block leaves the article as it is', async () => {
  const editor = open(`${TABLE}<p>after</p>`)
  await clickOn(editor.root, 'td')
  await userEvent.keyboard('{ArrowDown}')
  expect(editor.getContent()).toBe(`${TABLE}<p>after</p>`)
})

test('Ctrl+End and Ctrl+Home lead into the last and the first cell of tables, also empty ones, and the next key is written there', async () => {
  const table = (cells: string) => `<table><tbody><tr><td>c</td><td>d</td></tr><tr>${cells}</tr></tbody></table>`
  const editor = open(`${table('<td>e</td><td>f</td>')}<p>between</p>${table('<td>g</td><td></td>')}`)
  await userEvent.click(page.getByText('between'))
  await userEvent.keyboard('{Control>}{End}{/Control}on')
  await expect.poll(() => [...editor.host.querySelectorAll('td')].at(-1)?.textContent).toBe('on')
  await userEvent.keyboard('{Control>}{Home}{/Control}up ')
  await expect.poll(() => editor.host.querySelector('td')?.textContent).toBe('up c')
})

test('Ctrl+Shift+End selects all that follows', async () => {
  const editor = open('<p>one two</p><p>three</p>')
  await userEvent.click(page.getByText('one two'))
  await userEvent.keyboard('{Home}{Control>}{Shift>}{End}{/Shift}{/Control}x')
  await expect.poll(() => editor.getContent()).toBe('<p>x</p>')
})

const INLINE = `<img width="300" height="200" src="${PIXEL}" alt="a">`
const LARGE = `<img src="${PIXEL}" alt="a" width="300" height="200">`

test.each([
  [
    'a picture gets it as its caption',
    `<figure>${LARGE}</figure><p>x</p>`,
    '.cde-picture',
    `<figure>${LARGE}<figcaption>on</figcaption></figure><p>x</p>`,
  ],
  ['a divider stays before it', '<hr><p>x</p>', 'hr', '<hr><p>on</p><p>x</p>'],
  ['a picture in a line stays before it', `<p>a${INLINE}b</p>`, 'img', `<p>a${INLINE}onb</p>`],
])('what is typed while something is chosen takes nothing away: %s', async (_, html, selector, written) => {
  const editor = open(html)
  editor.focus()
  await clickOn(editor.host, selector)
  await expect.poll(() => editor.host.querySelector('.ProseMirror-selectednode')).not.toBeNull()
  await userEvent.keyboard('on')
  await expect.poll(() => editor.getContent()).toBe(written)
})

test('what is typed while the mark of a note is chosen does not take the mark away', async () => {
  const note = '<sup><a id="fnref-0198c0de" href="#fn-0198c0de" role="doc-noteref" rel="noopener">1</a></sup>'
  const list =
    '<ol class="footnotes"><li id="fn-0198c0de">b <a href="#fnref-0198c0de" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li></ol>'
  const editor = open(`<p>a${note}</p>${list}`)
  editor.focus()
  await expect.poll(() => document.activeElement).toBe(editor.root)
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  // The next key counts from where the editor has heard that the cursor is.
  const isHeard = new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }))
  await userEvent.keyboard('{ArrowRight}')
  await isHeard
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => editor.host.querySelector('.ProseMirror-selectednode')).not.toBeNull()
  await userEvent.keyboard('x')
  await expect.poll(() => editor.getContent()).toBe(`<p>a${note}x</p>${list}`)
})

test('Enter on the first picture of an article makes a line below it, as on any other', async () => {
  const editor = open(`<figure>${LARGE}</figure><figure>${LARGE}</figure>`)
  editor.focus()
  await clickOn(editor.host, '.cde-picture')
  await userEvent.keyboard('{Enter}on')
  await expect.poll(() => editor.getContent()).toBe(`<figure>${LARGE}</figure><p>on</p><figure>${LARGE}</figure>`)
})
