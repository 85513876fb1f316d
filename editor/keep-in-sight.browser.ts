import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EditorConfig, PickedImage } from './config.ts'
import { give, open } from './testing/writing.ts'

const WORDS = 'The quick brown fox jumps over the lazy dog near the old bridge. '
const text = (blocks: number) =>
  Array.from({ length: blocks }, (_, at) => `<p>${WORDS.repeat(at % 7)}Line ${at}.</p>`).join('')

/** The page around the editor scrolls, and what the console has above the text covers a part of it. */
async function openInPage(html: string, config: EditorConfig = {}) {
  await page.viewport(900, 600)
  const editor = open(html, config)
  const scroller = document.createElement('div')
  scroller.style.cssText = 'height: 560px; overflow-y: auto; --cde-sticky-top: 50px'
  editor.host.before(scroller)
  const before = document.createElement('div')
  before.style.height = '300px'
  scroller.append(before, editor.host)
  const remove = editor.remove
  editor.remove = () => {
    remove()
    scroller.remove()
  }
  editor.focus()
  return { editor, scroller }
}

/** Where the cursor is between the tools and the lower edge: 0 to 1 is in sight. */
function placeOf(scroller: HTMLElement, place: Range | Element = getSelection()!.getRangeAt(0)): number {
  const top = scroller.querySelector('.cde-top')!.getBoundingClientRect().bottom
  // Where a line is broken the cursor is in both lines.
  const inLine = [...place.getClientRects()].at(-1)
  // In an empty line it is as high as the line.
  const rect = inLine ?? (getSelection()!.anchorNode as Element).getBoundingClientRect()
  const { bottom } = scroller.getBoundingClientRect()
  return rect.top < top ? (rect.top - top) / 100 : (rect.bottom - top) / (bottom - top)
}
const expectSeen = async (place: () => number) => {
  await expect.poll(place).toBeGreaterThanOrEqual(0)
  await expect.poll(place).toBeLessThanOrEqual(1)
}

test('the cursor is seen below the tools after Ctrl+Home, an undo far above, and while it goes up', async () => {
  const { scroller, editor } = await openInPage(text(60))
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown>20/}')
  await userEvent.keyboard(' typed')
  await expect.poll(() => editor.root.textContent).toContain(' typed')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(() => scroller.scrollTop).toBeGreaterThan(1000)
  await expectSeen(() => placeOf(scroller))
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.root.textContent).not.toContain(' typed')
  await expectSeen(() => placeOf(scroller))
  await userEvent.keyboard('{Control>}{End}{/Control}{Control>}{Home}{/Control}')
  await expectSeen(() => placeOf(scroller))
})

test('of a long article the match that is looked for is on the screen', async () => {
  const { scroller, editor } = await openInPage(text(600))
  const around = editor.host.querySelector('.cde-page')!
  expect(around.classList.contains('is-long')).toBe(true)
  await userEvent.keyboard('{Control>}f{/Control}')
  for (const line of ['Line 457.', 'Line 118.', 'Line 371.']) {
    await page.getByRole('searchbox', { name: 'Find' }).fill('')
    await userEvent.keyboard(line)
    await expect.element(page.getByText('1 of 1')).toBeVisible()
    await expect.poll(() => editor.root.querySelector('.cde-match-current')?.textContent).toBe(line)
    await expectSeen(() => placeOf(scroller, editor.root.querySelector('.cde-match-current')!))
  }
})

test('PageDown and PageUp leave the cursor in sight: in a long article, and with the find bar below the tools', async () => {
  const { scroller, editor } = await openInPage(text(600))
  await userEvent.keyboard('{Control>}{Home}{/Control}{Control>}f{/Control}')
  await expect.element(page.getByRole('searchbox', { name: 'Find' })).toBeVisible()
  editor.focus()
  // On a busy machine.
  scroller.addEventListener('keydown', () => {
    const begin = performance.now()
    while (performance.now() - begin < 100);
  })
  const lines: string[] = []
  for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp']) {
    const before = getSelection()!.anchorNode
    await userEvent.keyboard(`{${key}}`)
    await expect.poll(() => getSelection()!.anchorNode).not.toBe(before)
    lines.push(getSelection()!.anchorNode!.textContent!)
    await expectSeen(() => placeOf(scroller))
  }
  expect(new Set(lines).size).toBeGreaterThan(3)
})

function picture(): PickedImage {
  const size = { width: 600, height: 300 }
  return { src: Object.assign(document.createElement('canvas'), size).toDataURL(), ...size }
}

/** An upload that takes until the picture arrives. */
function slowUpload() {
  const answer = Promise.withResolvers<PickedImage>()
  const arrive = () => answer.resolve(picture())
  return { uploadImage: () => answer.promise, arrive }
}
const quay = () => [new File(['quay'], 'quay.png', { type: 'image/png' })]
const heightIn = (scroller: HTMLElement, { top, bottom }: DOMRect) => {
  const edge = scroller.querySelector('.cde-top')!.getBoundingClientRect().bottom
  return Math.min(bottom, scroller.getBoundingClientRect().bottom) - Math.max(top, edge)
}
/** Nothing of it is below the lower edge or behind the tools. */
const expectWhole = async (scroller: HTMLElement, find: () => Element | null) =>
  expect
    .poll(() => {
      const rect = find()?.getBoundingClientRect()
      return rect && rect.height > 20 && rect.height - heightIn(scroller, rect) < 1
    })
    .toBe(true)

test.for([
  ['behind the last words', '{Control>}{End}{/Control}'],
  ['in an empty line at the end', '{Control>}{End}{/Control}{Enter}'],
  ['at the lower edge', '{Control>}{Home}{/Control}{ArrowDown>14/}{End}'],
] as const)('a picture that is pasted %s is seen as a whole, from its upload on', async ([, keys]) => {
  const { uploadImage, arrive } = slowUpload()
  const { scroller, editor } = await openInPage(text(60), { uploadImage })
  await userEvent.keyboard(keys)
  await expectSeen(() => placeOf(scroller))
  give(editor, {}, quay())
  await expectWhole(scroller, () => editor.root.querySelector('.cde-upload'))
  arrive()
  await expectWhole(scroller, () => editor.root.querySelector('figure img'))
})

test('a picture that arrives while its writer is elsewhere takes no one away', async () => {
  const { uploadImage, arrive } = slowUpload()
  const { scroller, editor } = await openInPage(text(60), { uploadImage })
  await userEvent.keyboard('{Control>}{End}{/Control}')
  give(editor, {}, quay())
  await expectWhole(scroller, () => editor.root.querySelector('.cde-upload'))
  await userEvent.keyboard('{Control>}{Home}{/Control}typed')
  const before = scroller.scrollTop
  arrive()
  await expect.poll(() => editor.root.querySelector('figure img')).not.toBeNull()
  await expectSeen(() => placeOf(scroller))
  expect(scroller.scrollTop).toBe(before)
})

test('a picture of the library that is put at the end is seen as a whole', async () => {
  const pickImage = async () => picture()
  const { scroller, editor } = await openInPage(text(60), { pickImage })
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}/library')
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expectWhole(scroller, () => editor.root.querySelector('figure img'))
})
