import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { give, open, write } from './testing/writing.ts'

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

test('words that are cut keep their colour where they are pasted', async () => {
  const editor = open('<p>A <span style="color: rgb(204, 0, 0);">red</span> word.</p>')
  await write(editor, '{Control>}a{/Control}')
  const clipboardData = new DataTransfer()
  editor.root.dispatchEvent(new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => editor.root.textContent).toBe('')
  give(editor, { 'text/html': clipboardData.getData('text/html') })
  await expect.poll(() => editor.getContent()).toBe('<p>A <span style="color: rgb(204, 0, 0);">red</span> word.</p>')
})

test('a pasted anchor without an address, which has lost its name, does not look like a link', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/html': '<p><a name="_Toc1">Chapter</a></p>' })
  await expect.poll(() => editor.getContent()).toBe('<p>Chapter</p>')
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

const PLAYER =
  /^<p>Before<\/p><iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?start=90"[^>]*><\/iframe>$/

test('the address of a video on an empty line is the video; undo makes it a link, and one writes on below it', async () => {
  const editor = open('<p>Before</p>')
  const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s'
  editor.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}')
  give(editor, { 'text/plain': `${address}\n` })
  await expect.poll(() => editor.getContent()).toMatch(PLAYER)
  await userEvent.keyboard('{Control>}z{/Control}')
  const linked = address.replace('&', '&amp;')
  await expect.poll(() => editor.getContent()).toBe(`<p>Before</p><p><a href="${linked}">${linked}</a></p>`)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.poll(() => editor.getContent()).toMatch(PLAYER)
  await userEvent.keyboard('After')
  await expect.poll(() => editor.getContent()).toMatch(/<\/iframe><p>After<\/p>$/)
})

test('the dialog of players refuses a channel with a reason, and takes a video of it', async () => {
  const editor = open()
  await write(editor, '/video')
  await page.getByRole('option', { name: /Video or embed/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Video or embed' })
  const address = dialog.getByLabelText('Address of the video or player')
  await address.fill('https://www.youtube.com/@nasa')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      'This is a page, not a player. Take the address of one video, sound or map, or set a link to the page.',
    )
  expect(editor.getContent()).not.toContain('iframe')
  await address.fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect.poll(() => editor.getContent()).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
})

test.each([
  ['in a sentence', '<p>See </p>', { 'text/plain': 'https://vimeo.com/76979871' }],
  ['in a list', '<ul><li></li></ul>', { 'text/plain': 'https://vimeo.com/76979871' }],
  ['with words of its own', '<p></p>', { 'text/plain': 'A film https://vimeo.com/76979871' }],
  ['of a channel', '<p></p>', { 'text/plain': 'https://www.youtube.com/@acme' }],
  [
    'below other words',
    '<p></p>',
    { 'text/plain': 'https://vimeo.com/76979871', 'text/html': '<a href="https://vimeo.com/76979871">Our film</a>' },
  ],
])('an address %s stays a link', async (_, html, data) => {
  const editor = open(html)
  editor.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
  give(editor, data)
  await expect.poll(() => editor.getContent()).toMatch(/<a href="https:\/\/(?:vimeo|www\.youtube)/)
  expect(editor.getContent()).not.toContain('iframe')
})

test('an unlisted video keeps its key', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': 'https://vimeo.com/76979871/ab12cd34ef' })
  await expect.poll(() => editor.getContent()).toContain('src="https://player.vimeo.com/video/76979871?h=ab12cd34ef"')
})

const BLOCKS = `<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">North</h3>
<!-- /wp:heading -->

<!-- wp:paragraph {"align":"center"} -->
<p class="has-text-align-center">Ice on <strong>the</strong> river.</p>
<!-- /wp:paragraph -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>Oars</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Sails</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:table -->
<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Port</th></tr></thead><tbody><tr><td>Hull</td></tr></tbody></table></figure>
<!-- /wp:table -->

<!-- wp:embed {"url":"https://youtu.be/dQw4w9WgXcQ","type":"video"} -->
<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">
https://youtu.be/dQw4w9WgXcQ
</div><figcaption class="wp-element-caption">A film</figcaption></figure>
<!-- /wp:embed -->

<!-- wp:embed {"url":"https://example.com/post"} -->
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://example.com/post
</div></figure>
<!-- /wp:embed -->

<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link" href="https://example.com/buy">Buy</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->

<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->

<!-- wp:latest-posts /-->

<!-- wp:paragraph -->
<p>End.</p>
<!-- /wp:paragraph -->`

test('text from the code editor of WordPress is its blocks, and undo gives the text', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': BLOCKS })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<h3>North</h3><p style="text-align: center;">Ice on <strong>the</strong> river.</p><ul><li>Oars</li><li>Sails</li></ul>' +
        '<table><thead><tr><th>Port</th></tr></thead><tbody><tr><td>Hull</td></tr></tbody></table>' +
        '<figure><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="560" height="315" allowfullscreen=""></iframe><figcaption>A film</figcaption></figure>' +
        '<p><a href="https://example.com/post">https://example.com/post</a></p><p><a href="https://example.com/buy">Buy</a></p><hr><p>End.</p>',
    )
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.root.textContent).toContain('<!-- wp:heading {"level":3} -->')
  expect(editor.root.querySelector('h3')).toBeNull()
})

test('a sentence about the code of WordPress stays a sentence', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': 'A paragraph begins with <!-- wp:paragraph --> there.' })
  await expect.poll(() => editor.root.textContent).toBe('A paragraph begins with <!-- wp:paragraph --> there.')
})

test.each([
  [
    'Word',
    (text: string) => `<html><body><!--StartFragment--><span lang=EN-GB>${text}</span><!--EndFragment--></body></html>`,
  ],
  [
    'Word as a paragraph',
    (text: string) => `<html><body><p class=MsoNormal><span lang=EN-GB>${text}</span></p></body></html>`,
  ],
  ['Google Docs', (text: string) => `<b style="font-weight:normal" id="docs-internal-guid-1"><span>${text}</span></b>`],
  ['a web page', (text: string) => `<meta charset='utf-8'><span style="color: rgb(0, 0, 0);">${text}</span>`],
])('spaces around words that are pasted from %s in pieces stay', async (_, html) => {
  const editor = open()
  await write(editor, 'One')
  for (const text of [' two ', 'red\t', 'words']) give(editor, { 'text/html': html(text), 'text/plain': text })
  await expect.poll(() => editor.getContent()).toBe('<p>One two red words</p>')
})

test('NUL and half a character that come with a copy do not get into what is to be stored', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': 'From a\0 broken \ud83d file, 好\u{1f600}' })
  await expect.poll(() => editor.getContent()).toBe('<p>From a broken \ufffd file, 好\u{1f600}</p>')
})
