import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EditorConfig, PickedImage } from './config.ts'
import { chosenInstead, picture } from './testing/paste.ts'
import { give, open, opened, write } from './testing/writing.ts'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const DATA_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const WORD_PICTURE =
  '<p class=MsoNormal>before</p><p class=MsoNormal><![if !vml]><img width=320 height=200 src="file:///C:/Users/E/Temp/clip_image002.png" alt="The pier"><![endif]></p><p class=MsoNormal>after</p>'

const OUTSIDE = 'https://lh7-rt.googleusercontent.com/docsz/abc?key=1'

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

test('a picture that takes the line with the cursor leads it to its caption, not in front of the next paragraph', async () => {
  const editor = open('<p>x</p><p></p><p>y</p>', { uploadImage: async () => ({ src: '/media/1.webp', alt: '' }) })
  await page.elementLocator(editor.root.querySelectorAll('p')[1]!).click()
  give(editor, {}, [picture()])
  await expect.poll(() => editor.getContent()).toContain('<img')
  await userEvent.keyboard('on')
  await expect
    .poll(() => editor.getContent())
    .toBe('<p>x</p><figure><img src="/media/1.webp" alt=""><figcaption>on</figcaption></figure><p>y</p>')
})

test('a press on the handle of a picture without a move gives it no size', async () => {
  const editor = open(`<figure><img src="${PIXEL}" alt="x" style="width: 300px; height: 200px"></figure>`)
  const before = editor.getContent()
  await page.elementLocator(editor.host.querySelector('.cde-resize')!).click({ force: true })
  expect(editor.getContent()).toBe(before)
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
  await expect.element(page.getByRole('alert')).toHaveTextContent('river.png was not uploaded. Too large.')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => editor.getContent()).toBe('<figure><img src="/a.webp" alt=""></figure>')
})

test('a hundred uploads are not read out one after the other', async () => {
  const editor = open('', { uploadImage: () => new Promise(() => {}) })
  editor.focus()
  give(
    editor,
    {},
    Array.from({ length: 100 }, () => picture()),
  )
  await expect.poll(() => page.getByText('Uploading river.png').elements()).toHaveLength(100)
  const live = [...editor.root.querySelectorAll('[role=status], [role=alert], [aria-live]')]
  expect(live.filter(({ textContent }) => textContent.includes('river.png'))).toEqual([])
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

test('a part of a picture takes its place: the words, the alignment, the link and a width that was chosen stay', async () => {
  const part: PickedImage = { id: 'm2', src: `${PIXEL}#part`, alt: 'Of the library', width: 900, height: 300 }
  const cropImage = vi.fn(async (): Promise<PickedImage | null> => part)
  const figure = (rest: string) =>
    `<figure class="alignleft"><a href="https://example.com/"><img ${rest}></a><figcaption>At noon</figcaption></figure>`
  const open1 = figure(`src="${PIXEL}" alt="A lake" width="300" height="200" data-media-id="m1"`)
  const editor = open(`${open1}<p>x <img src="${PIXEL}#line" alt="In a line" data-media-id="m3"></p>`, { cropImage })
  const tool = page.getByRole('button', { name: 'Crop and rotate' })
  const crop = async (picture: Element) => {
    await page.elementLocator(picture).click()
    await tool.click()
  }
  const first = () => editor.host.querySelector('.cde-picture')!
  cropImage.mockResolvedValueOnce(null)
  await crop(first())
  await expect.poll(() => cropImage.mock.calls).toEqual([['m1']])
  expect(editor.getContent()).toContain(open1)
  await crop(first())
  const cut = figure(`src="${PIXEL}#part" alt="A lake" width="900" height="300" data-media-id="m2"`)
  await expect.poll(() => editor.getContent()).toContain(cut)
  await expect.element(editor.root).toHaveFocus()

  await page.getByRole('button', { name: 'Image details' }).click()
  await page.getByRole('spinbutton', { name: 'Width in pixels' }).fill('250')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor.getContent()).toContain('width="250"')
  cropImage.mockResolvedValueOnce({ ...part, id: 'm4', src: `${PIXEL}#smaller` })
  await crop(first())
  await expect
    .poll(() => editor.getContent())
    .toContain(figure(`src="${PIXEL}#smaller" alt="A lake" width="250" data-media-id="m4"`))

  cropImage.mockResolvedValueOnce({ ...part, id: 'm5', src: `${PIXEL}#cut` })
  await crop(editor.root.querySelector('p img:not(.ProseMirror-separator)')!)
  await expect.poll(() => cropImage.mock.lastCall).toEqual(['m3'])
  await expect
    .poll(() => editor.getContent())
    .toContain(`<p>x <img data-media-id="m5" src="${PIXEL}#cut" alt="In a line"></p>`)
})

test('what is not of the library is not cropped, and nothing is where the page does not crop', async () => {
  const body = `<figure><img src="https://example.com/far.png" alt="far"></figure><p>x</p>`
  const editor = open(body, { cropImage: async () => null, pickImage: async () => null })
  await page.elementLocator(editor.host.querySelector('.cde-picture')!).click()
  const tools = page.getByRole('toolbar', { name: 'Image' })
  await expect.element(tools.getByRole('button', { name: 'Replace the image' })).toBeVisible()
  await expect.element(tools.getByRole('button', { name: 'Crop and rotate' })).not.toBeInTheDocument()
})
