import { afterEach, expect, test } from 'vitest'
import { paste } from './testing/paste.ts'
import { openEditor } from './testing/open-editor.ts'

let editor: ReturnType<typeof openEditor> | undefined
afterEach(() => {
  editor?.remove()
  editor = undefined
})

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const docs = (text: string) => `<p dir="ltr"><span style="font-weight:700;font-style:normal">${text}</span></p>`
const HEADED =
  '<table><tbody><tr><th>City</th><th>People</th></tr><tr><td>Ulm</td><td>126,000</td></tr></tbody></table>'
const body = row('Ulm', '126,000')

test.each([
  [
    'bold in Word',
    `<table>${row('<p><b><span>City</span></b></p>', '<p><b>People</b><o:p></o:p></p>')}${body}</table>`,
  ],
  ['bold in Google Docs', `<table><colgroup><col><col></colgroup>${row(docs('City'), docs('People'))}${body}</table>`],
  [
    'bold by its cells',
    `<table><tr><td style="font-weight:bold">City</td><td style="font-weight:700">People</td></tr>${body}</table>`,
  ],
  ['bold by the row', `<table><tr style="font-weight:bold"><td>City</td><td>People</td></tr>${body}</table>`],
  [
    'repeated on each page in Word',
    `<table><tr style='mso-yfti-irow:0;mso-header:yes'><td>City</td><td>People</td></tr>${body}</table>`,
  ],
  ['of header cells in bold', `<table><tr><th><b>City</b></th><th>People</th></tr>${body}</table>`],
])('a pasted table gets a header row from a first row that is %s', async (_, html) => {
  editor = openEditor()
  editor.focus()
  paste(editor, html)
  await expect.poll(() => editor!.getContent().replace(/<colgroup>.*<\/colgroup>/, '')).toBe(HEADED)
})

test('rows that are marked as a head are header rows, and stay in the head', async () => {
  editor = openEditor()
  editor.focus()
  paste(editor, `<table><thead>${row('City', '<b>People</b>')}</thead><tbody>${body}</tbody></table>`)
  await expect
    .poll(() => editor!.getContent())
    .toBe(
      '<table><thead><tr><th>City</th><th>People</th></tr></thead><tbody><tr><td>Ulm</td><td>126,000</td></tr></tbody></table>',
    )
})

test('the corner of a header row may be empty', async () => {
  editor = openEditor()
  editor.focus()
  paste(editor, `<table>${row('', '<b>People</b>')}${row('<b>Ulm</b>', '126,000')}</table>`)
  await expect
    .poll(() => editor!.getContent())
    .toBe(
      '<table><tbody><tr><th></th><th>People</th></tr><tr><td><strong>Ulm</strong></td><td>126,000</td></tr></tbody></table>',
    )
})

test.each([
  ['a first column of bold', `<table>${row('<b>Ulm</b>', '126,000')}${row('<b>Bonn</b>', '331,000')}</table>`],
  ['a first row that is bold in part', `<table>${row('<b>City</b>', '<b>Peo</b>ple')}${body}</table>`],
  ['a table that is bold throughout', `<table>${row('<b>a</b>', '<b>b</b>')}${row('<b>c</b>', '<b>d</b>')}</table>`],
  ['a single row', `<table>${row('<b>a</b>', '<b>b</b>')}</table>`],
  ['empty cells', `<table>${row('', '')}${body}</table>`],
])('%s is no header row, and stays bold', async (_, html) => {
  editor = openEditor()
  editor.focus()
  paste(editor, html)
  const bold = html.split('<b>').length - 1
  await expect.poll(() => editor!.root.querySelectorAll('td').length).toBeGreaterThan(1)
  expect(editor.root.querySelectorAll('th')).toHaveLength(0)
  expect(editor.root.querySelectorAll('strong')).toHaveLength(bold)
})
