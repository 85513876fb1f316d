import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import type { ListReply } from '#contract/list.ts'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import { createAlbumDesk } from '../albums/testing/albums.ts'

const desk = await createAlbumDesk({ logLevel: 'warn' })
const { api, db, editor, author, viewer, administrator, createArticle, createAlbum, photosOf, addMedia } = desk

const changes = async (q: string, who = administrator) =>
  (await api<ListReply<TrashItem>>(who, 'GET', `/api/trash?type=change&q=${encodeURIComponent(q)}`)).body.items
const act = async (way: 'restore' | 'purge', { id }: { id: string }, who = administrator) =>
  (await api<{ results: TrashResults }>(who, 'POST', `/api/trash/${way}`, { items: [{ type: 'change', id }] })).body
    .results
const weeksLater = () =>
  sql`update undo_step set created_at = created_at - interval '20 days' where created_at > now() - interval '1 day'`.execute(
    db,
  )
const only = async (title: string, action: string) => {
  const found = (await changes(title)).filter(({ change }) => change?.action === action)
  expect(found).toHaveLength(1)
  return found[0]!
}

it('weeks later a category goes back to where it was, whoever moved it', async () => {
  const make = async (name: string) => (await api<Category>(editor, 'POST', '/api/categories', { name })).body
  const [parent, child] = [await make('New place'), await make('Moved away')]
  expect((await api(editor, 'POST', `/api/categories/${child.id}/move`, { parent: parent.id })).status).toBe(200)
  await weeksLater()
  const step = await only('Moved away', 'move')
  expect(step).toMatchObject({ change: { type: 'category' }, deletedBy: { name: 'The editor' } })
  expect(await act('restore', step)).toMatchObject([{ ok: true }])
  const { parent: now } = (await api<Category>(editor, 'GET', `/api/categories/${child.id}`)).body
  expect(now).toBe(null)
  expect(await changes('Moved away')).toEqual([])
  expect(await act('restore', step)).toMatchObject([{ code: 'not_found' }])
})

it('weeks later the texts of pictures are what they were', async () => {
  const ids = await addMedia(2, (n) => ({ name: `Retold ${n}.jpg`, alt: `Before ${n}` }))
  const written = await api<{ changed: number }>(editor, 'POST', '/api/media/bulk/texts', { ids, alt: 'After {n}' })
  expect(written.body.changed).toBe(2)
  await weeksLater()
  expect(await act('restore', await only('Retold', 'texts'))).toMatchObject([{ ok: true, skipped: 0 }])
  const rows = await db.selectFrom('media').select('alt').where('id', 'in', ids).orderBy('name').execute()
  expect(rows.map(({ alt }) => alt)).toEqual(['Before 0', 'Before 1'])
})

it('a change of many is named after the first of them and how many they are', async () => {
  const ids = await addMedia(5, (n) => ({ name: `Many ${n}.jpg`, alt: '' }))
  await api(editor, 'POST', '/api/media/bulk/texts', { ids, alt: 'Words {n}' })
  const pictures = await only('Many', 'texts')
  expect(pictures).toMatchObject({ others: 4, titles: ['Many 0.jpg', 'Many 1.jpg', 'Many 2.jpg'] })
  expect(await act('restore', pictures)).toMatchObject([{ ok: true, title: 'Many 0.jpg' }])

  const made = [] as string[]
  for (const n of [1, 2, 3, 4]) {
    const article = await api<{ id: string }>(editor, 'POST', '/api/articles', { title: `Crowd ${n}` })
    made.push(article.body.id)
  }
  const body = { action: 'feature', ids: made, expectedCount: 4 }
  const undo = (await api<{ undo: { id: string } }>(editor, 'POST', '/api/articles/bulk', body)).body.undo
  const articles = await only('Crowd', 'feature')
  expect(articles).toMatchObject({ others: 3, titles: ['Crowd 1', 'Crowd 2', 'Crowd 3'] })
  expect((await api(editor, 'POST', `/api/undo/${undo.id}`)).body).toMatchObject({ restored: 4 })

  const albums = [await createAlbum({ title: 'Fair 1', photos: 1 }), await createAlbum({ title: 'Fair 2', photos: 1 })]
  const fair = { action: 'publish', ids: albums.map(({ id }) => id), expectedCount: 2 }
  await api(editor, 'POST', '/api/albums/bulk', fair)
  expect(await only('Fair', 'publish')).toMatchObject({ others: 1, titles: ['Fair 1', 'Fair 2'] })
})

it('weeks later photos are in their album again, each with its texts and in its place', async () => {
  const other = await createAlbum({ title: 'Other album' })
  const ways = [
    ['removePhotos', 'remove', {}],
    ['movePhotosTo', 'transfer', { to: other.id, mode: 'move' }],
    ['copyPhotosTo', 'transfer', { to: other.id, mode: 'copy' }],
    ['movePhotos', 'move', { before: null }],
    ['writePhotoTexts', 'texts', { caption: 'Same for all' }],
    ['sortPhotos', 'sort', undefined],
  ] as const
  for (const [action, path, body] of ways) {
    const title = `Album for ${action}`
    const album = await createAlbum({ title, photos: 5 })
    const facts = async () => (await photosOf(album)).map(({ id, alt, caption }) => [id, alt, caption])
    const elsewhere = async () => (await photosOf(other)).length
    const [before, there] = [await facts(), await elsewhere()]
    const photos = (await photosOf(album)).slice(1, 3).map(({ id }) => id)
    const given = body ? { ...body, photos } : { by: 'name', direction: 'desc' }
    const done = await api(editor, 'POST', `/api/albums/${album.id}/photos/${path}`, given)
    expect([action, done.status]).toEqual([action, 200])
    await weeksLater()
    expect(await act('restore', await only(title, action))).toMatchObject([{ ok: true, skipped: 0 }])
    expect([await facts(), await elsewhere()]).toEqual([before, there])
  }
})

it('authors find their own changes, viewers none; and the list of items shows no change', async () => {
  const mine = await createAlbum({ title: 'Changed by Arno', photos: 2 }, author)
  const theirs = await createAlbum({ title: 'Changed by others', photos: 2 })
  for (const [album, who] of [
    [mine, author],
    [theirs, editor],
  ] as const) {
    const [photo] = await photosOf(album)
    await api(who, 'POST', `/api/albums/${album.id}/photos/remove`, { photos: [photo!.id] })
  }
  expect((await changes('Changed by', author)).map(({ title }) => title)).toEqual(['Changed by Arno'])
  expect(await changes('Changed by', viewer)).toEqual([])
  const [step] = await changes('Changed by others')
  expect(await act('restore', step!, author)).toMatchObject([{ code: 'not_found' }])
  const items = await api<ListReply<TrashItem>>(administrator, 'GET', '/api/trash?q=Changed by')
  expect(items.body.items).toEqual([])
})

it('what an administrator deletes permanently, and what is older than thirty days, is not undone', async () => {
  const album = await createAlbum({ title: 'Forgotten change', photos: 2 })
  const remove = async () => {
    const [photo] = await photosOf(album)
    await api(editor, 'POST', `/api/albums/${album.id}/photos/remove`, { photos: [photo!.id] })
    return (await changes('Forgotten change'))[0]!
  }
  const first = await remove()
  expect(await act('purge', first)).toMatchObject([{ ok: true }])
  expect(await act('restore', first)).toMatchObject([{ code: 'not_found' }])
  const second = await remove()
  await sql`update undo_step set created_at = now() - interval '31 days' where id = ${second.id}`.execute(db)
  expect(await changes('Forgotten change')).toEqual([])
  expect(await act('restore', second)).toMatchObject([{ code: 'not_found' }])
})

it('a cancelled schedule is not called a return to the writer', async () => {
  for (const status of ['scheduled', 'in_review'] as const) {
    const { id, version } = await createArticle({ title: `Back from ${status}`, status })
    expect((await api(editor, 'POST', `/api/articles/${id}/return`, { version })).status).toBe(200)
  }
  await only('Back from in_review', 'return')
  expect(await act('restore', await only('Back from scheduled', 'unschedule'))).toMatchObject([{ ok: true }])
})
