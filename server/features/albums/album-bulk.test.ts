import { expect, it } from 'vitest'
import type { Album } from '#contract/albums.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createAlbumDesk } from './testing/albums.ts'

const desk = await createAlbumDesk()
const { api, db, editor, author, administrator, createAlbum } = desk

type Reply = {
  results: { id: string; title: string; ok: boolean; code: string | null }[]
  undo: UndoPointer | null
  code?: string
}
const bulk = (body: object, who = editor) => api<Reply>(who, 'POST', '/api/albums/bulk', body)
const undo = (id: UndoPointer | null, who = editor) =>
  api<{ restored: number; skipped: number }>(who, 'POST', `/api/undo/${id?.id}`)
const rowsOf = (ids: readonly string[]) =>
  db
    .selectFrom('album')
    .select(['id', 'title', 'slug', 'status', 'publishedAt', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()

it('all albums that match are changed in one request, and one undo brings each back to what it was', async () => {
  const states = ['draft', 'published', 'archived', 'draft'] as const
  const albums = []
  for (const [n, status] of states.entries()) albums.push(await createAlbum({ title: `Regatta ${n}`, status }))
  const ids = albums.map(({ id }) => id)
  const before = await rowsOf(ids)
  const all = { filter: { q: 'regatta' }, expectedCount: 4 }
  for (const action of ['trash', 'publish']) {
    const done = await bulk({ action, ...all })
    expect(done.status).toBe(200)
    const wrong = done.body.results.filter(({ ok }) => !ok)
    expect(wrong.map(({ title, code }) => [title, code])).toEqual(
      action === 'trash' ? [] : [['Regatta 1', 'illegal_transition']],
    )
    const changed = 4 - wrong.length
    expect(await undo(done.body.undo)).toMatchObject({ status: 200, body: { restored: changed, skipped: 0 } })
    expect(await rowsOf(ids)).toEqual(before)
  }
})

it('nothing is done when they are not as many as were seen', async () => {
  const album = await createAlbum({ title: 'Alone here' })
  const stale = await bulk({ action: 'trash', filter: { q: 'alone here' }, expectedCount: 2 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'count_changed' } })
  expect((await api<Album>(editor, 'GET', `/api/albums/${album.id}`)).body.deletedAt).toBeNull()
  expect((await bulk({ action: 'trash', expectedCount: 1 })).status).toBe(400)
  expect((await bulk({ action: 'purge', ids: [album.id], expectedCount: 1 })).status).toBe(400)
  expect((await bulk({ action: 'trash', ids: [album.id, album.id], expectedCount: 2 })).status).toBe(400)
})

it('each is asked for itself: what is not allowed or not possible stays, and is named', async () => {
  const [mine, theirs] = [
    await createAlbum({ title: 'Mine' }, author),
    await createAlbum({ title: 'Theirs', status: 'published' }),
  ]
  const empty = await createAlbum({ title: 'Empty', photos: 0 })
  const ids = [mine.id, theirs.id, empty.id]
  expect((await bulk({ action: 'publish', ids, expectedCount: 3 }, author)).status).toBe(403)
  const trashed = await bulk({ action: 'trash', ids, expectedCount: 3 }, author)
  expect(trashed.body.results).toEqual([
    { id: mine.id, title: 'Mine', ok: true, code: null },
    { id: theirs.id, title: 'Theirs', ok: false, code: 'forbidden' },
    { id: empty.id, title: '', ok: false, code: 'not_found' },
  ])
  expect((await undo(trashed.body.undo, editor)).status).toBe(409)
  expect((await undo(trashed.body.undo, author)).body).toMatchObject({ restored: 1, skipped: 0 })
  const published = await bulk({ action: 'publish', ids, expectedCount: 3 })
  expect(published.body.results.map(({ code }) => code)).toEqual([null, 'illegal_transition', 'not_publishable'])
})

it('an undo leaves alone what someone changed since, and is not hindered by what is gone', async () => {
  const albums = [await createAlbum({}), await createAlbum({}), await createAlbum({})]
  const ids = albums.map(({ id }) => id)
  const trashed = await bulk({ action: 'trash', ids, expectedCount: 3 })
  const version = albums[0]!.version + 1
  await api(administrator, 'POST', `/api/albums/${ids[0]}/purge`, { version })
  await api(editor, 'POST', `/api/albums/${ids[1]}/restore`, { version: albums[1]!.version + 1 })
  expect((await undo(trashed.body.undo)).body).toMatchObject({ restored: 1, skipped: 2 })
})
