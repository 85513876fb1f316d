import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from './testing/writing.ts'

const WORDS = 'The quick brown fox jumps over the lazy dog near the old bridge. '
const text = (blocks: number) =>
  Array.from({ length: blocks }, (_, at) => `<p>${WORDS.repeat(at % 7)}Line ${at}.</p>`).join('')

/** The page around the editor scrolls, and what the console has above the text covers a part of it. */
async function openInPage(html: string) {
  await page.viewport(900, 600)
  const editor = open(html)
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
  const rect = [...place.getClientRects()].at(-1)!
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
