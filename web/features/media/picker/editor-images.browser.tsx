import { AxiosError } from 'axios'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PickedImage, UploadState } from '../../../editor/editor-adapter.ts'
import { addressFaults } from '#contract/media.ts'
import { httpClient } from '../../../api/http-client.ts'
import { storeToken } from '../../../api/session-token.ts'
import { pictureForText, useEditorImages } from './editor-images.tsx'
import { aFile, aPicture, openLibrary, show } from '../testing/library.tsx'
import { useUploads } from '../upload/upload-place.ts'
import { uploadQueue } from '../upload/upload-queue.ts'

const PIECE = 1024 * 1024

/** The editor's way to the library, and what the dock of all screens would show. */
function openText() {
  const library = openLibrary([])
  const text = { upload: undefined as unknown as ReturnType<typeof useEditorImages>['uploadImage'], inDock: 0 }
  function Text() {
    text.upload = useEditorImages().uploadImage
    text.inDock = useUploads().uploads.filter(({ place }) => place === undefined).length
    return null
  }
  show(<Text />)
  return { library, text }
}

async function upload(file: File) {
  const { library, text } = openText()
  await vi.waitFor(() => expect(text.upload).toBeDefined())
  const parts: number[] = []
  const states: UploadState[] = []
  const abort = new AbortController()
  const begin = () =>
    text.upload(file, {
      onProgress: (part) => parts.push(part),
      onState: (state) => states.push(state),
      signal: abort.signal,
    })
  return { library, text, parts, states, abort, begin, now: () => states.at(-1)! }
}
const arrivals = (library: { arrived: unknown[] }, count: number) =>
  vi.waitFor(() => expect(library.arrived).toHaveLength(count), 5000)
/** The first piece has been answered, the next one is under way. */
const secondPiece = ({ calls }: { calls: string[] }) =>
  vi.waitFor(() => expect(calls.filter((call) => call.endsWith(`offset=${PIECE}`))).toHaveLength(1), 5000)

beforeEach(() => storeToken('a token'))

test('a picture of the text goes in pieces, says how far it is, and leaves nothing in the list of uploads', async () => {
  const { library, text, parts, begin, now } = await upload(aFile('river.png', 'image/png', 2.5 * PIECE))
  const image = begin()
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await vi.waitFor(() => expect(parts).toContain(0.4))
  expect(now()).toMatchObject({ note: undefined, pause: expect.any(Function) })
  library.arrived[0]!.progress(1)
  await vi.waitFor(() => expect(now()).toMatchObject({ note: 'Making the sizes…', pause: undefined }))
  library.arrived[0]!.finish({ id: 'm1', alt: 'A river', url: '/media/m1/original.png', width: 30, height: 20 })
  const picked: PickedImage = {
    id: 'm1',
    alt: 'A river',
    caption: '',
    src: '/media/m1/original.png',
    width: 30,
    height: 20,
  }
  expect(await image).toEqual(picked)
  expect(library.calls.filter((call) => call.startsWith('patch'))).toHaveLength(3)
  expect(uploadQueue.snapshot().uploads).toEqual([])
  expect(text.inDock).toBe(0)
})

test('a picture in a text names who made it', () => {
  const captionOf = (caption: string, credit: string) =>
    pictureForText(aPicture('quay.jpg', { caption, credit })).caption
  expect(captionOf('The quay', 'Photo: Ruth Adler')).toBe('The quay (Photo: Ruth Adler)')
  expect(captionOf('', 'Ruth Adler')).toBe('Ruth Adler')
  expect(captionOf('The quay, by Ruth Adler', 'Ruth Adler')).toBe('The quay, by Ruth Adler')
  expect(captionOf('The quay', '')).toBe('The quay')
})

test('when the network goes it waits, and continues by itself at the offset of the server', async () => {
  const { library, begin, now } = await upload(aFile('river.png', 'image/png', 2 * PIECE))
  const image = begin()
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await secondPiece(library)
  library.line.isUp = false
  library.arrived[0]!.cut()
  await vi.waitFor(() =>
    expect(now()).toMatchObject({
      note: 'No connection. It goes on by itself from 50%.',
      pause: expect.any(Function),
      retry: expect.any(Function),
    }),
  )
  library.line.isUp = true
  window.dispatchEvent(new Event('online'))
  await arrivals(library, 2)
  expect(library.arrived[1]!.from).toBe(PIECE)
  library.arrived[1]!.finish()
  await image
})

test('it is paused and resumed', async () => {
  const { library, begin, now } = await upload(aFile('river.png', 'image/png', 2 * PIECE))
  const image = begin()
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await secondPiece(library)
  now().pause!()
  expect(now()).toMatchObject({ note: 'Paused at 50%', pause: undefined, resume: expect.any(Function) })
  now().resume!()
  await arrivals(library, 2)
  expect(library.arrived[1]!.from).toBe(PIECE)
  library.arrived[1]!.finish()
  await image
})

test('what the server refuses is said in the words of the library, with Retry only where that may help', async () => {
  const { library, begin } = await upload(aFile('river.png'))
  const image = begin()
  await arrivals(library, 1)
  library.arrived[0]!.fail(400, 'unreadable_file', 'too_many_pixels')
  await expect(image).rejects.toMatchObject({
    message: 'More than 50 megapixels. Scale it down and try again.',
    again: false,
  })
  expect(uploadQueue.snapshot().uploads).toEqual([])
})

test('what failed for a reason that passes goes on with Retry, not from the beginning', async () => {
  const { library, begin } = await upload(aFile('river.png', 'image/png', 2 * PIECE))
  const image = begin()
  await arrivals(library, 1)
  library.arrived[0]!.take()
  await secondPiece(library)
  library.arrived[0]!.fail(507, 'storage_full')
  await expect(image).rejects.toMatchObject({
    message: 'The server’s disk is full. Tell an administrator, then try again.',
    again: true,
  })
  const second = begin()
  await arrivals(library, 2)
  expect(library.arrived[1]!.from).toBe(PIECE)
  library.arrived[1]!.finish(aPicture('river.png'))
  await second
})

test('an upload removed from the text is stopped; one whose editor goes away goes on for the library', async () => {
  const removed = await upload(aFile('removed.png'))
  const given = removed.begin()
  given.catch(() => undefined)
  await arrivals(removed.library, 1)
  removed.abort.abort()
  await expect(given).rejects.toThrow()
  expect(removed.library.arrived[0]!.cancelled).toBe(true)
  expect(uploadQueue.snapshot().uploads).toEqual([])

  const left = await upload(aFile('left.png'))
  left.begin().catch(() => undefined)
  await arrivals(left.library, 1)
  expect(left.text.inDock).toBe(0)
  left.abort.abort('editor gone')
  await vi.waitFor(() => expect(left.text.inDock).toBe(1))
  left.library.arrived[0]!.finish()
  await vi.waitFor(() => expect(uploadQueue.snapshot().uploads.map(({ state }) => state)).toEqual(['done']))
})

test('a picture of another site is fetched by the server, and a refusal is told in words', async () => {
  let taking: ReturnType<typeof useEditorImages>['takeOverImage'] | undefined
  function Text() {
    taking = useEditorImages().takeOverImage
    return null
  }
  openLibrary([])
  const sent: unknown[] = []
  let fault: string | undefined
  httpClient.defaults.adapter = async (config) => {
    sent.push([config.method, config.url, config.data && JSON.parse(String(config.data))])
    const reply = {
      status: 201,
      statusText: '',
      headers: {},
      config,
      data: aPicture('a.png', { id: 'm1', credit: 'Ada' }),
    }
    if (fault === undefined) return reply
    const fields = [{ path: 'address', code: fault, message: 'in English' }]
    const data = { type: '', title: '', status: 400, code: 'invalid_input', requestId: '1', fields }
    throw new AxiosError('400', AxiosError.ERR_BAD_REQUEST, config, null, {
      ...reply,
      status: 400,
      data: data as never,
    })
  }
  show(<Text />)
  await vi.waitFor(() => expect(taking).toBeDefined())
  const address = 'https://pictures.example/a.png'
  const { signal } = new AbortController()
  expect(await taking!(address, { signal })).toMatchObject({ id: 'm1', caption: 'Ada' })
  expect(sent).toContainEqual(['post', '/api/media/from-address', { address }])
  const said: string[] = []
  for (fault of addressFaults) await taking!(address, { signal }).catch((error: Error) => said.push(error.message))
  expect(said).toEqual([
    'Pictures are not fetched from this address.',
    'The site does not give it out, or cannot be reached.',
    'The site took too long. Try again.',
    'What is there is no picture that the library accepts (JPEG, PNG, WebP, AVIF or GIF).',
    'It is larger than 25 MB.',
  ])
})
