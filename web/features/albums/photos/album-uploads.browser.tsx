import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Album } from '#contract/albums.ts'
import { httpClient } from '../../../api/http-client.ts'
import { aFile, openLibrary, problem, show } from '../../media/testing/library.tsx'
import { uploadQueue } from '../../media/upload/upload-queue.ts'
import { uploadIntoAlbum, useAlbumUploadNotices } from './album-uploads.ts'

function Teller() {
  useAlbumUploadNotices()
  return null
}

/** A library that takes uploads, and an album beside it. */
function openBoth() {
  const library = openLibrary([])
  const added: { media: string; before: string | null }[] = []
  /** The photos of the album, as the server keeps them. */
  const order: string[] = ['p9']
  const uploads = httpClient.defaults.adapter as (config: object) => Promise<unknown>
  httpClient.defaults.adapter = (async (config: { url?: string; data?: string }) => {
    if (!config.url?.endsWith('/photos')) return uploads(config)
    const body = JSON.parse(config.data ?? '{}') as { media: string[]; before: string | null }
    added.push({ media: body.media[0]!, before: body.before })
    const photo = { id: `photo of ${body.media[0]}` }
    if (body.before && !order.includes(body.before)) throw problem(config as never, 409, 'count_changed')
    order.splice(body.before ? order.indexOf(body.before) : order.length, 0, photo.id)
    return {
      data: {
        album: { id: 'a', version: 2 },
        added: [photo],
        present: [],
        undo: { id: crypto.randomUUID(), until: '2198-01-01T00:00:00.000Z' },
      },
      status: 200,
      headers: {},
      config,
    }
  }) as never
  show(<Teller />)
  return { ...library, added, order }
}
const album = { id: 'a', title: 'Spring fair' } as Album
const arrivals = (library: { arrived: unknown[] }, count: number) =>
  vi.waitFor(() => expect(library.arrived).toHaveLength(count))

test('pictures are added where they were dropped, in the order of the files, however late one of them arrives', async () => {
  const both = openBoth()
  uploadIntoAlbum(album, [aFile('1.png'), aFile('2.png')], 'p9')
  await arrivals(both, 2)
  both.arrived[1]!.finish({ id: 'm2' })
  await vi.waitFor(() => expect(both.added).toEqual([{ media: 'm2', before: 'p9' }]))
  both.arrived[0]!.finish({ id: 'm1' })
  await vi.waitFor(() => expect(both.added[1]).toEqual({ media: 'm1', before: 'photo of m2' }))
  await expect.element(page.getByText('Added to “Spring fair”: 2 photos')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('what failed at first and was tried again still comes into the album', async () => {
  const both = openBoth()
  uploadIntoAlbum(album, [aFile('1.png')], undefined)
  await arrivals(both, 1)
  both.arrived[0]!.fail(400, 'unreadable_file', 'damaged')

  await vi.waitFor(() => expect(uploadQueue.snapshot().uploads[0]?.state).toBe('failed'))
  uploadQueue.resume(uploadQueue.snapshot().uploads[0]!.key)
  await arrivals(both, 2)
  both.arrived[1]!.finish({ id: 'm1' })
  await expect.element(page.getByText('Added to “Spring fair”: 1 photo')).toBeVisible()
  expect(both.added).toEqual([{ media: 'm1', before: null }])
})

test('twenty pictures end in the order in which they were chosen, though one fails at first and some were there', async () => {
  const both = openBoth()
  const names = Array.from({ length: 20 }, (_, index) => `${index + 1}`)
  uploadIntoAlbum(
    album,
    names.map((name) => aFile(`${name}.png`)),
    'p9',
  )
  const failed = new Set<string>()
  for (let turn = 0; turn < 21; turn++) {
    await vi.waitFor(() => expect(both.arrived.length).toBeGreaterThan(turn))
    const upload = both.arrived[turn]!
    const name = upload.name.replace('.png', '')
    // The third takes long: it stays open while all others go by.
    if (name === '3') continue
    if (name === '7' && !failed.has(name)) {
      failed.add(name)
      upload.fail(400, 'unreadable_file', 'damaged')
      await vi.waitFor(() => expect(uploadQueue.snapshot().uploads[6]?.state).toBe('failed'))
      continue
    }
    upload.finish({ id: `m${name}`, ...(Number(name) % 5 === 0 && { existing: true }) })
    if (name === '20') uploadQueue.resume(uploadQueue.snapshot().uploads[6]!.key)
  }
  both.arrived.find(({ name }) => name === '3.png')!.finish({ id: 'm3' })
  await vi.waitFor(() => expect(both.order).toEqual([...names.map((name) => `photo of m${name}`), 'p9']))
})

test('pictures given later to the same place come behind those given earlier, whichever arrive first', async () => {
  const both = openBoth()
  uploadIntoAlbum(album, [aFile('1.png')], undefined)
  uploadIntoAlbum(album, [aFile('2.png')], undefined)
  await arrivals(both, 2)
  both.arrived[1]!.finish({ id: 'm2' })
  await vi.waitFor(() => expect(both.order).toEqual(['p9', 'photo of m2']))
  both.arrived[0]!.finish({ id: 'm1' })
  await vi.waitFor(() => expect(both.order).toEqual(['p9', 'photo of m1', 'photo of m2']))
})

test('a picture still comes into the album when the photo behind it was removed meanwhile', async () => {
  const both = openBoth()
  uploadIntoAlbum(album, [aFile('1.png'), aFile('2.png')], 'p9')
  await arrivals(both, 2)
  both.arrived[1]!.finish({ id: 'm2' })
  await vi.waitFor(() => expect(both.order).toHaveLength(2))
  both.order.splice(0, 1)
  both.arrived[0]!.finish({ id: 'm1' })
  await vi.waitFor(() => expect(both.order).toEqual(['photo of m1', 'p9']))
  uploadIntoAlbum(album, [aFile('3.png')], 'p9')
  await arrivals(both, 3)
  both.order.splice(1, 1)
  both.arrived[2]!.finish({ id: 'm3' })
  await vi.waitFor(() => expect(both.order).toEqual(['photo of m1', 'photo of m3']))
  expect(page.getByText(/Not added to the album/).elements()).toHaveLength(0)
})
