import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Album } from '#contract/albums.ts'
import { httpClient } from '../../../api/http-client.ts'
import { aFile, openLibrary, show } from '../../media/testing/library.tsx'
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
  const uploads = httpClient.defaults.adapter as (config: object) => Promise<unknown>
  httpClient.defaults.adapter = (async (config: { url?: string; data?: string }) => {
    if (!config.url?.endsWith('/photos')) return uploads(config)
    const body = JSON.parse(config.data ?? '{}') as { media: string[]; before: string | null }
    added.push({ media: body.media[0]!, before: body.before })
    const photo = { id: `photo of ${body.media[0]}` }
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
  return { ...library, added }
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
