import { describe, expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import { type Changed, createAlbumDesk } from './testing/albums.ts'

const { api, author, editor, administrator, addMedia, createAlbum, photosOf, actOn, createUser, signIn, db } =
  await createAlbumDesk()
type Bulk = { results: { ok: boolean; code: string | null }[] }

const view = async (who: typeof author, { id }: { id: string }) =>
  (await api<Album>(who, 'GET', `/api/albums/${id}`)).body
const refused = { status: 403, body: { code: 'needs_publisher' } }

describe('an author’s own album that readers see', async () => {
  const album = await createAlbum({ photos: 2, status: 'published' }, author)
  const target = await createAlbum({ photos: 1 }, author)
  const [first, second] = await photosOf(album)
  const [more = ''] = await addMedia(1)
  const url = `/api/albums/${album.id}`
  const tries: [string, () => ReturnType<typeof api>][] = [
    ['a new title', () => api(author, 'PATCH', url, { version: album.version, title: 'Mine' })],
    ['one more photo', () => api(author, 'POST', `${url}/photos`, { media: [more], before: null })],
    ['a photo less', () => api(author, 'POST', `${url}/photos/remove`, { photos: [first!.id] })],
    ['another order', () => api(author, 'POST', `${url}/photos/move`, { photos: [second!.id], before: first!.id })],
    ['a caption', () => api(author, 'PATCH', `${url}/photos/${first!.id}`, { caption: 'Mine' })],
    ['captions for many', () => api(author, 'POST', `${url}/photos/texts`, { photos: [first!.id], caption: 'x' })],
    [
      'a photo that moves away',
      () => api(author, 'POST', `${url}/photos/transfer`, { photos: [first!.id], to: target.id, mode: 'move' }),
    ],
    [
      'a photo that comes from another album',
      async () => {
        const [other] = await photosOf(target)
        const payload = { photos: [other!.id], to: album.id, mode: 'copy' }
        return api(author, 'POST', `/api/albums/${target.id}/photos/transfer`, payload)
      },
    ],
    ['the trash', () => api(author, 'POST', `${url}/trash`, { version: album.version })],
    ['deletion', () => api(author, 'DELETE', url)],
  ]

  it.each(tries)('does not get %s from the author', async (_what, act) => {
    const before = [await view(editor, album), await photosOf(album)]
    expect(await act()).toMatchObject(refused)
    expect([await view(editor, album), await photosOf(album)]).toEqual(before)
  })

  it('says so in the list and on its page', async () => {
    expect((await view(author, album)).can).toMatchObject({ write: false, trash: false, needsPublisher: true })
    for (const who of [editor, administrator])
      expect((await view(who, album)).can).toMatchObject({ write: true, trash: true, needsPublisher: false })
  })

  it('stays out of the trash by a bulk action, too', async () => {
    const payload = { action: 'trash', ids: [album.id], expectedCount: 1 }
    const { body } = await api<Bulk>(author, 'POST', '/api/albums/bulk', payload)
    expect(body.results).toMatchObject([{ ok: false, code: 'needs_publisher' }])
  })

  it('is theirs again when it is taken down', async () => {
    const down = await createAlbum({ status: 'published' }, author)
    await actOn(down, 'unpublish')
    const draft = await view(author, down)
    expect(draft.can).toMatchObject({ write: true, trash: true, needsPublisher: false })
    const changed = await api(author, 'PATCH', `/api/albums/${down.id}`, { version: draft.version, title: 'Mine' })
    expect(changed.status).toBe(200)
  })
})

it('an undo by an author does not change what readers see meanwhile', async () => {
  const album = await createAlbum({ photos: 1 }, author)
  const media = await addMedia(1)
  const { body } = await api<Changed>(author, 'POST', `/api/albums/${album.id}/photos`, { media, before: null })
  await actOn(album, 'publish')
  expect(await api(author, 'POST', `/api/undo/${body.undo?.id}`)).toMatchObject(refused)
  expect(await photosOf(album)).toHaveLength(2)
})

it('an editor who has become an author does not put an album back before readers by an undo', async () => {
  const user = await createUser({ role: 'editor' })
  const person = await signIn(user)
  const album = await createAlbum({ status: 'published' }, person)
  const trashed = await api(person, 'POST', `/api/albums/${album.id}/trash`, {
    version: album.version,
  })
  expect(trashed.status).toBe(200)
  const step = await db
    .selectFrom('undoStep')
    .select('id')
    .where('createdBy', '=', user.id)
    .where('action', '=', 'trash')
    .executeTakeFirstOrThrow()
  await db.updateTable('userAccount').set({ role: 'author' }).where('id', '=', user.id).execute()
  expect(await api(person, 'POST', `/api/undo/${step.id}`)).toMatchObject(refused)
  expect(
    (await api(person, 'POST', `/api/albums/${album.id}/restore`, { version: album.version + 1 })).body,
  ).toMatchObject({ status: 'draft' })
})
