import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EditorConfig, PickedImage } from './config.ts'
import { openEditor } from './testing/open-editor.ts'
import { chosenInstead, paste, picture } from './testing/paste.ts'

let editor: ReturnType<typeof openEditor> | undefined
afterEach(() => {
  editor?.remove()
  editor = undefined
})
const open = (html = '', config: EditorConfig = {}) => (editor = openEditor(html, config))

const ONE = 'https://docs.example/one.png'
const TWO = 'https://docs.example/two.png'
const card = () => page.getByRole('group', { name: /^This picture is still on docs.example/ })
const library = (address: string): PickedImage => ({
  src: `/media/${address.split('/').at(-1)}`,
  alt: 'From the file',
  id: 'm1',
  caption: 'Ada',
})

test('a picture of another site is a card: which site, what it shows, and what can be done', async () => {
  const uploadImage = vi.fn(async () => ({ src: '/media/own.webp' }))
  const text = `<p>a <img src="${ONE}" alt="A pier"> b</p>`
  open(text, { uploadImage, takeOverImage: async (address) => library(address) })
  await expect.element(card().getByText('It shows: A pier')).toBeVisible()
  expect(editor!.root.querySelector(`img[src="${ONE}"]`)).toBeNull()
  expect(editor!.getContent()).toBe(text)
  await chosenInstead(card().getByRole('button', { name: 'Upload instead' }), picture('pier.png'))
  await expect.poll(() => editor!.getContent()).toBe('<p>a <img src="/media/own.webp" alt="A pier"> b</p>')
  editor!.setContent(text)
  await card().getByRole('button', { name: 'Remove' }).click()
  expect(editor!.getContent()).toBe('<p>a  b</p>')
})

test('taken over, it is shown from the library with its own alt text, everywhere it is; undo brings it back', async () => {
  const takeOverImage = vi.fn(async (address: string) => library(address))
  const text = `<p>a <img src="${ONE}" alt="A pier"></p><figure><img src="${ONE}" alt=""></figure><p>b</p>`
  open(text, { takeOverImage })
  await card().nth(1).getByRole('button', { name: 'Take over', exact: true }).click()
  await expect
    .poll(() => editor!.getContent())
    .toBe(
      '<p>a <img data-media-id="m1" src="/media/one.png" alt="A pier"></p><figure><img src="/media/one.png" alt="From the file" data-media-id="m1"><figcaption>Ada</figcaption></figure><p>b</p>',
    )
  expect(takeOverImage.mock.calls.map(([address]) => address)).toEqual([ONE])
  editor!.focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor!.getContent()).toBe(text)
  await expect.poll(() => card().all().length).toBe(2)
})

test('with several, all are taken over from the card of one, also long after the paste', async () => {
  const takeOverImage = vi.fn(async (address: string) => library(address))
  const text = `<p>a <img src="${ONE}" alt="A pier"></p><p>b <img src="${TWO}" alt=""></p>`
  open(text, { takeOverImage })
  const all = card().getByRole('button', { name: 'Take over all 2' })
  await expect.poll(() => all.all().length).toBe(2)
  await all.first().click()
  await expect.poll(() => card().all().length).toBe(0)
  expect(takeOverImage.mock.calls.map(([address]) => address)).toEqual([ONE, TWO])
  editor!.setContent(`<p><img src="${ONE}" alt=""> <img src="${ONE}" alt=""></p>`)
  await expect.poll(() => card().all().length).toBe(2)
  // One address is one picture.
  await expect.element(card().first().getByRole('button', { name: 'Take over', exact: true })).toBeVisible()
  expect(card().getByRole('button', { name: /all/ }).all()).toEqual([])
})

test('what fails says why beside its picture, which stays, and can be tried again', async () => {
  const takeOverImage = vi
    .fn(async (address: string) => library(address))
    .mockRejectedValueOnce(new Error('It is larger than 25 MB.'))
  const text = `<figure><img src="${ONE}" alt="A pier"><figcaption>Night</figcaption></figure>`
  open(text, { takeOverImage })
  const take = card().getByRole('button', { name: 'Take over', exact: true })
  await take.click()
  await expect.element(card().getByRole('status')).toHaveTextContent('Not taken over. It is larger than 25 MB.')
  expect(editor!.getContent()).toBe(text)
  await take.click()
  await expect
    .poll(() => editor!.getContent())
    .toBe('<figure><img src="/media/one.png" alt="A pier" data-media-id="m1"><figcaption>Night</figcaption></figure>')
})

test('all pictures of a paste are offered at once, each is asked for once, three at a time', async () => {
  let [running, most] = [0, 0]
  const takeOverImage = vi.fn(async (address: string) => {
    most = Math.max(most, ++running)
    await new Promise(requestAnimationFrame)
    running--
    return library(address)
  })
  const onPicturesLeft = vi.fn()
  open('', { takeOverImage, onPicturesLeft })
  const many = Array.from({ length: 8 }, (_, at) => `<p><img src="https://docs.example/${at}.png"></p>`)
  paste(editor!, `${many.join('')}<p><img src="https://docs.example/0.png"></p>`)
  await expect.poll(() => onPicturesLeft.mock.calls.length).toBe(1)
  const [left] = onPicturesLeft.mock.calls[0]! as [{ outside: number; takeOver: () => void }]
  expect(left.outside).toBe(9)
  left.takeOver()
  left.takeOver()
  await expect.poll(() => card().all().length).toBe(0)
  expect([takeOverImage.mock.calls.length, most]).toEqual([8, 3])
  expect(editor!.getContent().match(/data-media-id/g)).toHaveLength(9)
})

test('one that was removed meanwhile does not come back, and nothing happens to an editor that is gone', async () => {
  let arrive: (image: PickedImage) => void = () => {}
  const takeOverImage = vi.fn(
    (_address: string, _options: { signal: AbortSignal }) => new Promise<PickedImage>((resolve) => (arrive = resolve)),
  )
  open(`<p>a</p><figure><img src="${TWO}" alt=""></figure>`, { takeOverImage })
  await card().getByRole('button', { name: 'Take over', exact: true }).click()
  await expect.element(card().getByRole('status')).toHaveTextContent('Taking it over into the library…')
  ;(card().getByRole('button', { name: 'Take over', exact: true }).element() as HTMLElement).click()
  expect(takeOverImage).toHaveBeenCalledTimes(1)
  editor!.setContent('<p>a</p>')
  arrive(library(TWO))
  await Promise.resolve()
  expect(editor!.getContent()).toBe('<p>a</p>')
  editor!.setContent(`<p><img src="${ONE}" alt=""></p>`)
  await card().getByRole('button', { name: 'Take over', exact: true }).click()
  editor!.remove()
  editor = undefined
  expect(takeOverImage.mock.calls[1]![1].signal.aborted).toBe(true)
  arrive(library(ONE))
})
