import { afterEach, expect, test, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page, userEvent } from 'vitest/browser'
import { openEditor } from './testing/open-editor.ts'

const opened = new Set<ReturnType<typeof openEditor>>()
afterEach(async () => {
  for (const editor of opened) editor.remove()
  opened.clear()
  await page.viewport(1280, 800)
})

function open(html: string, width?: number) {
  const editor = openEditor(html)
  opened.add(editor)
  if (width) editor.host.style.width = `${width}px`
  return editor
}

const TABLE = '<table><tbody><tr><td>c</td></tr></tbody></table>'
const WIDE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"/>')}`
const box = (of: Element) => of.getBoundingClientRect()

test.each([680, 300])('in %i pixels every tool is in the toolbar or under More tools', async (width) => {
  const editor = open('<p>x</p>', 1200)
  const bar = editor.host.querySelector<HTMLElement>('[role=toolbar]')!
  const shown = () =>
    [...bar.querySelectorAll('button')]
      .filter((button) => button.offsetParent)
      .map((button) => button.getAttribute('aria-label') ?? '')
  const all = shown()
  expect(all).not.toContain('More tools')
  editor.host.style.width = `${width}px`
  await expect.poll(shown).toContain('More tools')
  expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth)
  await page.getByRole('button', { name: 'More tools' }).click()
  const inMenu = [...editor.host.querySelectorAll('.cde-menu-item')].map((item) => item.textContent)
  expect([...shown(), ...inMenu].filter((name) => name !== 'More tools').toSorted()).toEqual(all.toSorted())
  editor.host.style.width = '1200px'
  await expect.poll(shown).toEqual(all)
})

test('a folded tool works with the keyboard, also one that opens a menu', async () => {
  const editor = open('<p>x</p>', 300)
  editor.focus()
  await userEvent.keyboard('{Alt>}{F10}{/Alt}{End}{Enter}')
  await page.getByRole('menuitem', { name: 'Alignment' }).click()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await page.getByRole('menuitemradio', { name: /^Centre/ }).click()
  await expect.poll(() => editor.getContent()).toContain('text-align: center')
})

test('Tab leaves the text without stopping in a task, and Alt+Enter ticks it', async () => {
  const editor = open(
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="false">do</li></ul><pre><code>x</code></pre><p>end</p>',
  )
  await page.elementLocator(editor.root.querySelector('li p')!).click()
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}')
  await expect.poll(() => editor.getContent()).toContain('data-checked="true"')
  await page.elementLocator(editor.root.querySelector('input')!).click()
  await expect.poll(() => editor.getContent()).toContain('data-checked="false"')
  await page.elementLocator(editor.root.querySelector('p:last-child')!).click()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement?.matches('input,select')).toBe(false)
})

test('Alt+F10 in code goes to its language, Escape returns to the text', async () => {
  const editor = open('<pre><code>x</code></pre>')
  await page.elementLocator(editor.root.querySelector('code')!).click()
  await userEvent.keyboard('{Alt>}{F10}{/Alt}')
  await expect.poll(() => document.activeElement?.localName).toBe('select')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(editor.root)
})

test.each([
  ['a table', `<p>above</p>${TABLE}<p>below</p>`, 'td'],
  ['a large picture', `<p>above</p><figure><img src="${WIDE}" alt="a"></figure><p>below</p>`, '.cde-picture'],
  [
    'a small picture',
    `<p>above</p><figure><img src="${WIDE}" alt="a" width="40"></figure><p>below</p>`,
    '.cde-picture',
  ],
])('the tools of %s cover no text', async (_, html, target) => {
  const editor = open(html)
  await page.elementLocator(editor.root.querySelector(target)!).click()
  const tools = editor.host.querySelector<HTMLElement>('.cde-context')!
  await expect.poll(() => tools.hidden).toBe(false)
  const isClear = (of: Element) => box(of).bottom <= box(tools).top || box(of).top >= box(tools).bottom
  await expect.poll(() => [...editor.root.querySelectorAll('p, td')].every(isClear)).toBe(true)
})

test('the tools of a table that reaches below the screen are on the screen, but not on the line one writes', async () => {
  const editor = open(`<table><tbody>${'<tr><td>c</td></tr>'.repeat(60)}</tbody></table>`)
  const [first] = editor.root.querySelectorAll('td')
  await page.elementLocator(first!).click()
  const tools = editor.host.querySelector<HTMLElement>('.cde-context')!
  await expect.poll(() => tools.hidden).toBe(false)
  await expect.poll(() => box(tools).bottom <= window.innerHeight).toBe(true)
  expect(box(tools).top).toBeGreaterThanOrEqual(box(first!.firstElementChild!).bottom - 4)
})

test('while a picture scrolls away, its tools stay below the toolbar, and never lie over it', async () => {
  const editor = open(
    `<p>above</p><figure><img src="${WIDE}" alt="a" width="600"></figure>${'<p>below</p>'.repeat(60)}`,
  )
  const picture = editor.root.querySelector('.cde-picture')!
  await page.elementLocator(picture).click()
  const tools = editor.host.querySelector<HTMLElement>('.cde-context')!
  await expect.poll(() => tools.hidden).toBe(false)
  const bar = editor.host.querySelector('.cde-top')!
  window.scrollBy(0, box(picture).top + 120)
  await expect.poll(() => box(picture).top).toBeLessThan(0)
  await expect.poll(() => box(tools).top).toBeGreaterThanOrEqual(box(bar).bottom)
  expect(box(tools).bottom).toBeLessThanOrEqual(box(picture).bottom)
  window.scrollBy(0, 200)
  // Where the picture leaves no room, the toolbar covers its tools.
  const { left, top, height } = box(tools)
  await expect
    .poll(
      () =>
        box(tools).top < box(bar).bottom ||
        document.elementFromPoint(left + 8, top + height / 2)?.closest('.cde-context') !== null,
    )
    .toBe(true)
  const at = document.elementFromPoint(box(bar).left + 20, box(bar).bottom - 10)
  expect(at?.closest('.cde-top')).not.toBeNull()
  window.scrollTo(0, 0)
})

test('the tools of a picture stay with it when the pictures around it are loaded later', async () => {
  const late = (alt: string) => `<figure><img src="/not-there-yet-${alt}.png" alt="${alt}"></figure>`
  const editor = open(`<p>above</p>${late('one')}${late('two')}<p>below</p>`, 680)
  const [first, second] = [...editor.root.querySelectorAll('.cde-picture')]
  await page.elementLocator(second!).click()
  const tools = editor.host.querySelector<HTMLElement>('.cde-context')!
  await expect.poll(() => tools.hidden).toBe(false)
  // Of the same kind as loading: the text becomes higher, and nothing else happens.
  for (const image of editor.root.querySelectorAll('img')) image.src = WIDE
  await expect.poll(() => box(first!).height).toBeGreaterThan(300)
  await expect.poll(() => box(tools).top >= box(second!).top).toBe(true)
  expect(box(tools).bottom).toBeLessThanOrEqual(box(second!).bottom)
})

test('what is typed right after a tool was used goes into the text, however late the browser draws', async () => {
  const editor = open('<p>x</p>')
  editor.focus()
  const button = editor.host.querySelector<HTMLElement>('.cde-toolbar [aria-label="Table"]')!
  button.focus()
  vi.stubGlobal('requestAnimationFrame', () => 0)
  try {
    button.click()
    await Promise.resolve()
    expect(document.activeElement).toBe(editor.root)
  } finally {
    vi.unstubAllGlobals()
  }
  await userEvent.keyboard('Month')
  await expect.poll(() => editor.getContent()).toMatch(/<th[^>]*>(<p>)?Month/)
})

/** Boxes and runs of text that the browser has made for layout, in the whole page. */
async function countLayoutObjects() {
  await cdp().send('Performance.enable')
  await cdp().send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp().send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'LayoutObjects')!.value
}

test('a long article is never laid out as a whole, not even before the first frame that shows it', async () => {
  const editor = open('<p>short</p>')
  const farAway = () => getComputedStyle(editor.root.children[editor.root.children.length >> 1]!).contentVisibility
  expect(farAway()).toBe('visible')
  editor.focus()
  const before = await countLayoutObjects()
  editor.setContent('<p>One of very many lines of a long article.</p>'.repeat(2000))
  expect(farAway()).toBe('auto')
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  // A box for each paragraph, and text only for those near the screen. A paragraph that was laid out once costs time at
  // every key, however far away it is.
  expect((await countLayoutObjects()) - before).toBeLessThan(3000)
  editor.setContent('<p>short</p>')
  expect(farAway()).toBe('visible')
})

test('a paragraph in Arabic begins at the right without a word of that in the article', () => {
  const editor = open('<p>مرحبا</p><p>hello</p>')
  const [arabic, english] = editor.root.querySelectorAll('p')
  const textOf = (paragraph: Element) => {
    const range = document.createRange()
    range.selectNodeContents(paragraph)
    return range.getBoundingClientRect()
  }
  expect(textOf(arabic!).right).toBeCloseTo(box(arabic!).right, 0)
  expect(textOf(english!).left).toBeCloseTo(box(english!).left, 0)
  expect(editor.getContent()).toBe('<p>مرحبا</p><p>hello</p>')
})
