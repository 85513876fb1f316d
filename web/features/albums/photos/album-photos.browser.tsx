import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openAlbum } from '../testing/album-server.tsx'

const grid = page.getByRole('listbox', { name: 'Photos of “Spring fair”' })
const photo = (name: string) => page.getByRole('option', { name, exact: true })
const tile = (name: string) => photo(name).element() as HTMLElement
/** The photos that are drawn, in the order of their places. */
const shown = () =>
  [...document.querySelectorAll('[role=option]')]
    .toSorted((one, other) => Number(one.ariaPosInSet) - Number(other.ariaPosInSet))
    .map((one) => one.getAttribute('aria-label'))
    .join(' ')
const chosen = () =>
  [...document.querySelectorAll('[role=option][aria-selected=true]')]
    .toSorted((one, other) => Number(one.ariaPosInSet) - Number(other.ariaPosInSet))
    .map((one) => one.getAttribute('aria-label'))
    .join(' ')
const isThere = () => expect.element(photo('P1')).toBeVisible()
const said = (text: RegExp | string) => expect.element(page.getByRole('status').getByText(text)).toBeInTheDocument()

const pointer = (target: Element, type: string, at: { x: number; y: number }, more: PointerEventInit = {}) =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: at.x,
      clientY: at.y,
      button: 0,
      buttons: 1,
      isPrimary: true,
      pointerId: 1,
      pointerType: 'mouse',
      ...more,
    }),
  )
const middle = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}
/** Just left of a photo: the gap in front of it. */
const before = (name: string) => {
  const { x, y, height } = tile(name).getBoundingClientRect()
  return { x: x + 4, y: y + height / 2 }
}
async function drag(name: string, to: { x: number; y: number }, { drop = true, more = {} as PointerEventInit } = {}) {
  const element = tile(name)
  const from = middle(element)
  // A made-up pointer cannot be captured.
  HTMLElement.prototype.setPointerCapture = () => undefined
  pointer(element, 'pointerdown', from, more)
  pointer(element, 'pointermove', { x: from.x + 10, y: from.y + 2 }, more)
  pointer(element, 'pointermove', to, more)
  if (drop) pointer(element, 'pointerup', to, more)
}

test('click, Ctrl, Shift and Ctrl+A choose; Escape and a click beside drop the selection', async () => {
  openAlbum()
  await isThere()
  await photo('P2').click()
  await photo('P5').click({ modifiers: ['Shift'] })
  expect(chosen()).toBe('P2 P3 P4 P5')
  await photo('P3').click({ modifiers: ['Control'] })
  await photo('P8').click({ modifiers: ['Control'] })
  expect(chosen()).toBe('P2 P4 P5 P8')
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(page.getByText('12 selected')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(chosen).toBe('')
})

test('Ctrl+A chooses all photos although none has the focus, and in a field only its text', async () => {
  openAlbum()
  await isThere()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(page.getByText('12 selected')).toBeVisible()
  expect(getSelection()?.toString()).toBe('')
  await userEvent.keyboard('{Escape}')
  await expect.poll(chosen).toBe('')
  await page.getByRole('textbox').first().click()
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(chosen()).toBe('')
})

test('a check mark adds to the selection without Ctrl', async () => {
  openAlbum()
  await isThere()
  await photo('P2').click()
  tile('P6').querySelector<HTMLElement>('[data-check]')!.click()
  await expect.poll(chosen).toBe('P2 P6')
})

test('a frame drawn from beside the photos chooses what it touches', async () => {
  openAlbum({ photos: 3 })
  await isThere()
  const list = grid.element()
  HTMLElement.prototype.setPointerCapture = () => undefined
  const { bottom } = tile('P1').getBoundingClientRect()
  const { right } = tile('P3').getBoundingClientRect()
  pointer(list, 'pointerdown', { x: right + 40, y: bottom - 4 })
  pointer(list, 'pointermove', { x: right + 20, y: bottom - 20 })
  pointer(list, 'pointermove', { x: tile('P2').getBoundingClientRect().left + 20, y: bottom - 60 })
  pointer(list, 'pointerup', { x: 0, y: 0 })
  await expect.poll(chosen).toBe('P2 P3')
})

test('a set is dragged to another place in one request, at once, and can be undone', async () => {
  const { asked, order } = openAlbum()
  await isThere()
  await photo('P2').click()
  await photo('P3').click({ modifiers: ['Control'] })
  await photo('P9').click({ modifiers: ['Control'] })
  await drag('P3', before('P6'))
  await expect.poll(shown).toBe('P1 P4 P5 P2 P3 P9 P6 P7 P8 P10 P11 P12')
  await expect.element(page.getByText('Moved 3 photos')).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(order()).toBe(shown())
  expect(chosen()).toBe('P2 P3 P9')
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('a photo that is not selected is dragged alone; while it moves the place is marked, and Escape drops nothing', async () => {
  const { asked } = openAlbum()
  await isThere()
  await photo('P1').click()
  await drag('P4', before('P2'), { drop: false })
  await expect.element(photo('P4')).toHaveAttribute('data-carried')
  await expect.element(photo('P1')).not.toHaveAttribute('data-carried')
  await userEvent.keyboard('{Escape}')
  await expect.element(photo('P4')).not.toHaveAttribute('data-carried')
  pointer(tile('P4'), 'pointerup', before('P2'))
  expect(asked).toEqual([])
  expect(shown()).toMatch(/^P1 P2 P3 P4 /)
})

test('a finger scrolls, and moves a photo after resting on it', async () => {
  const { asked, order } = openAlbum()
  await isThere()
  const touch = { pointerType: 'touch' }
  await drag('P1', before('P5'), { more: touch })
  const element = tile('P1')
  const from = middle(element)
  pointer(element, 'pointerdown', from, touch)
  await expect.poll(chosen).toBe('P1')
  pointer(element, 'pointermove', { x: from.x + 12, y: from.y }, touch)
  pointer(element, 'pointermove', before('P4'), touch)
  pointer(element, 'pointerup', before('P4'), touch)
  await expect.poll(shown).toMatch(/^P2 P3 P1 P4 /)
  await expect.poll(order).toBe(shown())
  // The quick one at the beginning was scrolling, not a move.
  expect(asked).toHaveLength(1)
})

test('a set is picked up, moved and dropped from the keyboard, and all of it is said', async () => {
  const { asked } = openAlbum()
  await isThere()
  await photo('P3').click()
  await userEvent.keyboard('{ArrowRight}x')
  expect(chosen()).toBe('P3 P4')
  await userEvent.keyboard(' ')
  await said('2 photos picked up. Arrow keys move, Enter drops, Escape cancels.')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await said('Positions 5 to 6 of 12')
  expect(shown()).toMatch(/^P1 P2 P5 P6 P3 P4 P7 /)
  expect(asked).toEqual([])
  await userEvent.keyboard('{Home}')
  await said('Positions 1 to 2 of 12')
  await userEvent.keyboard('{Enter}')
  await said('2 photos dropped.')
  expect(shown()).toMatch(/^P3 P4 P1 P2 P5 /)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await userEvent.keyboard('m{End}')
  expect(shown()).toMatch(/P12 P3 P4$/)
  await userEvent.keyboard('{Escape}')
  await said('Moving cancelled. Everything is where it was.')
  expect(shown()).toMatch(/^P3 P4 P1 /)
  expect(asked).toHaveLength(1)
})

test('a move that is refused is reverted, and says why', async () => {
  const { refuse } = openAlbum()
  await isThere()
  refuse.with = 'forbidden'
  await photo('P1').click()
  await drag('P1', before('P4'))
  await expect.element(page.getByText(/^Not done\. Your role does not allow this/)).toBeVisible()
  await expect.poll(shown).toMatch(/^P1 P2 P3 P4 /)
})

test('moves made while one is under way all arrive, in their order', async () => {
  const { line, order } = openAlbum()
  await isThere()
  let go = () => {}
  line.wait = new Promise((resolve) => (go = resolve))
  await photo('P1').click()
  await drag('P1', before('P4'))
  await photo('P6').click()
  await drag('P6', before('P2'))
  await expect.poll(shown).toMatch(/^P6 P2 P3 P1 P4 P5 /)
  go()
  line.wait = undefined
  await expect.poll(order).toMatch(/^P6 P2 P3 P1 P4 P5 /)
  await expect.poll(() => shown() === order()).toBe(true)
})

test('what someone else moved is shown after the own move, and the selection stays', async () => {
  const { changeFromOtherTab, order } = openAlbum()
  await isThere()
  changeFromOtherTab()
  await photo('P2').click()
  await photo('P3').click({ modifiers: ['Control'] })
  await drag('P2', before('P6'))
  await expect.poll(() => shown() === order()).toBe(true)
  expect(shown()).toMatch(/^P12 P1 P4 P5 P2 P3 P6 /)
  expect(chosen()).toBe('P2 P3')
})

test('an album that someone else changed is read again without being touched', async () => {
  const { changeFromOtherTab, look } = openAlbum()
  await isThere()
  await photo('P2').click()
  changeFromOtherTab()
  await look()
  await expect.poll(shown).toMatch(/^P12 P1 P2 /)
  expect(chosen()).toBe('P2')
})

test('texts are written in place: Enter goes on to the next photo and back with Shift, and what was typed is saved', async () => {
  const { photos } = openAlbum({ photos: 4 })
  await isThere()
  await photo('P2').click()
  await page.getByRole('textbox', { name: 'Caption' }).fill('Opening')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Photo 3 of 4' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Caption' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Control>}a{/Control}A stall with flowers{Shift>}{Enter}{/Shift}')
  await expect.element(page.getByRole('region', { name: 'Photo 2 of 4' })).toBeVisible()
  await vi.waitFor(() => expect(photos().map(({ caption }) => caption)).toEqual(['', 'Opening', '', '']))
  await vi.waitFor(() => expect(photos()[2]?.alt).toBe('A stall with flowers'))
  await userEvent.keyboard('{Escape}')
  await expect.element(grid).toHaveFocus()
})

test('photos without alt text are gone through one by one, with Enter', async () => {
  const { photos } = openAlbum({ photos: [{}, { alt: '' }, {}, { alt: '' }] })
  await isThere()
  await page.getByRole('button', { name: '2 without alt text' }).click()
  await expect.element(page.getByText('0 of 2 done')).toBeVisible()
  await userEvent.keyboard('A boat{Enter}')
  await expect.element(page.getByText('1 of 2 done')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Alt text' })).toHaveFocus()
  await userEvent.keyboard('A tree{Enter}')
  await expect.element(page.getByText('2 of 2 done')).toBeVisible()
  await vi.waitFor(() => expect(photos().map(({ alt }) => alt)).toEqual(['P1', 'A boat', 'P3', 'A tree']))
})

test('texts for many are previewed with their numbers, and spare what is written already', async () => {
  openAlbum({ photos: [{}, { caption: 'By hand' }, {}, {}] })
  await isThere()
  await photo('P1').click()
  await userEvent.keyboard('{Control>}a{/Control}e')
  await page.getByRole('textbox', { name: 'Caption' }).fill('Day {n}')
  await expect.element(page.getByRole('list', { name: 'Preview' })).toHaveTextContent('Day 1By handDay 3')
  await expect.element(page.getByRole('button', { name: 'Write to 3 photos' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only where there is no text yet' }).click()
  await expect.element(page.getByRole('list', { name: 'Preview' })).toHaveTextContent('Day 1Day 2Day 3')
})

test('two people who change different texts of the album both keep theirs; the same text is a choice', async () => {
  const { writeFromOtherTab } = openAlbum()
  await isThere()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Autumn fair')
  writeFromOtherTab({ place: 'Nara' })
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByRole('textbox', { name: 'Place' })).toHaveValue('Nara')
  await expect.element(page.getByRole('heading', { name: 'Autumn fair' })).toBeVisible()
  await expect.element(page.getByText(/^Saved /)).toBeVisible()
  await title.fill('Mine')
  writeFromOtherTab({ title: 'Theirs' })
  await userEvent.keyboard('{Control>}s{/Control}')
  const choice = page.getByRole('alert')
  await expect.element(choice.getByText('Title: Ann changed this too')).toBeVisible()
  await expect.element(choice.getByText('Theirs: Theirs')).toBeVisible()
  await expect.element(choice.getByText('Yours: Mine')).toBeVisible()
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByText(/^Saved /)).toBeVisible()
  await expect.element(title).toHaveValue('Mine')
})

test('who may only look sees photos and texts, and can change none', async () => {
  openAlbum({ role: 'viewer', write: false })
  await isThere()
  await photo('P2').click()
  expect(chosen()).toBe('')
  await expect.element(page.getByRole('region', { name: 'Photo 2 of 12' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Caption' })).toHaveAttribute('readonly')
  await expect.element(page.getByRole('button', { name: 'Add photos' })).not.toBeInTheDocument()
  await userEvent.keyboard('x ')
  expect(chosen()).toBe('')
})

test('of thousands of photos only those near the screen are drawn', async () => {
  openAlbum({ photos: 5_000 })
  await isThere()
  expect(document.querySelectorAll('[role=option]').length).toBeLessThan(120)
  await photo('P1').click()
  await userEvent.keyboard('{End}')
  await expect.element(photo('P5000')).toBeVisible()
  expect(document.querySelectorAll('[role=option]').length).toBeLessThan(120)
})
