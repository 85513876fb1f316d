import { expect, test } from 'vitest'
import { give, open, write } from './testing/writing.ts'

const GMAIL =
  '<div dir="ltr">Hello,<div><br></div><div>line one</div><div style="text-align:center">line <b>two</b></div><div><br></div><div>Bye</div></div>'
const NOTES =
  '<div><b><span style="font-size: 24px">Title</span></b></div><div><br></div><div>text</div><ul class="Apple-dash-list"><li>a</li></ul>'
const DOCS =
  '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span>a</span></p><br><p dir="ltr"><span>b</span></p><br><br><p><span>c</span></p></b><br class="Apple-interchange-newline">'
const online = (tag: string, level: number, text: string) =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} role="list"><li data-aria-level="${level}" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span>${text}</span></span></p></li></${tag}></div>`
const WORD_ONLINE =
  '<div class="OutlineElement Ltr SCXW1"><p class="Paragraph"><span class="TextRun"><span>Buy</span></span></p></div>' +
  online('ul', 1, 'Bread') +
  online('ul', 2, 'Rye') +
  online('ul', 1, 'Milk')
const CHECKLIST =
  '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul>' +
  '<li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"><p role="presentation" style="display:inline-block"><span style="text-decoration:line-through">Bread</span></p></li>' +
  '<li dir="ltr" role="checkbox" aria-checked="false" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox"><p role="presentation" style="display:inline-block"><span>Milk</span></p></li></ul></b>'
const CODE =
  '<pre class="overflow"><div><div>js</div><div><button>Copy code</button></div><div><code class="whitespace-pre! language-js"><span class="hljs-keyword">const</span> a = 1\nb()</code></div></div></pre>'

test.each([
  [
    'Gmail',
    GMAIL,
    '<p>Hello,</p><p>line one</p><p style="text-align: center;">line <strong>two</strong></p><p>Bye</p>',
  ],
  ['Apple Notes', NOTES, '<p><strong>Title</strong></p><p>text</p><ul><li>a</li></ul>'],
  ['Google Docs', DOCS, '<p>a</p><p>b</p><p>c</p>'],
  ['Word in the browser', WORD_ONLINE, '<p>Buy</p><ul><li>Bread<ul><li>Rye</li></ul></li><li>Milk</li></ul>'],
  ['a web page', 'one<br><br>two<br>three', '<p>one</p><p>two<br>three</p>'],
  [
    'a web page with boxes',
    '<section><div><h2>A</h2><div>b<p>c</p>d</div></div></section>',
    '<h2>A</h2><p>b</p><p>c</p><p>d</p>',
  ],
  [
    'a picture in a box',
    '<figure><div><img src="/a.png" alt="x"></div><figcaption>C</figcaption></figure>',
    '<figure><img src="/a.png" alt="x"><figcaption>C</figcaption></figure>',
  ],
  ['code of a web page', CODE, '<pre><code class="language-js">const a = 1\nb()</code></pre>'],
])('what is pasted from %s is paragraphs without boxes and gaps', async (_, html, written) => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': html })
  await expect.poll(() => editor.getContent()).toBe(written)
})

test('the checklist of Google Docs is one of tasks, and its boxes are not uploaded as pictures', async () => {
  const sent: string[] = []
  const editor = open('', {
    uploadImage: async ({ name }) => {
      sent.push(name)
      return { src: '/x.png' }
    },
  })
  editor.focus()
  give(editor, { 'text/html': CHECKLIST })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<ul data-type="taskList"><li data-checked="true" data-type="taskItem">Bread</li><li data-checked="false" data-type="taskItem">Milk</li></ul>',
    )
  expect(sent).toEqual([])
})

test.each([
  ['HTML', { 'text/html': '<p>b</p><p>c</p>' }],
  ['text', { 'text/plain': 'b\nc' }],
])('lines that are pasted into an item of a list are items, as %s', async (_, data) => {
  const editor = open('<ul><li>a</li></ul>')
  await write(editor, '{Control>}{End}{/Control}')
  give(editor, data)
  await expect.poll(() => editor.getContent()).toBe('<ul><li>ab</li><li>c</li></ul>')
})

const EXCEL = (rows: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table border=0 style="width:96pt"><col width=64 span=2 style="width:48pt">${rows}</table></body></html>`

test('cells of Excel bring no sizes of its sheet along, and a single one is its text', async () => {
  const editor = open('<p>about</p>')
  await write(editor, '{Control>}{End}{/Control} ')
  give(editor, { 'text/html': EXCEL('<tr height=20><td height=20 class=xl65 width=64>42</td></tr>') })
  await expect.poll(() => editor.getContent()).toBe('<p>about 42</p>')
  give(editor, { 'text/html': EXCEL('<tr height=20><td height=20 width=64>1</td><td width=64>2</td></tr>') })
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>about 42</p><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>')
})

const COCOA =
  '<html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; text-align: center; font: 11.0px Helvetica} p.p2 {text-align: right} span.s1 {font-weight: bold}</style></head><body><p class="p1">Title</p><p class="p2"><span class="s1">a</span><span class="Apple-converted-space">&nbsp; </span>b<span class="Apple-tab-span">\t</span>10<span class="Apple-converted-space">&nbsp;</span>km</p></body></html>'

test.each([
  ['Word', '<p class=MsoNormal align=center style="text-align:center">Title</p><p class=MsoNormal>a</p>', '<p>a</p>'],
  [
    'Google Docs',
    '<b style="font-weight:normal"><p dir="ltr" style="text-align:center"><span>Title</span></p></b>',
    '',
  ],
  ['Pages', COCOA, '<p style="text-align: right;"><strong>a</strong> b 10&nbsp;km</p>'],
])(
  'the first paragraph from %s keeps its alignment on an empty line, and in a sentence it is its words',
  async (_, html, rest) => {
    const editor = open('<p>before</p><p></p>')
    await write(editor, '{Control>}{End}{/Control}')
    give(editor, { 'text/html': html })
    await expect.poll(() => editor.getContent()).toBe(`<p>before</p><p style="text-align: center;">Title</p>${rest}`)
    const other = open('<p>in a:</p>')
    await write(other, '{Control>}{End}{/Control}')
    give(other, { 'text/html': html })
    await expect.poll(() => other.getContent()).toBe(`<p>in a:Title</p>${rest}`)
  },
)

test('cells that Excel makes bold in its style sheet are bold, or the header row', async () => {
  const css =
    '<style><!--.xl65 {mso-style-parent:style0; font-weight:700;} .xl66 {font-style:italic;text-align:right;}--></style>'
  const editor = open()
  editor.focus()
  const rows =
    '<tr><td class=xl65>City</td><td class=xl65>People</td></tr><tr><td>Ulm</td><td class=xl66>1</td></tr><tr><td class=xl65>Sum</td><td>1</td></tr>'
  give(editor, { 'text/html': EXCEL(rows).replace('<body>', `<head>${css}</head><body>`) })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<table><tbody><tr><th>City</th><th>People</th></tr><tr><td>Ulm</td><td><em>1</em></td></tr><tr><td><strong>Sum</strong></td><td>1</td></tr></tbody></table>',
    )
})
