import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import type { Media } from '#contract/media.ts'
import { createAlbumDesk, type Changed } from './testing/albums.ts'

const desk = await createAlbumDesk()
const { api, db, editor, administrator, createAlbum, addMedia, photosOf } = desk
const view = async (album: { id: string }) => (await api<Album>(editor, 'GET', `/api/albums/${album.id}`)).body

it('a cover whose adding is undone is no cover any more, and its picture can be deleted permanently', async () => {
  const album = await createAlbum({ photos: 2 })
  const [extra] = await addMedia(1)
  const added = await api<Changed>(editor, 'POST', `/api/albums/${album.id}/photos`, { media: [extra] })
  const { version } = added.body.album
  expect((await api(editor, 'PATCH', `/api/albums/${album.id}`, { version, cover: extra })).status).toBe(200)
  expect((await api(editor, 'POST', `/api/undo/${added.body.undo?.id}`)).status).toBe(200)
  const after = await view(album)
  expect(after.cover).toBeNull()
  expect(after.coverImage?.id).toBe((await photosOf(album))[0]!.media)
  const { body } = await api<Media>(administrator, 'GET', `/api/media/${extra}`)
  const trashed = await api<Media>(administrator, 'POST', `/api/media/${extra}/trash`, { version: body.version })
  expect(trashed.status).toBe(200)
  const purged = await api(administrator, 'POST', `/api/media/${extra}/purge`, { version: trashed.body.version })
  expect(purged.status).toBe(204)
})

it('a photo that comes back is the cover again, but for an album that got another one meanwhile', async () => {
  const media = await addMedia(3)
  const album = await createAlbum({ media })
  const [first, second] = await photosOf(album)
  const setCover = async (cover: string) =>
    api(editor, 'PATCH', `/api/albums/${album.id}`, { version: (await view(album)).version, cover })
  const takeOut = async () =>
    (await api<Changed>(editor, 'POST', `/api/albums/${album.id}/photos/remove`, { photos: [first!.id] })).body.undo
  await setCover(first!.media)
  const undo = await takeOut()
  expect((await view(album)).cover).toBeNull()
  await api(editor, 'POST', `/api/undo/${undo?.id}`)
  expect((await view(album)).cover).toBe(first!.media)
  const again = await takeOut()
  await setCover(second!.media)
  await api(editor, 'POST', `/api/undo/${again?.id}`)
  expect((await view(album)).cover).toBe(second!.media)
})

it('a cover that an older Copydesk left behind does not keep its picture from being deleted', async () => {
  const [lost] = await addMedia(1, () => ({ storageKey: 'key/lost' }))
  const album = await createAlbum({ photos: 1 })
  await db.updateTable('album').set({ cover: lost! }).where('id', '=', album.id).execute()
  await db
    .updateTable('media')
    .set({ deletedAt: sql<string>`now()` })
    .where('id', '=', lost!)
    .execute()
  const { version } = await db.selectFrom('media').select('version').where('id', '=', lost!).executeTakeFirstOrThrow()
  expect((await api(administrator, 'POST', `/api/media/${lost}/purge`, { version })).status).toBe(204)
  expect((await view(album)).cover).toBeNull()
})
