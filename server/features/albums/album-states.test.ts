import { describe, expect, it } from 'vitest'
import {
  albumActionFits,
  albumActionNames,
  albumActions,
  albumStates,
  type AlbumAction,
  type AlbumState,
} from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import { scopeCovers, scopeOf, type Permission, type Role } from '#contract/permissions.ts'
import { keepUnchanged } from '../../testing/unchanged-items.ts'
import type { Person } from '../articles/testing/desk.ts'
import { createAlbumDesk } from './testing/albums.ts'

const desk = await createAlbumDesk()
const { api, app, db, createAlbum, addMedia, author, editor } = desk

type Who = { name: string; role: Role; person: Person; owns: boolean }
const people: Who[] = [
  { name: 'an administrator', role: 'administrator', person: desk.administrator, owns: false },
  { name: 'an editor', role: 'editor', person: editor, owns: false },
  { name: 'an author, with their own album,', role: 'author', person: author, owns: true },
  { name: 'an author, with someone else’s album,', role: 'author', person: author, owns: false },
  { name: 'an ad manager', role: 'ad_manager', person: desk.adManager, owns: false },
  { name: 'a viewer', role: 'viewer', person: desk.viewer, owns: false },
]

/** The answer, from the tables of the contract alone. */
function expected({ role, owns }: Who, permission: Permission, state: AlbumState, fits: boolean) {
  const reaches = (asked: Permission) =>
    scopeCovers(scopeOf(role, asked), { own: owns, published: state === 'published' })
  if (scopeOf(role, permission) === 'none') return { status: 403, code: 'forbidden' }
  if (!reaches('albums.read')) return { status: 404, code: 'not_found' }
  if (!reaches(permission)) return { status: 403, code: 'forbidden' }
  const changesIt = permission === 'albums.write' || permission === 'albums.trash'
  if (changesIt && state === 'published' && !reaches('albums.publish')) return { status: 403, code: 'needs_publisher' }
  return fits ? { status: 200 } : { status: 409, code: 'illegal_transition' }
}

const words: Record<number, string> = {
  200: 'may',
  403: 'is not allowed to',
  404: 'does not even find, to',
  409: 'cannot',
}
const cellsOf = <T extends { name: string; permission: Permission; fits: (state: AlbumState) => boolean }>(acts: T[]) =>
  albumStates.flatMap((state) =>
    acts.flatMap((act) =>
      people.map((who) => {
        const answer = expected(who, act.permission, state, act.fits(state))
        return { sentence: `${who.name} ${words[answer.status]} ${act.name} a ${state} album`, who, act, state, answer }
      }),
    ),
  )

const rowOf = (id: string) =>
  db.selectFrom('album').select(['status', 'deletedAt', 'version', 'photos']).where('id', '=', id).executeTakeFirst()

describe('who may do what in which state', () => {
  const actions = albumActionNames.map((name) => ({
    name,
    permission: albumActions[name].permission as Permission,
    fits: (state: AlbumState) => albumActionFits(name, state),
  }))

  const unchanged = keepUnchanged<Album>()

  it.each(cellsOf(actions))('$sentence', async ({ who, act, state, answer }) => {
    const make = () => createAlbum({ status: state }, who.owns ? author : editor)
    const kind = `${state} ${who.owns}`
    const album = answer.status === 200 ? await make() : await unchanged.take(kind, make)
    const url = `/api/albums/${album.id}`
    const before = await rowOf(album.id)
    const seen = await api<Album>(who.person, 'GET', url)
    if (seen.status === 200) expect(seen.body.can[act.name]).toBe(answer.status === 200)

    const did = await api<Album>(who.person, 'POST', `${url}/${act.name}`, { version: album.version })
    const after = await rowOf(album.id)
    if (answer.status !== 200) {
      expect(did).toMatchObject({ status: answer.status, body: { code: answer.code } })
      expect(after).toEqual(before)
      return unchanged.giveBack(kind, album)
    }
    const { to } = albumActions[act.name as AlbumAction]
    if (to === null) {
      expect(did.status).toBe(204)
      return expect(after).toBeUndefined()
    }
    expect(did).toMatchObject({ status: 200, body: { version: album.version + 1 } })
    expect(after).toMatchObject(
      to === 'trashed'
        ? { deletedAt: expect.any(String) }
        : { status: to, deletedAt: null, version: album.version + 1 },
    )
  })
})

describe('every change of an album asks the same', () => {
  const calls: [
    name: string,
    method: 'POST' | 'PATCH',
    path: string,
    body: (media: string, photo: string) => object,
  ][] = [
    ['edit', 'PATCH', '', () => ({ place: 'Lund' })],
    ['add photos to', 'POST', '/photos', (media) => ({ media: [media] })],
    ['move photos of', 'POST', '/photos/move', (_, photo) => ({ photos: [photo], before: null })],
    ['sort', 'POST', '/photos/sort', () => ({ by: 'name' })],
    ['caption photos of', 'POST', '/photos/texts', (_, photo) => ({ photos: [photo], caption: 'Rain' })],
    ['caption a photo of', 'PATCH', '/photos/:photo', () => ({ caption: 'Rain' })],
    ['take photos out of', 'POST', '/photos/remove', (_, photo) => ({ photos: [photo] })],
    ['copy photos from', 'POST', '/photos/transfer', (_, photo) => ({ photos: [photo], mode: 'copy' })],
  ]
  const changes = calls.map(([name, method, path, body]) => ({
    name,
    method,
    path,
    body,
    permission: 'albums.write' as const,
    fits: (state: AlbumState) => state !== 'trashed',
  }))

  async function albumWithPhotos(status: AlbumState, owner: Person) {
    const [one = '', another = '', other = ''] = await addMedia(3)
    const album = await createAlbum({ status, media: [one, another] }, owner)
    const photo = await db
      .selectFrom('albumPhoto')
      .select('id')
      .where('albumId', '=', album.id)
      .executeTakeFirstOrThrow()
    return { album, photo, other, to: (await createAlbum({}, owner)).id }
  }
  const unchanged = keepUnchanged<Awaited<ReturnType<typeof albumWithPhotos>>>()

  it.each(cellsOf(changes))('$sentence', async ({ who, act, state, answer }) => {
    const make = () => albumWithPhotos(state, who.owns ? author : editor)
    const kind = `${state} ${who.owns}`
    const item = answer.status === 200 ? await make() : await unchanged.take(kind, make)
    const { album, photo, other, to } = item
    const target = act.path.endsWith('transfer') ? { to } : {}
    const seen = await api<Album>(who.person, 'GET', `/api/albums/${album.id}`)
    if (seen.status === 200) expect(seen.body.can.write).toBe(answer.status === 200)
    const body = {
      ...act.body(other, photo.id),
      ...target,
      ...(act.name === 'edit' && { version: album.version }),
    }
    const url = `/api/albums/${album.id}${act.path.replace(':photo', photo.id)}`
    const did = await api<{ code?: string }>(who.person, act.method, url, body)
    expect([did.status, did.body.code]).toEqual([answer.status, answer.code])
    if (answer.status === 200) return
    expect((await rowOf(album.id))?.version).toBe(album.version)
    unchanged.giveBack(kind, item)
  })

  it('reading, too: the album, its photos, its uses and the list', async () => {
    for (const who of people)
      for (const state of albumStates) {
        const album = await createAlbum({ status: state }, who.owns ? author : editor)
        const { status } = expected(who, 'albums.read', state, true)
        for (const path of ['', '/photos', '/uses'])
          expect((await api(who.person, 'GET', `/api/albums/${album.id}${path}`)).status, `${who.name} ${state}`).toBe(
            status,
          )
        const query = `/api/albums?status=${state}&sort=-updatedAt`
        const { items } = (await api<{ items: Album[] }>(who.person, 'GET', query)).body
        expect(items.some(({ id }) => id === album.id)).toBe(status === 200)
      }
  })

  it.each(['author', 'viewer', 'ad_manager'] as const)('only those who write albums start one: %s', async (role) => {
    const { headers } = await desk.signIn(role)
    const reply = await app.inject({ method: 'POST', url: '/api/albums', headers, payload: { title: 'Mine' } })
    expect(reply.statusCode).toBe(role === 'author' ? 201 : 403)
    const unknown = '/api/undo/0190a000-0000-7000-8000-00000000c0de'
    expect((await app.inject({ method: 'POST', url: unknown, headers })).statusCode).toBe(409)
  })

  it('R05 no one without a token', async () => {
    for (const path of ['', '/0190a000-0000-7000-8000-00000000c0de', '/0190a000-0000-7000-8000-00000000c0de/photos'])
      expect((await api(null, 'GET', `/api/albums${path}`)).status).toBe(401)
  })
})
