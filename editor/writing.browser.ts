import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EditorConfig, PickedImage } from './config.ts'
import { openEditor } from './testing/open-editor.ts'
import { chosenInstead, picture } from './testing/paste.ts'

const opened = new Set<ReturnType<typeof openEditor>>()
afterEach(() => {
  for (const editor of opened) editor.remove()
  opened.clear()
  delete document.documentElement.dataset.mantineColorScheme
})

function open(html = '', config: EditorConfig = {}) {
  const editor = openEditor(html, config)
  opened.add(editor)
  return editor
}

async function write(editor: ReturnType<typeof openEditor>, keys: string) {
  editor.focus()
  await expect.poll(() => document.activeElement).toBe(editor.root)
  await userEvent.keyboard(keys)
}

function give(editor: ReturnType<typeof openEditor>, data: Record<string, string>, files: File[] = []) {
  const clipboardData = new DataTransfer()
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
  for (const file of files) clipboardData.items.add(file)
  editor.root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

test.each([
  ['## Title', '<h2>Title</h2>'],
  ['- one', '<ul><li>one</li></ul>'],
  ['1. one', '<ol><li>one</li></ol>'],
  ['> said', '<blockquote><p>said</p></blockquote>'],
  ['**bold** ', '<p><strong>bold</strong> </p>'],
  ['[[ ] task', '<ul data-type="taskList"><li data-checked="false" data-type="taskItem">task</li></ul>'],
])('typing %s makes what Markdown makes of it', async (keys, html) => {
  const editor = open()
  await write(editor, keys)
  await expect.poll(() => editor.getContent()).toBe(html)
})

test.each([
  ['the [[bridge](https://example.com/a_(b)) ', '<p>the <a href="https://example.com/a_(b)">bridge</a> </p>'],
  ['[[mail](ada@example.com) ', '<p><a href="mailto:ada@example.com">mail</a> </p>'],
  ['[[here](/a/b) ', '<p><a href="/a/b">here</a> </p>'],
  ['[[site](example.com) ', '<p><a href="https://example.com">site</a> </p>'],
  ['[[bad](javascript:alert) ', '<p>[bad](javascript:alert) </p>'],
  ['[[bad](data:text/html,x) ', '<p>[bad](data:text/html,x) </p>'],
])('typing %s makes the link that it says, or none', async (keys, html) => {
  const editor = open()
  await write(editor, keys)
  await expect.poll(() => editor.getContent()).toBe(html)
})

test('a link in pasted Markdown becomes a link, and a dangerous one stays text', async () => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': 'See [the plan](https://example.com/plan) and [this](javascript:alert(1)).' })
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>See <a href="https://example.com/plan">the plan</a> and [this](javascript:alert(1)).</p>')
})

test('the slash menu finds a block by name and inserts it', async () => {
  const editor = open()
  await write(editor, '/divi')
  await expect.element(page.getByRole('option', { name: 'Divider' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor.getContent()).toContain('<hr>')
  expect(editor.root.textContent).toBe('')
})

test('the slash menu finds the media library by the word picture, too', async () => {
  const editor = open('', { pickImage: async () => null })
  await write(editor, '/picture')
  await expect.element(page.getByRole('option', { name: 'From the media library' })).toBeVisible()
})

test('Alt+F10 goes to the toolbar, arrows move in it, Escape returns to the text', async () => {
  const editor = open('<p>x</p>')
  await write(editor, '{Alt>}{F10}{/Alt}')
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  await expect.poll(() => toolbar.element().contains(document.activeElement)).toBe(true)
  const first = document.activeElement
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).not.toBe(first)
  expect(toolbar.element().querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(editor.root)
})

test('a link is made with the keyboard, with rel and target', async () => {
  const editor = open('<p>word</p>')
  await write(editor, '{Control>}a{/Control}{Control>}k{/Control}')
  await userEvent.keyboard('example.com/page{Tab} {Enter}')
  await expect
    .poll(() => editor.getContent())
    .toBe('<p><a target="_blank" rel="noopener" href="https://example.com/page">word</a></p>')
})

test('a link with nothing selected inserts its text', async () => {
  const editor = open('<p>see</p>')
  await write(editor, '{Control>}{End}{/Control} {Control>}k{/Control}')
  await userEvent.keyboard('example.com/a{Tab}the plan{Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p>see <a href="https://example.com/a">the plan</a></p>')
})

test('a link without a text shows its address', async () => {
  const editor = open('<p>see</p>')
  await write(editor, '{Control>}{End}{/Control} {Control>}k{/Control}')
  await userEvent.keyboard('example.com/b{Enter}')
  await expect
    .poll(() => editor.getContent())
    .toContain('<a href="https://example.com/b">https://example.com/b</a></p>')
})

test.each([
  [
    'a picture',
    `<figure><img src="${PIXEL}" alt="x"></figure>`,
    '.cde-picture',
    `<a href="https://example.com/a"><img`,
  ],
  ['a divider', '<hr><p>x</p>', 'hr', '<hr><p><a href="https://example.com/a">'],
])('a link for %s that is chosen does not close without doing anything', async (_, html, chosen, result) => {
  const editor = open(html)
  editor.focus()
  await page.elementLocator(editor.host.querySelector(chosen)!).click()
  await expect.poll(() => editor.host.querySelector('.ProseMirror-selectednode')).not.toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('example.com/a{Enter}')
  await expect.poll(() => editor.getContent()).toContain(result)
})

test('a link to a script is refused with a reason', async () => {
  const editor = open('<p>word</p>')
  await write(editor, '{Control>}k{/Control}')
  await userEvent.keyboard('javascript:alert(1){Enter}')
  await expect.element(page.getByText(/^Enter a web address/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(editor.getContent()).toBe('<p>word</p>')
})

test('a pasted picture is uploaded, shows progress, and takes its place', async () => {
  const sent = Promise.withResolvers<{ src: string; alt: string; width: number; height: number; id: string }>()
  const editor = open('<p>before</p>', {
    uploadImage: (_, { onProgress }) => {
      onProgress(0.4)
      return sent.promise
    },
  })
  editor.focus()
  give(editor, {}, [picture()])
  const bar = page.getByRole('progressbar', { name: 'Uploading river.png' })
  await expect.element(bar).toBeVisible()
  expect((bar.element() as HTMLProgressElement).value).toBe(0.4)
  expect(editor.getContent()).toBe('<p>before</p>')
  sent.resolve({ src: '/media/1.webp', alt: 'River', width: 800, height: 600, id: 'm1' })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<p>before</p><figure><img src="/media/1.webp" alt="River" width="800" height="600" data-media-id="m1"></figure>',
    )
})

const DATA_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('pictures inside pasted HTML are uploaded, each in its place, and none stays as a data: address', async () => {
  const finish: ((image: PickedImage) => void)[] = []
  const uploadImage = vi.fn<NonNullable<EditorConfig['uploadImage']>>()
  uploadImage.mockImplementation(() => new Promise((resolve) => finish.push(resolve)))
  const editor = open('<p>before</p>', { uploadImage })
  await write(editor, '{Control>}{End}{/Control}')
  give(editor, {
    'text/html': `<p>one</p><figure><img src="${DATA_PNG}" alt="A river"><figcaption>The <b>river</b></figcaption></figure><p>two <img src="${DATA_PNG}"> three</p><p><img src="https://example.com/far.png" alt="far"></p>`,
  })
  await expect.poll(() => page.getByRole('progressbar').elements()).toHaveLength(2)
  expect(editor.getContent()).not.toContain('data:')
  const files = uploadImage.mock.calls.map(([file]) => file)
  expect(files.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
    { name: 'A river.png', type: 'image/png', size: 70 },
    { name: 'Image.png', type: 'image/png', size: 70 },
  ])
  expect([...new Uint8Array(await files[0]!.arrayBuffer())].slice(0, 4)).toEqual([137, 80, 78, 71])
  for (const [index, done] of finish.entries()) done({ src: `/media/${index}.webp`, alt: '' })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<p>beforeone</p><figure><img src="/media/0.webp" alt="A river"><figcaption>The river</figcaption></figure><p>two  three</p><figure><img src="/media/1.webp" alt=""></figure><p><img src="https://example.com/far.png" alt="far"></p>',
    )
})

test('a pasted picture alone takes the empty line, and undo takes the paste back', async () => {
  const editor = open('', { uploadImage: async () => ({ src: '/media/1.webp', alt: '' }) })
  await write(editor, ' ')
  give(editor, { 'text/html': `<img src="${DATA_PNG}">` })
  await expect.poll(() => editor.getContent()).toContain('<figure><img src="/media/1.webp" alt=""></figure>')
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('')
  expect(page.getByRole('progressbar').elements()).toHaveLength(0)
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

test('a data: picture that was in the article before stays when something else is pasted', async () => {
  const uploadImage = vi.fn()
  const editor = open(`<figure><img src="${PIXEL}" alt="old"></figure><p>x</p>`, { uploadImage })
  await write(editor, '{Control>}{End}{/Control}')
  give(editor, { 'text/html': '<p>new</p>' })
  await expect.poll(() => editor.getContent()).toContain('xnew')
  expect(editor.getContent()).toContain(PIXEL)
  expect(uploadImage).not.toHaveBeenCalled()
})

test('pictures given together stay in their order, whichever arrives first', async () => {
  const finish = new Map<string, (image: PickedImage) => void>()
  const editor = open('<p>x</p><p></p><p>y</p>', {
    uploadImage: (file) => new Promise((resolve) => finish.set(file.name, resolve)),
  })
  await page.elementLocator(editor.root.querySelectorAll('p')[1]!).click()
  give(
    editor,
    {},
    ['1', '2', '3', '4'].map((name) => picture(name)),
  )
  await expect.poll(() => finish.size).toBe(4)
  for (const name of ['3', '1', '4', '2']) {
    finish.get(name)!({ src: `/${name}.webp`, alt: '' })
    await expect.poll(() => editor.getContent()).toContain(`/${name}.webp`)
  }
  expect(editor.getContent().replaceAll(/<figure><img src="\/(\d).webp" alt=""><\/figure>/g, '$1')).toBe(
    '<p>x</p>1234<p>y</p>',
  )
})

test.each([
  [
    'https://www.google.com/url?q=https://example.com/a%3Fb%3D1%26c%3D2&sa=D&source=editors&ust=1',
    'https://example.com/a?b=1&amp;c=2',
  ],
  ['http://google.com/url?sa=D&q=http%3A%2F%2Fexample.com%2F', 'http://example.com/'],
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

test('pictures given together stay in their order when one fails and is tried again after all others', async () => {
  const finish = new Map<string, (image: PickedImage) => void>()
  const fail = new Map<string, (error: Error) => void>()
  const editor = open('<p>x</p>', {
    uploadImage: (file) =>
      new Promise((resolve, reject) => {
        finish.set(file.name, resolve)
        fail.set(file.name, reject)
      }),
  })
  await write(editor, '{Control>}{End}{/Control}')
  give(
    editor,
    {},
    ['1', '2', '3', '4'].map((name) => picture(name)),
  )
  await expect.poll(() => finish.size).toBe(4)
  const arrive = async (name: string) => {
    finish.get(name)!({ src: `/${name}.webp`, alt: '' })
    await expect.poll(() => editor.getContent()).toContain(`/${name}.webp`)
  }
  fail.get('2')!(new Error('Too busy.'))
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  for (const name of ['4', '1', '3']) await arrive(name)
  await page.getByRole('button', { name: 'Retry' }).click()
  await arrive('2')
  expect(editor.getContent().replaceAll(/<figure><img src="\/(\d).webp" alt=""><\/figure>/g, '$1')).toBe('<p>x</p>1234')
})

test('a failed upload says so in its place, and Retry sends it again', async () => {
  const uploadImage = vi
    .fn()
    .mockRejectedValueOnce(new Error('Too large.'))
    .mockResolvedValueOnce({ src: '/a.webp', alt: '' })
  const editor = open('', { uploadImage })
  editor.focus()
  give(editor, {}, [picture()])
  await expect.element(page.getByText('river.png was not uploaded. Too large.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => editor.getContent()).toBe('<figure><img src="/a.webp" alt=""></figure>')
})

test('an upload that waits says so, is paused and resumed in its place, and keeps the keyboard there', async () => {
  const sent = Promise.withResolvers<PickedImage>()
  const paused = vi.fn()
  const resumed = vi.fn()
  const editor = open('<p>text</p>', {
    uploadImage: (_, { onProgress, onState }) => {
      const sending = () => onState({ pause: () => (paused(), onState({ note: 'Paused at 40%', resume: goOn })) })
      const goOn = () => (resumed(), sending())
      onProgress(0.4)
      sending()
      return sent.promise
    },
  })
  editor.focus()
  give(editor, {}, [picture()])
  await page.getByRole('button', { name: 'Pause' }).click()
  expect(paused).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Paused at 40%')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Pause' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Resume' })).toHaveFocus()
  expect((page.getByRole('progressbar').element() as HTMLProgressElement).value).toBe(0.4)
  await userEvent.keyboard('{Enter}')
  expect(resumed).toHaveBeenCalledOnce()
  await expect.element(page.getByText('Uploading river.png')).toBeVisible()
  expect(editor.getContent()).toBe('<p>text</p>')
  sent.resolve({ src: '/a.webp' })
  await expect.poll(() => editor.getContent()).toContain('/a.webp')
  await expect.poll(() => editor.root.contains(document.activeElement)).toBe(true)
})

test('what can never be taken is refused without Retry, and Remove leads back into the text', async () => {
  const tooLarge = Object.assign(new Error('Larger than 25 MB.'), { again: false })
  const editor = open('', { uploadImage: vi.fn().mockRejectedValue(tooLarge) })
  editor.focus()
  give(editor, {}, [picture()])
  await expect.element(page.getByText('river.png was not uploaded. Larger than 25 MB.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => editor.root.contains(document.activeElement)).toBe(true)
})

test('a dropped file that is no picture is refused in words, and the page stays', async () => {
  const uploadImage = vi.fn()
  const editor = open('<p>text</p>', { uploadImage })
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['%PDF'], 'report.pdf', { type: 'application/pdf' }))
  const line = editor.root.querySelector('p')!
  const { left, top } = line.getBoundingClientRect()
  const at = { clientX: left + 1, clientY: top + 1 }
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer, ...at })
  line.dispatchEvent(drop)
  expect(drop.defaultPrevented).toBe(true)
  await expect.element(page.getByText(/report.pdf is not an image that can be used here/)).toBeVisible()
  expect(uploadImage).not.toHaveBeenCalled()
})

test('a file that is no usable picture is refused by name', async () => {
  const editor = open('', { uploadImage: vi.fn() })
  editor.focus()
  give(editor, {}, [picture('logo.svg', 'image/svg+xml')])
  await expect.element(page.getByText(/logo.svg is not an image that can be used here/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  expect(editor.getContent()).toBe('')
})

test('one that failed is given up when the editor goes away, too', async () => {
  const signals: AbortSignal[] = []
  const editor = open('', {
    uploadImage: (_, { signal }) => {
      signals.push(signal)
      return Promise.reject(new Error('The server is busy.'))
    },
  })
  give(editor, {}, [picture()])
  await expect.element(page.getByText(/The server is busy/)).toBeVisible()
  editor.remove()
  opened.delete(editor)
  expect(signals[0]!.reason).toBe('editor gone')
})

test('an upload is aborted when the editor goes away', async () => {
  const signals: AbortSignal[] = []
  const editor = open('', {
    uploadImage: (_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    },
  })
  give(editor, {}, [picture()])
  await expect.poll(() => signals.length).toBe(1)
  editor.remove()
  opened.delete(editor)
  expect(signals[0]!.reason).toBe('editor gone')
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

const wordItem = (style: string, marker: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:${style}'><![if !supportLists]><span><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span></span><![endif]>${text}</p>`

test('a numbered list right after bullets stays numbered, and each keeps its nesting', async () => {
  const editor = open()
  editor.focus()
  give(editor, {
    'text/html': [
      wordItem('l0 level1 lfo1', '·', 'Bread'),
      wordItem('l0 level2 lfo1', 'o', 'Rye'),
      wordItem('l0 level1 lfo1', '·', 'Milk'),
      wordItem('l1 level1 lfo2', '1.', 'First'),
      wordItem('l1 level2 lfo2', 'a.', 'Part'),
      wordItem('l1 level1 lfo2', '2.', 'Second'),
      wordItem('l2 level1 lfo3', '1.', 'Another list'),
    ].join('\n'),
  })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<ul><li>Bread<ul><li>Rye</li></ul></li><li>Milk</li></ul><ol><li>First<ol><li>Part</li></ol></li><li>Second</li></ol><ol><li>Another list</li></ol>',
    )
})

const WORD_PICTURE =
  '<p class=MsoNormal>before</p><p class=MsoNormal><![if !vml]><img width=320 height=200 src="file:///C:/Users/E/Temp/clip_image002.png" alt="The pier"><![endif]></p><p class=MsoNormal>after</p>'

test('a picture of Word that the clipboard has no copy of is named in its place, with an offer to upload it', async () => {
  const uploadImage = vi.fn(async () => ({ src: '/media/1.webp', alt: '' }))
  const onPicturesLeft = vi.fn()
  const editor = open('', { uploadImage, onPicturesLeft })
  editor.focus()
  give(editor, { 'text/html': WORD_PICTURE })
  await expect.element(page.getByText(/^clip_image002.png could not be pasted/)).toBeVisible()
  expect(onPicturesLeft).toHaveBeenCalledExactlyOnceWith({ missing: 1, outside: 0, hosts: [] })
  expect(uploadImage).not.toHaveBeenCalled()
  await chosenInstead(page.getByRole('button', { name: 'Upload instead' }), picture('pier.png'))
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>before</p><figure><img src="/media/1.webp" alt="The pier"></figure><p>after</p>')
})

test.each([
  ['as a file', { 'text/html': WORD_PICTURE }, [picture('image.png')]],
  [
    'inside its RTF',
    {
      'text/html': WORD_PICTURE,
      'text/rtf':
        '{\\rtf1 {\\*\\shppict{\\pict{\\*\\picprop}\\pngblip 89504e47\n0d0a1a0a}}{\\nonshppict{\\pict\\wmetafile8 0100}}}',
    },
    [],
  ],
])('a picture of Word that the clipboard has %s is uploaded to its place', async (_, data, files) => {
  const uploadImage = vi.fn(async (_file: File) => ({ src: '/media/1.webp', alt: '' }))
  const onPicturesLeft = vi.fn()
  const editor = open('', { uploadImage, onPicturesLeft })
  editor.focus()
  give(editor, data as unknown as Record<string, string>, files)
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>before</p><figure><img src="/media/1.webp" alt="The pier"></figure><p>after</p>')
  const bytes = new Uint8Array(await uploadImage.mock.calls[0]![0].arrayBuffer())
  expect(Array.from(bytes.subarray(0, 4))).toEqual([137, 80, 78, 71])
  expect(onPicturesLeft).not.toHaveBeenCalled()
})

const OUTSIDE = 'https://lh7-rt.googleusercontent.com/docsz/abc?key=1'

test('a pasted picture on another site is told at once, and gets alt text, a caption, an upload, or goes', async () => {
  const uploadImage = vi.fn(async () => ({ src: '/media/2.webp', alt: '', id: 'm2' }))
  const onPicturesLeft = vi.fn()
  const editor = open('', { uploadImage, onPicturesLeft, pickImage: async () => null })
  editor.focus()
  give(editor, { 'text/html': `<p>one <img src="${OUTSIDE}" alt=""> two</p>` })
  await expect
    .poll(() => onPicturesLeft.mock.calls)
    .toEqual([[{ missing: 0, outside: 1, hosts: ['lh7-rt.googleusercontent.com'] }]])
  const image = () => editor.root.querySelector<HTMLElement>('.cde-outside, img:not(.ProseMirror-separator)')!
  // As the checklist does it: no pointer is involved.
  image().click()
  const tools = page.getByRole('toolbar', { name: 'Image' })
  await expect.element(tools.getByRole('button', { name: 'Replace the image' })).toBeVisible()
  await tools.getByRole('button', { name: 'Image details' }).click()
  await userEvent.keyboard('A pier{Enter}')
  await expect.poll(() => editor.getContent()).toContain('alt="A pier"')
  await chosenInstead(tools.getByRole('button', { name: 'Upload instead' }), picture('pier.png'))
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>one <img data-media-id="m2" src="/media/2.webp" alt="A pier"> two</p>')
  image().click()
  await expect.element(tools.getByRole('button', { name: 'Upload instead' })).not.toBeInTheDocument()
  await tools.getByRole('button', { name: 'Add a caption' }).click()
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>one </p><figure><img src="/media/2.webp" alt="A pier" data-media-id="m2"></figure><p> two</p>')
  await page.elementLocator(editor.host.querySelector('.cde-picture')!).click()
  await tools.getByRole('button', { name: 'Remove image' }).click()
  await expect.poll(() => editor.getContent()).not.toContain('<img')
})

test('text from Google Docs is not bold all over', async () => {
  const editor = open()
  editor.focus()
  give(editor, {
    'text/html': `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400">Plain </span><span style="font-weight:700">bold</span></p></b>`,
  })
  await expect.poll(() => editor.getContent()).toBe('<p>Plain <strong>bold</strong></p>')
})

test('a picture gets its alternative text in a dialog, and a place in the text', async () => {
  const editor = open(`<figure><img src="${PIXEL}" alt="" width="120" height="80"></figure><p>x</p>`)
  editor.focus()
  await page.elementLocator(editor.host.querySelector('.cde-picture')!).click()
  await expect.poll(() => editor.host.querySelector('.ProseMirror-selectednode .cde-picture')).not.toBeNull()
  await page.getByRole('button', { name: 'Image details' }).click()
  await userEvent.keyboard('A river{Enter}')
  await expect
    .poll(() => editor.getContent())
    .toBe(`<figure><img src="${PIXEL}" alt="A river" width="120" height="80"></figure><p>x</p>`)
  await page.getByRole('button', { name: 'Float left' }).click()
  await expect.poll(() => editor.getContent()).toContain('<figure class="alignleft">')
})

test('an alt text that a picture of the library gets is told to the page, one that it has is not', async () => {
  const onAltGiven = vi.fn()
  const editor = open(`<figure><img src="${PIXEL}" alt="" data-media-id="m1"></figure><p>x</p>`, { onAltGiven })
  const edit = async (alt: string) => {
    await page.elementLocator(editor.host.querySelector('.cde-picture')!).click()
    await page.getByRole('button', { name: 'Image details' }).click()
    await page.getByRole('textbox', { name: 'Alternative text' }).fill(alt)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => editor.getContent()).toContain(`alt="${alt}"`)
  }
  await edit('A river')
  expect(onAltGiven.mock.calls).toEqual([['m1', 'A river']])
  await edit('A river')
  await edit('')
  expect(onAltGiven).toHaveBeenCalledTimes(1)
})

test('tables grow by their tools', async () => {
  const editor = open()
  await write(editor, 'x')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('button', { name: 'Add row below' }).click()
  await page.getByRole('button', { name: 'Add column after' }).click()
  await expect.poll(() => editor.root.querySelectorAll('tr').length).toBe(4)
  expect(editor.root.querySelectorAll('tr')[0]!.children).toHaveLength(4)
})

test('find and replace changes every match, and undo brings them back', async () => {
  const editor = open('<p>cat and <b>c</b>at</p><p>Cat</p>')
  expect(editor.findText('cat')).toHaveLength(3)
  expect(editor.findText('cat', true)).toHaveLength(2)
  await write(editor, '{Control>}f{/Control}')
  await userEvent.keyboard('cat')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('dog')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => editor.root.textContent).toBe('dog and dogdog')
  await expect.element(page.getByText('3 replaced')).toBeVisible()
  await expect.element(page.getByText('No matches')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}{Control>}z{/Control}')
  await expect.poll(() => editor.root.textContent).toBe('cat and catCat')
})

test('the find bar is one line where there is room', async () => {
  await page.viewport(1440, 900)
  const editor = open('<p>cat</p>')
  // The width of the writing area beside the menu and the inspector.
  editor.host.style.width = '820px'
  await write(editor, '{Control>}f{/Control}')
  await userEvent.keyboard('cat')
  await expect.element(page.getByText('1 of 1')).toBeVisible()
  const bar = editor.host.querySelector('.cde-find')!
  const middles = [...bar.children].map((part) => {
    const { top, height } = part.getBoundingClientRect()
    return Math.round(top + height / 2)
  })
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
})

test('what is typed into the source is in the article, cleaned, and can be undone', async () => {
  const editor = open('<p>x</p>')
  const updates = vi.fn()
  editor.on('update', updates)
  await page.getByRole('button', { name: 'HTML source' }).click()
  await page.getByRole('textbox', { name: 'HTML source of the article' }).fill('<h2 onclick="x()">New</h2>')
  expect(editor.getContent()).toBe('<h2>New</h2>')
  expect(updates).toHaveBeenCalled()
  await page.getByRole('button', { name: 'HTML source' }).click()
  await write(editor, '{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('<p>x</p>')
})

test('full screen opens, and Escape leaves it', async () => {
  const editor = open('<p>x</p>')
  await page.getByRole('button', { name: 'Full screen' }).click()
  expect(getComputedStyle(editor.host.querySelector('.cde')!).position).toBe('fixed')
  await write(editor, '{Escape}')
  expect(getComputedStyle(editor.host.querySelector('.cde')!).position).toBe('relative')
})

test('words are counted, a Chinese character as one', async () => {
  const editor = open('<p>Two words 两个字</p>')
  expect(editor.words()).toEqual({ words: 5, characters: 11, minutes: 1 })
  await expect.element(page.getByText('5 words')).toBeVisible()
})

test('the count of characters says what it leaves out', async () => {
  open('<p>Two words</p>')
  await expect.element(page.getByText('8 characters without spaces')).toBeVisible()
})

test('texts come from the config', () => {
  const editor = open('', { messages: { bold: '加粗', words: (count) => `${count} 字` } })
  expect(editor.host.querySelector('[aria-label="加粗"]')).not.toBeNull()
})

test.each(['light', 'dark'])('axe finds nothing wrong in the %s theme', async (scheme) => {
  document.documentElement.dataset.mantineColorScheme = scheme
  document.body.style.background = scheme === 'dark' ? '#1c1b18' : '#fff'
  const editor = open(
    '<h2>Title</h2><p>Text <a href="/x">link</a> <mark>m</mark> <code>c</code> <span style="color: rgb(192, 40, 40);">red</span></p><ul data-type="taskList"><li data-type="taskItem" data-checked="true">done</li></ul><pre><code class="language-js">// note\nconst a = "b" + 1</code></pre><table><tr><th>h</th></tr><tr><td>c</td></tr></table><div class="callout callout-warning"><p>w</p></div><figure><img src="data:," alt="x"></figure><iframe src="https://www.youtube.com/embed/x" title="t"></iframe>',
  )
  const look = async () => {
    // A menu that is still fading in has half its contrast.
    await Promise.all(document.getAnimations().map((animation) => animation.finished))
    const { violations } = await axe.run(editor.host, { rules: { region: { enabled: false } } })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
    )
  }
  await write(editor, '{Control>}{End}{/Control}{Enter}/')
  expect(await look()).toEqual([])
  await userEvent.keyboard('{Escape}{Control>}f{/Control}')
  expect(await look()).toEqual([])
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  expect(await look()).toEqual([])
})

test('another picture takes the place of one in the text: alignment and caption stay', async () => {
  const river: PickedImage = { src: `${PIXEL}#river`, alt: 'A river', width: 300, height: 200 }
  const pickImage = vi.fn(async (): Promise<PickedImage | null> => river)
  const figure = `<figure class="alignleft"><img src="${PIXEL}" alt="A lake" width="300" height="200"><figcaption>At noon</figcaption></figure>`
  const editor = open(`${figure}<p>x</p>`, { pickImage })
  const replace = async () => {
    editor.focus()
    await page.elementLocator(editor.host.querySelector('.cde-picture')!).click()
    await expect.poll(() => editor.host.querySelector('.ProseMirror-selectednode .cde-picture')).not.toBeNull()
    await page.getByRole('button', { name: 'Replace the image' }).click()
  }
  await replace()
  await expect.poll(() => editor.getContent()).toContain('#river')
  const html = editor.getContent()
  expect(html).toContain('class="alignleft"')
  expect(html).toContain('<figcaption>At noon</figcaption>')
  expect(html).toContain('alt="A river"')
  expect(html).not.toContain('A lake')
  pickImage.mockResolvedValueOnce(null)
  await replace()
  await expect.poll(() => pickImage.mock.calls.length).toBe(2)
  expect(editor.getContent()).toBe(html)
})

test('a table that is inserted at the end is scrolled into view as a whole', async () => {
  await page.viewport(900, 500)
  const editor = open('<p>line</p>'.repeat(60))
  editor.focus()
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}')
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect
    .poll(() => {
      const { top = -1, bottom = Infinity } = editor.root.querySelector('table')?.getBoundingClientRect() ?? {}
      return top >= 0 && bottom <= window.innerHeight
    })
    .toBe(true)
})
