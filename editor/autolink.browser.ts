import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openEditor } from './testing/open-editor.ts'

let editor: ReturnType<typeof openEditor> | undefined
afterEach(() => {
  editor?.remove()
  editor = undefined
})

async function write(keys: string) {
  if (!editor) {
    editor = openEditor()
    editor.focus()
    await expect.poll(() => document.activeElement).toBe(editor!.root)
  }
  await userEvent.keyboard(keys)
}

function give(data: Record<string, string>) {
  const clipboardData = new DataTransfer()
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
  editor!.root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const links = () =>
  [...editor!.root.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test.each([
  ['as text', { 'text/plain': 'one' }, 'First.one'],
  ['as paragraphs', { 'text/html': '<p>one</p><p>two</p>' }, 'First.onetwo'],
  ['with a space behind', { 'text/plain': 'com ' }, 'First.com '],
  ['of a whole line', { 'text/plain': 'com\n' }, 'First.com'],
])('typed and pasted text is not joined into a link: %s', async (_, data, text) => {
  await write('First.')
  give(data)
  await expect.poll(() => editor!.root.textContent).toBe(text)
  await write(' ')
  await expect.poll(() => editor!.root.textContent).toBe(`${text} `)
  expect(links()).toEqual([])
})

test('what is typed behind a pasted word is not joined with it either', async () => {
  await write(' ')
  give({ 'text/plain': 'example' })
  await write('.com ')
  await expect.poll(() => editor!.root.textContent).toContain('example.com ')
  expect(links()).toEqual([])
})

test('a pasted address is a link', async () => {
  await write('see ')
  give({ 'text/plain': 'example.com and https://example.org/a' })
  await expect.poll(links).toEqual(['example.com https://example.com', 'https://example.org/a https://example.org/a'])
})

test('what is pasted behind a typed scheme is an address', async () => {
  await write('https://')
  give({ 'text/plain': 'example.net' })
  await expect.poll(links).toEqual(['example.net https://example.net'])
})

test.each([
  ['example.com', 'https://example.com'],
  ['www.bbc.co.uk', 'https://www.bbc.co.uk'],
  ['zeit.de/kultur', 'https://zeit.de/kultur'],
  ['sohu.cn', 'https://sohu.cn'],
  ['www.first.one', 'https://www.first.one'],
  ['news.orf.at', 'https://news.orf.at'],
  ['https://first.one', 'https://first.one'],
  ['ada@first.one', 'mailto:ada@first.one'],
])('%s becomes a link while typing', async (text, href) => {
  await write(`${text} `)
  await expect.poll(links).toEqual([`${text} ${href}`])
})

test.each([
  'First.one',
  'end.it',
  'ready.so',
  'README.md',
  'start.sh',
  'main.rs',
  'end.The',
  'open.now',
  'it.is',
  'a.zip',
])('%s is no link while typing', async (text) => {
  await write(`${text} `)
  await expect.poll(() => editor!.root.textContent).toBe(`${text} `)
  expect(links()).toEqual([])
})

test.each([
  ['https://example.com。', 'https://example.com'],
  ['https://example.com/a，然后', 'https://example.com/a'],
  ['https://example.com/a（官网）', 'https://example.com/a'],
])('a typed address ends before full-width punctuation: %s', async (text, address) => {
  await write(`${text} `)
  await expect.poll(() => editor!.root.textContent).toBe(`${text} `)
  expect(links()).toEqual([`${address} ${address}`])
})

test.each([
  ['请看https://example.com/a的文章', ['https://example.com/a']],
  ['https://example.com/a?b=1&c=2这里', ['https://example.com/a?b=1&c=2']],
  [
    '请看：https://example.com/a、https://example.com/b和https://example.com/c。',
    ['a', 'b', 'c'].map((path) => `https://example.com/${path}`),
  ],
  ['ニュースはhttps://example.com/aで', ['https://example.com/a']],
])('an address in text without spaces is its run of letters, typed and pasted: %s', async (text, addresses) => {
  await write(`${text} `)
  await expect.poll(() => editor!.root.textContent).toBe(`${text} `)
  const wanted = addresses.map((address) => `${address} ${address}`)
  expect(links()).toEqual(wanted)
  await write('{Enter}')
  give({ 'text/plain': text })
  await expect.poll(links).toEqual([...wanted, ...wanted])
})

test('an address without a scheme is found among Chinese words, too, and a file or a number is none', async () => {
  await write('访问www.example.com查看，写信到ada@example.com，打开README.md和3.5 ')
  await expect
    .poll(links)
    .toEqual(['www.example.com https://www.example.com', 'ada@example.com mailto:ada@example.com'])
})

test('pasted onto chosen words it is their address as a whole', async () => {
  await write('bridge')
  await userEvent.keyboard('{Shift>}{Home}{/Shift}')
  give({ 'text/plain': 'https://example.com/wiki/北京' })
  await expect.poll(links).toEqual(['bridge https://example.com/wiki/北京'])
})

test('a host of other letters stays whole', async () => {
  await write(' ')
  give({ 'text/plain': 'https://例子.测试/路径' })
  await expect.poll(links).toEqual(['https://例子.测试/路径 https://例子.测试/路径'])
})

test('so does a pasted one', async () => {
  await write(' ')
  give({
    'text/plain':
      '见https://example.com/a。（https://example.com/b）“https://example.com/c”、https://example.com/d！完',
  })
  await expect
    .poll(links)
    .toEqual(['a', 'b', 'c', 'd'].map((path) => `https://example.com/${path} https://example.com/${path}`))
})

test('pasted onto chosen words it is their address, without the full stop', async () => {
  await write('bridge')
  await userEvent.keyboard('{Shift>}{Home}{/Shift}')
  give({ 'text/plain': 'https://example.com/a。' })
  await expect.poll(links).toEqual(['bridge https://example.com/a'])
})

test('a pasted link keeps its end and its address', async () => {
  await write(' ')
  give({ 'text/html': '<p><a href="https://example.com/a?b=1">example.com/a</a>。见https://example.org</p>' })
  await expect
    .poll(links)
    .toEqual(['example.com/a https://example.com/a?b=1', 'https://example.org https://example.org'])
})
