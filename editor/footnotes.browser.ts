import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { roundTrip } from './testing/open-editor.ts'
import { give, open, write } from './testing/writing.ts'

const name = (n: number) => String(n).padStart(8, '0')
const mark = (n: number, number = n) =>
  `<sup><a id="fnref-${name(n)}" href="#fn-${name(n)}" role="doc-noteref" rel="noopener">${number}</a></sup>`
const note = (n: number, text: string) =>
  `<li id="fn-${name(n)}">${text && `${text} `}<a href="#fnref-${name(n)}" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li>`
const list = (...notes: string[]) => `<ol class="footnotes">${notes.join('')}</ol>`
const TWO = `<p>one${mark(1)}</p><p>two${mark(2)}</p>${list(note(1, 'First'), note(2, 'Second'))}`

type Opened = ReturnType<typeof open>
/** Names of new notes are drawn by lot: here they are counted as they come in the text. */
function written(editor: Opened): string {
  const html = editor.getContent()
  const names = [...new Set([...html.matchAll(/href="#fn-([0-9a-f]{8})"/g)].map(([, found]) => found!))]
  return html.replaceAll(/(?<=fn(?:ref)?-)[0-9a-f]{8}/g, (found) => name(names.indexOf(found) + 1))
}
const shownAs = (editor: Opened, html: string) => expect.poll(() => written(editor)).toBe(html)
/** In the block that the cursor is in: its text before the cursor. */
function before(): string {
  const selection = document.getSelection()!
  const { anchorNode } = selection
  const element = anchorNode instanceof Element ? anchorNode : anchorNode!.parentElement!
  const range = document.createRange()
  range.setStart(element.closest('p, .cde-footnote')!, 0)
  range.setEnd(anchorNode!, selection.anchorOffset)
  return range.toString()
}

test('an article with footnotes is read as it was written', () => {
  expect(roundTrip(TWO)).toBe(TWO)
})

test('footnotes of an older article get the new form', () => {
  expect(
    roundTrip(
      '<p>one<sup><a id="note-ref-00000001" href="#note-00000001" rel="noopener">1</a></sup></p><h2>Notes</h2><ol><li id="note-00000001"><p>First</p><p>more <a href="#note-ref-00000001" rel="noopener" aria-label="Back to the text">↩</a></p></li></ol>',
    ),
  ).toBe(`<p>one${mark(1)}</p><h2>Notes</h2>${list(note(1, 'First<br>more'))}`)
})

test('what is no footnote is text: a mark without a note, a note without a mark', () => {
  expect(roundTrip(`<p>one${mark(1)}</p>`)).toBe('<p>one<sup>1</sup></p>')
  expect(roundTrip(`<p>one</p>${list(note(1, 'First'))}`)).toBe('<p>one</p><ol><li>First</li></ol>')
})

test('a player in a note of an older article, which has no place there, is told as taken out', () => {
  const told: string[] = []
  const given = TWO.replace('First', 'First <video src="https://a.example/a.mp4" controls></video>')
  const editor = open(given, { onUnknownContent: (all) => told.push(...all.map(({ kind, tag }) => `${kind} ${tag}`)) })
  expect(editor.getContent()).toBe(TWO)
  expect(told).toEqual(['removed video'])
})

test('a footnote is written by keyboard alone: number, note, and back', async () => {
  const editor = open('<p>Built in 1920</p>')
  await write(editor, '{Control>}{End}{/Control}')
  await userEvent.keyboard('{Control>}{Alt>}f{/Alt}{/Control}')
  await userEvent.keyboard('Archive, {Control>}i{/Control}page{Control>}i{/Control} 12')
  await userEvent.keyboard('{Enter}end')
  await shownAs(editor, `<p>Built in 1920${mark(1)}</p>${list(note(1, 'Archive, <em>page</em> 12<br>end'))}`)
  await userEvent.keyboard('{Escape} by many')
  await shownAs(editor, `<p>Built in 1920${mark(1)} by many</p>${list(note(1, 'Archive, <em>page</em> 12<br>end'))}`)
})

test('a footnote is put in from the toolbar and from the slash menu', async () => {
  const editor = open('<p>one</p>')
  await write(editor, '{Control>}{End}{/Control}')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Footnote/ }).click()
  await userEvent.keyboard('First')
  await shownAs(editor, `<p>one${mark(1)}</p>${list(note(1, 'First'))}`)
  await userEvent.keyboard('{Escape}{Enter}two{Enter}/foot')
  await expect.element(page.getByRole('option', { name: 'Footnote' })).toBeVisible()
  await userEvent.keyboard('{Enter}Second')
  await shownAs(editor, TWO)
})

test('behind words, the slash menu offers a footnote and takes the space before it away', async () => {
  const editor = open('<p>Built in 1920 by many</p>')
  await write(editor, '{Control>}{Home}{/Control}')
  await userEvent.keyboard('{ArrowRight}'.repeat(13))
  await userEvent.keyboard(' /fo')
  await expect.element(page.getByRole('option', { name: 'Footnote' })).toBeVisible()
  await userEvent.keyboard('{Enter}Archive')
  await shownAs(editor, `<p>Built in 1920${mark(1)} by many</p>${list(note(1, 'Archive'))}`)
})

test.each(['and/or', '5 /3', 'see /x', '/ foo', 'km /he', 'km /re'])(
  'no menu opens at %s within a line',
  async (text) => {
    const editor = open('<p>a</p>')
    await write(editor, '{Control>}{End}{/Control}')
    await userEvent.keyboard(` ${text}{Enter}b`)
    await expect.poll(() => editor.getContent()).toBe(`<p>a ${text}</p><p>b</p>`)
  },
)

test('numbers follow the order of the text when a line is moved, and undo and redo lead back and forth', async () => {
  const editor = open(TWO)
  const swapped = `<p>two${mark(1)}</p><p>one${mark(2)}</p>${list(note(1, 'Second'), note(2, 'First'))}`
  await write(editor, '{Control>}{Home}{/Control}{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}')
  await shownAs(editor, swapped)
  await userEvent.keyboard('{Control>}z{/Control}')
  await shownAs(editor, TWO)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await shownAs(editor, swapped)
})

test('a number that is deleted takes its note along, and undo brings both back', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{Home}{/Control}{End}')
  await expect.poll(before).toBe('one1')
  await userEvent.keyboard('{Backspace}{Backspace}')
  await shownAs(editor, `<p>on</p><p>two${mark(1)}</p>${list(note(1, 'Second'))}`)
  await userEvent.keyboard('{Control>}z{/Control}')
  await shownAs(editor, TWO)
})

test('the last number takes the list along; an empty note is taken away from inside', async () => {
  const editor = open('<p>one</p>')
  await write(editor, '{Control>}{End}{/Control}{Control>}{Alt>}f{/Alt}{/Control}')
  await shownAs(editor, `<p>one${mark(1)}</p>${list(note(1, ''))}`)
  await userEvent.keyboard('{Backspace}')
  await shownAs(editor, '<p>one</p>')
  expect(before()).toBe('one')
})

/** What the clipboard holds after the keys, given back to a paste: tests have no clipboard of their own. */
async function copied(keys: string): Promise<Record<string, string>> {
  const data: Record<string, string> = {}
  const keep = ({ clipboardData }: ClipboardEvent) => {
    for (const type of clipboardData!.types) data[type] = clipboardData!.getData(type)
  }
  for (const event of ['copy', 'cut'] as const) document.addEventListener(event, keep, { once: true })
  await userEvent.keyboard(keys)
  await expect.poll(() => data['text/html']).toBeTruthy()
  return data
}

test('text that is cut and pasted takes its note along', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{Home}{/Control}{Shift>}{End}{/Shift}')
  const data = await copied('{Control>}x{/Control}')
  await shownAs(editor, `<p></p><p>two${mark(1)}</p>${list(note(1, 'Second'))}`)
  await userEvent.keyboard('{ArrowDown}{End}')
  give(editor, data)
  await shownAs(editor, `<p></p><p>two${mark(1)}one${mark(2)}</p>${list(note(1, 'Second'), note(2, 'First'))}`)
})

test('text that is copied brings a copy of its note, into another article, too', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{Home}{/Control}{Shift>}{End}{/Shift}')
  const data = await copied('{Control>}c{/Control}')
  expect(data['text/plain']).toBe('one[1]')
  await userEvent.keyboard('{ArrowRight}')
  give(editor, data)
  await shownAs(
    editor,
    `<p>one${mark(1)}one${mark(2)}</p><p>two${mark(3)}</p>${list(note(1, 'First'), note(2, 'First'), note(3, 'Second'))}`,
  )
  const other = open('<p>x</p>')
  await write(other, '{Control>}{End}{/Control}')
  give(other, data)
  await shownAs(other, `<p>xone${mark(1)}</p>${list(note(1, 'First'))}`)
})

test('text that is dragged takes its note along', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{Home}{/Control}{Shift>}{End}{/Shift}')
  await expect.poll(() => document.getSelection()!.toString()).toBe('one1')
  const [first, second] = editor.root.querySelectorAll('p')
  const dataTransfer = new DataTransfer()
  const drag = (type: string, target: Element, x: number) => {
    const { left, top } = target.getBoundingClientRect()
    const place = { clientX: left + x, clientY: top + 8 }
    target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, ...place }))
  }
  drag('dragstart', first!, 4)
  drag('drop', second!, 0)
  drag('dragend', first!, 4)
  await shownAs(editor, `<p></p><p>one${mark(1)}two${mark(2)}</p>${list(note(1, 'First'), note(2, 'Second'))}`)
})

test('all of an article is copied with its notes, once', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}a{/Control}')
  const data = await copied('{Control>}c{/Control}')
  const other = open('')
  other.focus()
  give(other, data)
  await shownAs(other, TWO)
})

test('a page with footnotes is pasted with them: ours, of WordPress, of Markdown', async () => {
  for (const [given, text] of [
    [TWO.replaceAll('href="#', 'href="https://site.example/story#'), 'First'],
    [
      '<p>one<sup data-fn="aa484441-9ea2-470c-a0a3-218ede0c6b05" class="fn"><a href="https://a.example/#aa484441-9ea2-470c-a0a3-218ede0c6b05" id="aa484441-9ea2-470c-a0a3-218ede0c6b05-link">1</a></sup></p><p>two<sup><a href="#fn:2">2</a></sup></p><hr><ol class="wp-block-footnotes"><li id="aa484441-9ea2-470c-a0a3-218ede0c6b05">First <a href="https://a.example/#aa484441-9ea2-470c-a0a3-218ede0c6b05-link">↩︎</a></li><li id="fn:2"><p>Second <a href="#fnref:2">↩</a></p></li></ol>',
      'First',
    ],
  ] as const) {
    const editor = open('')
    editor.focus()
    give(editor, { 'text/html': given })
    await shownAs(editor, TWO.replace('First', text))
  }
})

test('a link of a page that only looks like one of a note stays a link', async () => {
  const editor = open('')
  editor.focus()
  give(editor, { 'text/html': '<p><a href="https://a.example/x#note5">see</a></p>' })
  await expect.poll(() => editor.getContent()).toContain('<a href="https://a.example/x#note5">see</a>')
})

test('footnotes of Markdown are pasted as such', async () => {
  const editor = open('')
  editor.focus()
  give(editor, {
    'text/plain': 'one[^a] `[^a]`\n\n[^b]: *Second*\n    line.\n[^a]: First\n\ntwo[^b] three[^c]',
  })
  await shownAs(
    editor,
    `<p>one${mark(1)} <code>[^a]</code></p><p>two${mark(2)} three[^c]</p>${list(note(1, 'First'), note(2, '<em>Second</em> line.'))}`,
  )
})

test('what is pasted into a note is text, without numbers', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{End}{/Control}')
  give(editor, { 'text/html': `<h2>Head</h2><ul><li>a <b>b</b></li></ul><table><tr><td>c</td></tr></table>` })
  await shownAs(editor, TWO.replace('Second', 'SecondHead<br>a <strong>b</strong><br>c'))
})

test('a note holds no blocks: neither keys nor signs make any', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{End}{/Control}')
  await userEvent.keyboard('{Control>}{Alt>}2{/Alt}{/Control}{Control>}{Shift>}8{/Shift}{/Control}')
  await userEvent.keyboard('{Enter}- x{Enter}# y{Enter}---')
  await shownAs(editor, TWO.replace('Second', 'Second<br>- x<br># y<br>---'))
  await expect.element(page.getByRole('button', { name: 'Quote', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Bold', exact: true })).toBeEnabled()
})

test('a selection does not reach from the text into the notes, and nothing joins them', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}{Home}{/Control}{Control>}{Shift>}{End}{/Shift}{/Control}')
  await expect.poll(() => document.getSelection()!.toString().replace(/\s+/g, ' ')).toBe('one1 two2')
  await userEvent.keyboard('{Delete}')
  await shownAs(editor, '')
  await userEvent.keyboard('{Control>}z{/Control}')
  await shownAs(editor, TWO)
  await write(editor, '{Control>}{End}{/Control}')
  await expect.poll(before).toBe('Second')
  await userEvent.keyboard('{Home}')
  await expect.poll(before).toBe('')
  await userEvent.keyboard('{Backspace}')
  await userEvent.keyboard('{End}{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
  await expect.poll(() => document.getSelection()!.toString()).toBe('Second')
  await userEvent.keyboard('x')
  await shownAs(editor, TWO.replace('Second', 'x'))
})

test('a key that comes faster than the selection is read takes nothing out of the text and its notes', async () => {
  const editor = open(TWO)
  editor.focus()
  const [text, note] = ['p', '.cde-footnote'].map((place) => editor.root.querySelector(place)!.firstChild!)
  document.getSelection()!.setBaseAndExtent(text!, 1, note!, 2)
  const deletion = new InputEvent('beforeinput', {
    inputType: 'deleteContentBackward',
    bubbles: true,
    cancelable: true,
  })
  expect(editor.root.dispatchEvent(deletion)).toBe(false)
  expect(written(editor)).toBe(TWO)
})

test('all of an article is deleted with its notes', async () => {
  const editor = open(TWO)
  await write(editor, '{Control>}a{/Control}{Delete}')
  await expect.poll(() => editor.getContent()).toBe('')
})

test('a number leads to its note and a note to its number, by mouse and by keyboard', async () => {
  const editor = open(TWO)
  const { href } = location
  editor.focus()
  await page.getByRole('link', { name: 'Footnote 2' }).click()
  await expect.poll(before).toBe('Second')
  await page.getByRole('link', { name: 'Back to the text' }).first().click()
  await expect.poll(before).toBe('one1')
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}{ArrowLeft}{ArrowRight}')
  await userEvent.keyboard('{Control>}{End}{/Control}{Escape}')
  await expect.poll(before).toBe('two2')
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.keyboard('{Enter}')
  await expect.poll(before).toBe('Second')
  expect(location.href).toBe(href)
  expect(editor.getContent()).toBe(TWO)
})

test('a number tells its note when it is pointed at, and when it is chosen', async () => {
  const editor = open(TWO)
  editor.focus()
  await page.getByRole('link', { name: 'Footnote 2' }).hover()
  await expect.element(page.getByRole('link', { name: 'Footnote 2: Second' })).toBeVisible()
  await write(editor, '{Control>}{Home}{/Control}{End}')
  await expect.poll(before).toBe('one1')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('link', { name: 'Footnote 1: First' })).toBeVisible()
  await expect.element(page.getByRole('toolbar', { name: 'Footnote' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove footnote' }).click()
  await shownAs(editor, `<p>one</p><p>two${mark(1)}</p>${list(note(1, 'Second'))}`)
})

test('a picture that is put in while a note is written comes behind the text', async () => {
  const editor = open(TWO, { uploadImage: async () => ({ src: '/media/a.png', alt: 'A' }) })
  await write(editor, '{Control>}{End}{/Control}')
  give(editor, {}, [new File([new Uint8Array([137, 80, 78, 71])], 'a.png', { type: 'image/png' })])
  await expect
    .poll(() => editor.getContent())
    .toContain('<figure><img src="/media/a.png" alt="A"></figure><ol class="footnotes">')
})

test('words count the notes, without their numbers', () => {
  expect(open(TWO).words().words).toBe(4)
  expect(open(TWO).findText('second')).toHaveLength(1)
})

test.each(['light', 'dark'])('axe finds nothing wrong with footnotes in the %s theme', async (scheme) => {
  document.documentElement.dataset.mantineColorScheme = scheme
  document.body.style.background = scheme === 'dark' ? '#1c1b18' : '#fff'
  const editor = open(`${TWO.replace('Second', '')}`)
  await write(editor, '{Control>}{Home}{/Control}{End}')
  await expect.poll(before).toBe('one1')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('toolbar', { name: 'Footnote' })).toBeVisible()
  const { violations } = await axe.run(editor.host, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
})
