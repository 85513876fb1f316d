import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import { storeToken } from '../../../api/session-token.ts'
import { MediaListPage } from './media-list-page.tsx'
import { MediaPicker } from '../picker/media-picker.tsx'
import { aFile, aPicture, handOver, openLibrary, show } from '../testing/library.tsx'

const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']
const pictures = () => names.map((name) => aPicture(name))

async function openPage(layout: 'grid' | 'table' = 'grid', role: Role = 'editor') {
  localStorage.setItem('copydesk.layout', layout)
  const library = openLibrary(pictures(), role)
  show(<MediaListPage />)
  await expect.element(page.getByRole('link', { name: 'a.png', exact: true })).toBeVisible()
  return library
}
const chosen = () =>
  names.filter((name) =>
    page
      .getByRole('checkbox', { name: `Select “${name}”`, exact: true })
      .query()
      ?.matches(':checked'),
  )
const expectChosen = (wanted: string) =>
  vi.waitFor(
    () =>
      expect(
        chosen()
          .map((name) => name[0])
          .join(''),
      ).toBe(wanted),
    5000,
  )
const box = (name: string) => page.getByRole('checkbox', { name: `Select “${name}.png”`, exact: true })

beforeEach(() => storeToken('a token'))

for (const layout of ['grid', 'table'] as const) {
  test(`in the ${layout}, pictures are chosen by check box, and with Shift all between`, async () => {
    await openPage(layout)
    await box('b').click()
    await expectChosen('b')
    await box('d').click({ modifiers: ['Shift'] })
    await expectChosen('bcd')
    await expect.element(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible()
    await box('c').click()
    await expectChosen('bd')
  })

  test(`in the ${layout}, keys move, choose, choose a range, choose the page and clear`, async () => {
    await openPage(layout)
    await userEvent.keyboard('jjx')
    await expectChosen('b')
    await userEvent.keyboard('jjX')
    await expectChosen('bcd')
    await userEvent.keyboard('{Control>}a{/Control}')
    await expectChosen('abcde')
    await userEvent.keyboard('{Escape}')
    await expectChosen('')
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expectChosen('')
  })
}

test('the arrow keys go from picture to picture', async () => {
  await openPage()
  await userEvent.keyboard('j{ArrowRight}{ArrowRight}{ArrowLeft}')
  await expect.element(page.getByRole('link', { name: 'b.png', exact: true })).toHaveFocus()
})

test('a card clicked with Shift is chosen, not opened', async () => {
  await openPage()
  await box('a').click()
  await page
    .getByRole('link', { name: 'c.png', exact: true })
    .click({ modifiers: ['Shift'], position: { x: 80, y: 120 } })
  await expectChosen('abc')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a picture opens at the side, the arrows lead on, and closing leads back to it', async () => {
  await openPage()
  await page.getByRole('link', { name: 'b.png', exact: true }).click({ position: { x: 80, y: 120 } })
  const panel = page.getByRole('dialog')
  await expect.element(panel.getByRole('heading', { name: 'b.png' })).toBeVisible()
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull(), 5000)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel.getByRole('heading', { name: 'c.png' })).toBeVisible()
  await panel.getByRole('textbox', { name: 'Caption' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel.getByRole('heading', { name: 'c.png' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'c.png', exact: true })).toHaveFocus()
})

test('the arrows lead on to the next page and back, the grid follows, and the place among all is said', async () => {
  localStorage.setItem('copydesk.layout', 'grid')
  const many = Array.from({ length: 27 }, (_, at) => aPicture(`p${at + 1}.png`))
  const { calls } = openLibrary(many)
  show(<MediaListPage />)
  await page.getByRole('link', { name: 'p25.png', exact: true }).click({ position: { x: 80, y: 120 } })
  const panel = page.getByRole('dialog')
  const heading = (name: string) => expect.element(panel.getByRole('heading', { name, exact: true })).toBeVisible()
  await heading('p25.png')
  await expect.element(panel.getByRole('status')).toHaveTextContent('25 of 27')
  await panel.getByRole('button', { name: 'Next picture' }).click()
  await heading('p26.png')
  await expect.element(panel.getByRole('status')).toHaveTextContent('26 of 27')
  await expect.element(page.getByText('26–27 of 27')).toBeInTheDocument()
  await vi.waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull(), 5000)
  await userEvent.keyboard('{ArrowRight}')
  await heading('p27.png')
  await expect.element(panel.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
  await heading('p25.png')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'p25.png', exact: true })).toHaveFocus()
  await expect.element(page.getByText('1–25 of 27')).toBeVisible()
  expect(calls.filter((call) => call.includes('page=3'))).toEqual([])
})

test('when the next page cannot be had, the picture stays and it is said', async () => {
  localStorage.setItem('copydesk.layout', 'grid')
  const { line } = openLibrary(Array.from({ length: 27 }, (_, at) => aPicture(`p${at + 1}.png`)))
  show(<MediaListPage />)
  await page.getByRole('link', { name: 'p25.png', exact: true }).click({ position: { x: 80, y: 120 } })
  const panel = page.getByRole('dialog')
  await expect.element(panel.getByRole('status')).toHaveTextContent('25 of 27')
  line.isUp = false
  await panel.getByRole('button', { name: 'Next picture' }).click()
  await expect.element(page.getByText(/cannot be reached/)).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'p25.png' })).toBeVisible()
  line.isUp = true
  await panel.getByRole('button', { name: 'Next picture' }).click()
  await expect.element(panel.getByRole('heading', { name: 'p26.png' })).toBeVisible()
})

test('who may only look finds nothing to choose, upload or save', async () => {
  await openPage('grid', 'viewer')
  await expect.element(page.getByRole('button', { name: 'Upload' })).not.toBeInTheDocument()
  expect(page.getByRole('checkbox').elements()).toHaveLength(0)
})

/** A picker for several pictures. @returns what is told the names that were chosen */
function showPickerOfMany() {
  const taken = vi.fn<(names: string[]) => void>()
  show(
    <MediaPicker
      opened
      multiple
      onChooseMany={(many) => taken(many.map(({ name }) => name))}
      onClose={() => undefined}
    />,
  )
  return taken
}

test('an album takes several pictures at once, a range with Shift, in the order in which they were chosen', async () => {
  openLibrary(pictures())
  const taken = showPickerOfMany()
  const card = (name: string) => page.getByRole('button', { name: new RegExp(`${name}.png`) })
  await card('e').click()
  await card('a').click()
  await card('c').click({ modifiers: ['Shift'] })
  await expect.element(card('b')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Add 4 pictures' }).click()
  expect(taken).toHaveBeenCalledWith(['e.png', 'a.png', 'b.png', 'c.png'])
})

test('pictures that are uploaded in the picker are chosen in the order of the files, whichever arrives first', async () => {
  const library = openLibrary(pictures())
  const taken = showPickerOfMany()
  await page.getByRole('button', { name: /e.png/ }).click()
  const names = ['1.png', '2.png', '3.png']
  handOver(
    page.getByRole('dialog').element(),
    'paste',
    names.map((name) => aFile(name)),
  )
  const arrives = (name: string) =>
    vi.waitFor(() => {
      const upload = library.arrived.find((one) => one.name === name)
      expect(upload).toBeDefined()
      return upload!
    })
  ;(await arrives('2.png')).finish()
  ;(await arrives('3.png')).finish({ existing: true })
  ;(await arrives('1.png')).finish()
  await page.getByRole('button', { name: 'Add 4 pictures' }).click()
  expect(taken).toHaveBeenCalledWith(['e.png', ...names])
})

test('the size of a picture and how often it is used fit on the narrowest card', async () => {
  localStorage.setItem('copydesk.layout', 'grid')
  const size = { width: 12_000, height: 8_000 }
  openLibrary(
    [
      { ...aPicture('a.png'), ...size, uses: 12_345 },
      { ...aPicture('b.png'), ...size, uses: 0 },
    ],
    'editor',
  )
  await page.viewport(360, 700)
  onTestFinished(() => page.viewport(1280, 800))
  show(<MediaListPage />)
  await expect.element(page.getByRole('img', { name: '12,345 uses' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'unused' })).toBeVisible()
  for (const text of page.getByText('12000 × 8000').elements())
    for (const part of [text, text.parentElement!]) expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth)
})
