import axe from 'axe-core'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Media } from '#contract/media.ts'
import { storeToken } from '../../../api/session-token.ts'
import { useMe } from '../../session/session-api.ts'
import { aPicture, openLibrary, show } from '../testing/library.tsx'
import { MediaCrop } from './media-crop.tsx'
import { PictureCrop } from './picture-crop.tsx'

const dialog = page.getByRole('dialog', { name: 'Crop and rotate “pier.png”' })
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
const values = () =>
  ['Width', 'Height', 'From the left', 'From the top'].map((name) =>
    Number((field(name).element() as HTMLInputElement).value),
  )
const result = dialog.getByRole('status')
const replaceButton = dialog.getByRole('button', { name: 'Replace the picture' })

async function open(fields: Partial<Media> = {}, saveTexts = () => Promise.resolve(true)) {
  const picture = aPicture('pier.png', { width: 1200, height: 800, ...fields })
  const library = openLibrary([picture])
  show(<MediaCrop media={picture} saveTexts={saveTexts} />)
  await page.getByRole('button', { name: 'Crop and rotate' }).click()
  await expect.element(dialog).toBeVisible()
  return { ...library, picture }
}
const sent = async ({ transforms }: ReturnType<typeof openLibrary>, count = 1) => {
  await vi.waitFor(() => expect(transforms).toHaveLength(count), 5000)
  return transforms[count - 1]!
}

/** Says who is signed in, once that is known. */
const SignedIn = () => <p>{useMe()?.role}</p>

beforeEach(() => storeToken('a token'))

test('until something is changed there is nothing to save, and Reset leads back there', async () => {
  await open()
  await expect.element(result).toHaveTextContent('Result: 1200 × 800 pixels')
  await expect.element(replaceButton).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Save as a new picture' })).toBeDisabled()
  await press('Rotate right')
  await expect.element(result).toHaveTextContent('Result: 800 × 1200 pixels')
  await expect.element(replaceButton).toBeEnabled()
  await press('Reset')
  await expect.element(result).toHaveTextContent('Result: 1200 × 800 pixels')
  await expect.element(replaceButton).toBeDisabled()
})

test('numbers and the rectangle are the same, and both keep the ratio', async () => {
  const library = await open()
  await dialog.getByText('16:9').click()
  expect(values()).toEqual([1200, 675, 0, 62])
  await userEvent.fill(field('Width'), '640')
  expect(values()).toEqual([640, 360, 0, 62])
  dialog.getByRole('button', { name: 'Bottom right corner' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  const [width = 0, height = 0] = values()
  expect(width).toBeGreaterThan(640)
  expect(Math.abs(width / height - 16 / 9)).toBeLessThan(0.01)
  dialog
    .getByRole('group', { name: /^The part that stays\. / })
    .element()
    .focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(values()[3]).toBeGreaterThan(62)
  await press('Replace the picture')
  const [w, h, x, y] = values()
  expect((await sent(library)).body).toMatchObject({
    rotate: 0,
    flip: false,
    as: 'replacement',
    crop: { x, y, width: w, height: h },
  })
})

test('a number that is not possible is said to be that, and becomes the nearest when its field is left', async () => {
  await open()
  await userEvent.fill(field('Height'), '900')
  await expect.element(field('Height')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(dialog.getByText('From 16 to 800')).toBeVisible()
  expect(values()[1]).toBe(900)
  await userEvent.fill(field('Height'), '7')
  await userEvent.tab()
  expect(values()).toEqual([1200, 16, 0, 0])
  await expect.element(field('Height')).not.toHaveAttribute('aria-invalid', 'true')
  await userEvent.fill(field('Height'), '')
  await userEvent.tab()
  expect(values()[1]).toBe(16)
})

test('replacing tells in how many places it is used, and offers undo', async () => {
  const library = await open({ uses: 3 })
  await expect.element(dialog.getByText(/the 3 places that show it show the result at once/)).toBeVisible()
  await press('Flip horizontally')
  await expect
    .element(dialog.getByRole('button', { name: 'Flip horizontally' }))
    .toHaveAttribute('aria-pressed', 'true')
  await press('Replace the picture')
  const { body, accept } = await sent(library)
  expect(body).toEqual({ rotate: 0, flip: true, crop: null, as: 'replacement', version: 1 })
  accept()
  await expect.element(page.getByText('Replaced “pier.png” with the edited picture')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what was typed about the picture is saved first, so that a new picture has it, too', async () => {
  const saveTexts = vi.fn(() => Promise.resolve(false))
  const library = await open({}, saveTexts)
  await press('Rotate left')
  await press('Save as a new picture')
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The texts of this picture could not be saved. Close this dialog to see why, then try again.')
  expect(library.transforms).toEqual([])
  saveTexts.mockResolvedValue(true)
  await press('Save as a new picture')
  const { body, accept } = await sent(library)
  expect(body).toMatchObject({ rotate: 270, as: 'newPicture' })
  accept({ name: 'pier (edited).png' })
  await expect.element(page.getByText('Saved as “pier (edited).png”')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show the picture' })).toBeVisible()
})

test('another’s change of the texts is no obstacle; of a picture that was replaced meanwhile the new one is shown', async () => {
  const library = await open()
  await press('Rotate right')
  await press('Replace the picture')
  const current = { ...library.picture, version: 5, alt: 'By Ann' }
  ;(await sent(library)).refuse(409, 'stale_version', { current, changedBy: 'Ann' })
  const again = await sent(library, 2)
  expect(again.body).toMatchObject({ rotate: 90, version: 5 })
  again.refuse(409, 'stale_version', { current: { ...current, version: 6, width: 500, height: 700, bytes: 9 } })
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      'Someone else replaced this picture in the meantime. This is the new one; nothing was overwritten.',
    )
  await expect.element(result).toHaveTextContent('Result: 500 × 700 pixels')
  await expect.element(replaceButton).toBeDisabled()
  await press('Rotate right')
  await press('Replace the picture')
  expect((await sent(library, 3)).body).toMatchObject({ version: 6 })
})

test('what fails is said in the dialog, and what was chosen stays', async () => {
  const library = await open()
  await press('Rotate right')
  await press('Replace the picture')
  const problem = { fields: [{ path: 'rotate', code: 'animation_too_large', message: '' }] }
  ;(await sent(library)).refuse(400, 'invalid_input', problem)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This animation is too large to be rotated. It can be cropped and flipped.')
  await expect.element(result).toHaveTextContent('Result: 800 × 1200 pixels')
  await press('Replace the picture')
  ;(await sent(library, 2)).refuse(409, 'already_here', { current: library.picture })
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('The picture looks the same afterwards, so nothing was changed.')
})

test.each([
  [true, /^Readers see this picture, so only someone who may publish can replace it/],
  [false, /^Only its owner and editors can replace this picture/],
])('who may not replace it (readers see it: %s) may make a new one, and reads why', async (needsPublisher, why) => {
  const library = await open({ can: { write: false, purge: false, needsPublisher } })
  await expect.element(dialog.getByText(why)).toBeVisible()
  await expect.element(replaceButton).not.toBeInTheDocument()
  await press('Rotate right')
  await press('Save as a new picture')
  expect((await sent(library)).body).toMatchObject({ as: 'newPicture' })
})

test('where it is seen by approval only, it is cropped as a new picture and never in its place', async () => {
  const picture = aPicture('pier.png', { width: 1200, height: 800, uses: 2 })
  const library = openLibrary([picture])
  const onMade = vi.fn()
  show(<PictureCrop id={picture.id} label="Creative" onOpen={() => {}} onMade={onMade} newOnly />)
  await page.getByRole('button', { name: 'Creative: crop and rotate the picture' }).click()
  await expect.element(dialog.getByText(/^The result is a new picture/)).toBeVisible()
  await expect.element(replaceButton).not.toBeInTheDocument()
  await press('Rotate right')
  await press('Save as a new picture')
  ;(await sent(library)).accept({ name: 'pier (edited).png' })
  await vi.waitFor(() => expect(onMade).toHaveBeenCalledOnce())
})

test('who may upload nothing finds no button', async () => {
  const picture = aPicture('pier.png')
  openLibrary([picture], 'viewer')
  show(
    <>
      <PictureCrop id={picture.id} label="Creative" onOpen={() => {}} onMade={() => {}} newOnly />
      <SignedIn />
    </>,
  )
  await expect.element(page.getByText('viewer')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /crop and rotate/ })).not.toBeInTheDocument()
})

test('on a phone nothing is cut off, and axe finds nothing', async () => {
  await page.viewport(320, 720)
  onTestFinished(() => page.viewport(1280, 800))
  await open()
  await press('Rotate right')
  await dialog.getByText('4:3').click()
  const modal = dialog.element()
  expect(modal.scrollWidth).toBeLessThanOrEqual(modal.clientWidth)
  const { violations } = await axe.run(modal)
  expect(violations.map(({ id }) => id)).toEqual([])
})
