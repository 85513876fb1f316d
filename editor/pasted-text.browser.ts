import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { give, open } from './testing/writing.ts'

test('a link in pasted Markdown becomes a link, and a dangerous one stays text', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': 'See [the plan](https://example.com/plan) and [this](javascript:alert(1)).' })
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>See <a href="https://example.com/plan">the plan</a> and [this](javascript:alert(1)).</p>')
})

test.each([
  ['an SVG', 'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>', /Image\.svg\+xml is not an image/],
  ['a broken address', 'data:image/png;base64,%%%', /is not an image/],
])('%s inside pasted HTML is refused in words, not dropped in silence', async (_, src, message) => {
  const uploadImage = vi.fn()
  const editor = open('', { uploadImage })
  editor.focus()
  give(editor, { 'text/html': `<p>text</p><p><img src='${src}'></p>` })
  await expect.element(page.getByText(message)).toBeVisible()
  expect(uploadImage).not.toHaveBeenCalled()
  expect(editor.getContent()).not.toContain('data:')
})

test.each([
  [
    'https://www.google.com/url?q=https://example.com/a%3Fb%3D1%26c%3D2&sa=D&source=editors&ust=1',
    'https://example.com/a?b=1&amp;c=2',
  ],
  ['http://google.com/url?sa=D&q=http%3A%2F%2Fexample.com%2F', 'http://example.com/'],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=05%7C01',
    'https://example.com/a',
  ],
  ['https://safelinks.example.com/?url=https%3A%2F%2Fa.com', 'https://safelinks.example.com/?url=https%3A%2F%2Fa.com'],
  ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
  ['https://www.google.com/search?q=https://example.com', 'https://www.google.com/search?q=https://example.com'],
  ['https://google.com.example.net/url?q=https://a.com', 'https://google.com.example.net/url?q=https://a.com'],
  ['#chapter', '#chapter'],
  ['https://docs.google.com/document/d/1a/edit#heading=h.1', 'https://docs.google.com/document/d/1a/edit#heading=h.1'],
])('a pasted link to %s leads to %s', async (pasted, target) => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': `<p><a href="${pasted.replaceAll('&', '&amp;')}">there</a></p>` })
  await expect.poll(() => editor.getContent()).toBe(`<p><a href="${target}">there</a></p>`)
})

test('a pasted anchor without an address is kept as an anchor', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': '<p><a name="_Toc1">Chapter</a></p>' })
  await expect.poll(() => editor.root.textContent).toBe('Chapter')
  expect(editor.root.querySelector('a')).not.toBeNull()
  expect(editor.getContent()).toMatch(/^<p><a[^>]*>Chapter<\/a><\/p>$/)
})

test.each([
  [
    'Word',
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment--><h1>Ports<o:p></o:p></h1>' +
      '<h2>North</h2><p class=MsoNormal>Ice</p><h3>Winter</h3><h4>January</h4><h5>Nights</h5><!--EndFragment--></body></html>',
  ],
  [
    'Google Docs',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><h1 dir="ltr"><span>Ports</span></h1><h2 dir="ltr"><span>North</span></h2>' +
      '<p dir="ltr"><span>Ice</span></p><h3><span>Winter</span></h3><h4><span>January</span></h4><h5><span>Nights</span></h5></b>',
  ],
])('headings pasted from %s begin below the title of the article', async (_, html) => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': html })
  await expect
    .poll(() => editor.getContent())
    .toBe('<h2>Ports</h2><h3>North</h3><p>Ice</p><h4>Winter</h4><h4>January</h4><h5>Nights</h5>')
})

test('pasted headings without one of the first level stay as they are', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': '<h2>North</h2><p>Ice</p><h3>Winter</h3>' })
  await expect.poll(() => editor.getContent()).toBe('<h2>North</h2><p>Ice</p><h3>Winter</h3>')
})

test('text from Word loses its dress and keeps its lists', async () => {
  const editor = open()
  editor.focus()
  give(editor, {
    'text/html': `<html><body><!--StartFragment--><p class=MsoNormal style='margin:0'><span style='font-family:Calibri;font-weight:bold'>Bold</span> text<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>One</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>Inner</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>Two</p><!--EndFragment--></body></html>`,
  })
  await expect
    .poll(() => editor.getContent())
    .toBe('<p><strong>Bold</strong> text</p><ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>')
})

test('text from Google Docs is not bold all over', async () => {
  const editor = open()
  editor.focus()
  give(editor, {
    'text/html': `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400">Plain </span><span style="font-weight:700">bold</span></p></b>`,
  })
  await expect.poll(() => editor.getContent()).toBe('<p>Plain <strong>bold</strong></p>')
})
