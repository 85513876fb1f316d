import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paste } from './testing/paste.ts'
import { openEditor, roundTrip } from './testing/open-editor.ts'

let editor: ReturnType<typeof openEditor> | undefined
afterEach(() => {
  editor?.remove()
  editor = undefined
})
function open(html = '') {
  editor = openEditor(html)
  editor.focus()
  return editor
}

/** As Word writes them: the mark in conditional comments, the notes below a rule, each in a box. */
const wordMark = (kind: string, id: string, label: string) =>
  `<a style='mso-${kind}note-id:${kind}n${id}' href="#_${kind}n${id}" name="_${kind}nref${id}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span lang=EN-US style='font-size:12.0pt'>${label}</span></span><![endif]></span></span></a>`
const wordNote = (kind: string, id: string, label: string, text: string) =>
  `<div style='mso-element:${kind}note' id=${kind}n${id}><p class=MsoFootnoteText><a style='mso-footnote-id:${kind}n${id}' href="file:///C:/Temp/a.htm#_${kind}nref${id}" name="_${kind}n${id}" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span lang=EN-US>${label}</span><![endif]></span></span></a><span lang=EN-US> ${text}<o:p></o:p></span></p></div>`
const wordNotes = (notes: string) =>
  `<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>${notes}</div>`
const WORD = `<p class=MsoNormal>Built in 1920${wordMark('ft', '1', '[1]')} and closed${wordMark('ft', '2', '[2]')}.<o:p></o:p></p>${wordNotes(
  wordNote('ft', '1', '[1]', 'Archive, <i>page</i> 12.') + wordNote('ft', '2', '[2]', 'The mayor said so.'),
)}`

/** The names of the notes are drawn by lot: here they are the numbers of their notes. */
function written() {
  const html = editor!.getContent()
  const names = [...new Set([...html.matchAll(/href="#fn-([0-9a-f]{8})"/g)].map(([, name]) => name!))]
  return names.reduce((text, name, index) => text.replaceAll(name, String(index + 1)), html)
}

const ref = (note: number) =>
  `<sup><a id="fnref-${note}" href="#fn-${note}" role="doc-noteref" rel="noopener">${note}</a></sup>`
const item = (note: number, text: string) =>
  `<li id="fn-${note}">${text} <a href="#fnref-${note}" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li>`
const list = (...items: string[]) => `<ol class="footnotes">${items.join('')}</ol>`

const RESULT =
  `<p>Built in 1920${ref(1)} and closed${ref(2)}.</p>` +
  list(item(1, 'Archive, <em>page</em> 12.'), item(2, 'The mayor said so.'))

test('footnotes pasted from Word become a list of notes, and marks and notes lead to each other', async () => {
  open()
  paste(editor!, WORD)
  await expect.poll(written).toBe(RESULT)
})

test('footnotes pasted from Google Docs likewise', async () => {
  open()
  const docs = 'https://docs.google.com/document/d/1a/edit'
  paste(
    editor!,
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span>Built in 1920</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span> and closed</span><span style="vertical-align:super"><a href="${docs}#ftnt2">[2]</a></span><span>.</span></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> Archive, </span><span style="font-style:italic">page</span><span> 12.</span></p></div><div><p><a href="${docs}#ftnt_ref2">[2]</a> The mayor said so.</p></div></b>`,
  )
  await expect.poll(written).toBe(RESULT)
})

test('footnotes of LibreOffice likewise', async () => {
  open()
  const mark = (n: number) =>
    `<a class="sdfootnoteanc" name="sdfootnote${n}anc" href="#sdfootnote${n}sym"><sup>${n}</sup></a>`
  const note = (n: number, text: string) =>
    `<div id="sdfootnote${n}"><p><a class="sdfootnotesym" name="sdfootnote${n}sym" href="#sdfootnote${n}anc">${n}</a>${text}</p></div>`
  paste(
    editor!,
    `<p>Built in 1920${mark(1)} and closed${mark(2)}.</p>${note(1, 'Archive, <i>page</i> 12.')}${note(2, 'The mayor said so.')}`,
  )
  await expect.poll(written).toBe(RESULT)
})

test('the notes come behind the whole article, and what was behind the cursor stays where it was', async () => {
  open('<p>ab</p><p>Last</p>')
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}')
  paste(editor!, `<p>One${wordMark('ft', '1', '[1]')}.</p>${wordNotes(wordNote('ft', '1', '[1]', 'N'))}`)
  await expect.poll(written).toBe(`<p>aOne${ref(1)}.b</p><p>Last</p>${list(item(1, 'N'))}`)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor!.getContent()).toBe('<p>ab</p><p>Last</p>')
})

test('notes of a second paste join the list, in the order of their marks', async () => {
  open()
  const one = (text: string) =>
    `<p>${text}${wordMark('ft', '1', '[1]')}</p>${wordNotes(wordNote('ft', '1', '[1]', `Note ${text}`))}`
  paste(editor!, one('first'))
  await expect.poll(written).toContain('Note first')
  await userEvent.keyboard('{Control>}{Home}{/Control}')
  paste(editor!, one('second '))
  await expect.poll(written).toContain('Note second')
  expect(written()).toBe(`<p>second ${ref(1)}first${ref(2)}</p>${list(item(1, 'Note second'), item(2, 'Note first'))}`)
})

test('footnotes and endnotes are one list in the order of their marks, and a note of two paragraphs keeps both as lines', async () => {
  open()
  const twice = wordNote('ft', '1', '[1]', 'One.').replace('</p></div>', '</p><p class=MsoFootnoteText>Two.</p></div>')
  paste(
    editor!,
    `<p>a${wordMark('ed', '1', '[i]')} b${wordMark('ft', '1', '[1]')}</p>${wordNotes(twice)}${wordNotes(wordNote('ed', '1', '[i]', 'End.'))}`,
  )
  await expect.poll(written).toContain('End.')
  expect(written()).toBe(`<p>a${ref(1)} b${ref(2)}</p>${list(item(1, 'End.'), item(2, 'One.<br>Two.'))}`)
})

test('a mark without its note, and a note without its mark, keep their text and lead nowhere', async () => {
  open()
  const note = (href: string, text: string) => `<p><a href="${href}">${text}</a> Note.</p>`
  paste(
    editor!,
    `<p>a${wordMark('ft', '1', '[1]')}, end<a href="#_edn1">[i]</a>,
      Docs<sup><a href="https://docs.google.com/document/d/1a/edit#ftnt1">[2]</a></sup></p>
      ${wordNotes(wordNote('ft', '2', '[2]', 'Other.'))}${note('#_ednref7', '[vii]')}${note('file:///C:/a.htm#_ftnref3', '[3]')}
      ${note('https://docs.google.com/document/d/1a/edit#ftnt_ref7', '[7]')}${note('#ftnt_ref4', '[4]')}`,
  )
  await expect.poll(() => editor!.root.textContent).toContain('[4] Note.')
  expect(editor!.getContent()).toMatch(
    /^<p>a\[1\], end\[i\], Docs<sup>\[2\]<\/sup><\/p>.*<p>\[2\] Other\.<\/p>.*<p>\[vii\] Note\.<\/p>/,
  )
  expect(editor!.getContent()).not.toMatch(/href|<p>(<br>)?<\/p>/)
})

test('what is pasted before the notes leaves no empty line in the place where they were', async () => {
  open()
  paste(editor!, `${WORD}<p>&nbsp;</p>`)
  await expect.poll(written).toBe(RESULT)
})

test('an article with notes is read as it was written', () => {
  const html = RESULT.replaceAll(/fn(ref)?-(\d)/g, 'fn$1-0123456$2')
  expect(roundTrip(html)).toBe(html)
})

test('a press on a mark leads to its note and back, and not to another page', async () => {
  open()
  paste(editor!, WORD)
  await expect.poll(written).toBe(RESULT)
  const { href } = location
  const place = () => {
    const { anchorNode } = document.getSelection()!
    return (anchorNode instanceof Element ? anchorNode : anchorNode!.parentElement)!.closest('li, p')!.textContent
  }
  await page.getByRole('link', { name: 'Footnote 2' }).click()
  await expect.poll(place).toContain('The mayor said so.')
  await page.getByRole('link', { name: 'Back to the text' }).first().click()
  await expect.poll(place).toContain('Built in 1920')
  expect(location.href).toBe(href)
})

test('what is typed behind a mark is no part of it', async () => {
  open()
  paste(editor!, `<p>a${wordMark('ft', '1', '[1]')}</p>${wordNotes(wordNote('ft', '1', '[1]', 'N'))}`)
  await expect.poll(written).toContain('footnotes')
  await userEvent.keyboard('x')
  await expect.poll(written).toContain(`<p>a${ref(1)}x</p>`)
})

test.each(['light', 'dark'])('axe finds nothing wrong with notes in the %s theme', async (scheme) => {
  document.documentElement.dataset.mantineColorScheme = scheme
  document.body.style.background = scheme === 'dark' ? '#1c1b18' : '#fff'
  open()
  paste(editor!, WORD)
  await expect.poll(written).toBe(RESULT)
  const { violations } = await axe.run(editor!.host, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([])
  delete document.documentElement.dataset.mantineColorScheme
})
