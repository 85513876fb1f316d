import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { flushMissingAlts } from './album-alt-commands.ts'
import { createAlbumDesk, type Changed } from './testing/albums.ts'

const desk = await createAlbumDesk()
const { api, db, editor, author, administrator, createAlbum, addMedia, photosOf } = desk

const post = <T = Changed>(album: { id: string }, path: string, body: object, who = editor) =>
  api<T>(who, 'POST', `/api/albums/${album.id}/photos${path}`, body)
const undo = (id: UndoPointer | null, who = editor) =>
  api<{ restored: number; skipped: number }>(who, 'POST', `/api/undo/${id?.id}`)
const view = async (album: { id: string }) => (await api<Album>(editor, 'GET', `/api/albums/${album.id}`)).body
const names = async (album: { id: string }) =>
  (await photosOf(album)).map(({ name }) => /\d+/.exec(name)?.[0]).join(' ')
const idsOf = async (album: { id: string }) => (await photosOf(album)).map(({ id }) => id)
/** Whole rows, as they lie in the database; without the place numbers, which may be given again. */
const rowsOf = async (album: { id: string }) =>
  (await db.selectFrom('albumPhoto').selectAll().where('albumId', '=', album.id).orderBy('position').execute()).map(
    ({ position: _position, ...row }) => row,
  )

describe('adding photos', () => {
  it('puts them where they were asked for, in the order given, and says which were there already', async () => {
    const media = await addMedia(4)
    const album = await createAlbum({ media: media.slice(0, 2) })
    const [, second] = await idsOf(album)
    const added = await post<Changed & { added: AlbumPhoto[]; present: string[] }>(album, '', {
      media: [media[3], media[0], media[2]],
      before: second,
    })
    expect(added).toMatchObject({ status: 200, body: { present: [media[0]], album: { photos: 4, version: 3 } } })
    expect(added.body.added.map((photo) => photo.media)).toEqual([media[3], media[2]])
    expect(await names(album)).toBe('1 4 3 2')
    const again = await post(album, '', { media: [media[0]] })
    expect(again.body).toMatchObject({ undo: null, present: [media[0]], album: { version: 3 } })
    expect((await undo(added.body.undo)).body).toMatchObject({ restored: 2, skipped: 0 })
    expect(await names(album)).toBe('1 2')
  })

  it('refuses a file that is not there, naming it, and adds none of the others', async () => {
    const [one] = await addMedia(1)
    const album = await createAlbum({ photos: 0 })
    const refused = await post(album, '', { media: [one, album.id] })
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'media.1', code: 'unknown_id' }] } })
    await db.updateTable('media').set({ deletedAt: '2026-01-01T00:00:00Z' }).where('id', '=', one!).execute()
    expect((await post(album, '', { media: [one] })).status).toBe(400)
    expect((await view(album)).photos).toBe(0)
  })

  it('stops at ten thousand', async () => {
    const album = await createAlbum({ photos: 0 })
    const media = await addMedia(10_001)
    for (let at = 0; at < 10_000; at += 1000)
      expect((await post(album, '', { media: media.slice(at, at + 1000) })).status).toBe(200)
    const full = await post(album, '', { media: media.slice(10_000) })
    expect(full).toMatchObject({ status: 400, body: { fields: [{ path: 'media', code: 'too_many' }] } })
    const all = await photosOf(album)
    expect(all.map((photo) => photo.media)).toEqual(media.slice(0, 10_000))
    const moved = await post(album, '/move', { photos: all.map(({ id }) => id).toReversed(), before: null })
    expect(moved).toMatchObject({ status: 200, body: { changed: 0, undo: null } })
  }, 180_000)
})

describe('moving photos', () => {
  it('keeps the order they have, and undo brings the very same order back', async () => {
    const album = await createAlbum({ photos: 8 })
    const ids = await idsOf(album)
    const before = await rowsOf(album)
    const moved = await post(album, '/move', { photos: [ids[6], ids[2], ids[4]], before: ids[1] })
    expect(moved.body).toMatchObject({ changed: 3, skipped: 0 })
    expect(await names(album)).toBe('1 3 5 7 2 4 6 8')
    expect((await undo(moved.body.undo)).body).toMatchObject({ restored: 3, skipped: 0 })
    expect(await rowsOf(album)).toEqual(before)
    expect((await undo(moved.body.undo)).body.code).toBe('undo_expired')
  })

  it('steps are undone one after the other, as far as one went', async () => {
    const album = await createAlbum({ photos: 6 })
    const ids = await idsOf(album)
    const before = await rowsOf(album)
    const steps = [
      await post(album, '/move', { photos: [ids[5]], before: ids[0] }),
      await post(album, '/sort', { by: 'name', direction: 'desc' }),
      await post(album, '/texts', { photos: ids.slice(0, 3), caption: 'Day {n}' }),
      await post(album, '/remove', { photos: [ids[5], ids[1]] }),
    ]
    for (const step of steps.toReversed()) expect((await undo(step.body.undo)).body.skipped).toBe(0)
    expect(await rowsOf(album)).toEqual(before)
  })

  it('what someone else moved since stays where they put it', async () => {
    const album = await createAlbum({ photos: 6 })
    const ids = await idsOf(album)
    const first = await post(album, '/move', { photos: [ids[4], ids[5]], before: ids[0] })
    await post(album, '/move', { photos: [ids[4]], before: null }, administrator)
    expect((await undo(first.body.undo)).body).toMatchObject({ restored: 1, skipped: 1 })
    expect(await names(album)).toBe('1 2 3 4 6 5')
  })

  it('skips what has gone meanwhile, and says when the place has gone', async () => {
    const album = await createAlbum({ photos: 4 })
    const ids = await idsOf(album)
    await post(album, '/remove', { photos: [ids[1]] }, administrator)
    expect((await post(album, '/move', { photos: [ids[0], ids[1]], before: null })).body).toMatchObject({
      changed: 1,
      skipped: 1,
    })
    expect((await post(album, '/move', { photos: [ids[0]], before: ids[1] })).body.code).toBe('count_changed')
  })

  it('a hundred moves to the same place still fit in between', async () => {
    const album = await createAlbum({ photos: 12 })
    let ids = await idsOf(album)
    for (let n = 0; n < 100; n++) {
      await post(album, '/move', { photos: [ids[11]], before: ids[1] })
      ids = [ids[0]!, ids[11]!, ...ids.slice(1, 11)]
    }
    expect(await idsOf(album)).toEqual(ids)
  })
})

describe('sorting', () => {
  it('by name counts as people do, and undo brings back what was arranged by hand', async () => {
    const media = await addMedia(4, (n) => ({ name: ['IMG_10.jpg', 'IMG_9.jpg', 'IMG_100.jpg', 'IMG_1.jpg'][n] }))
    const album = await createAlbum({ media })
    const sorted = await post(album, '/sort', { by: 'name' })
    expect(await names(album)).toBe('1 9 10 100')
    expect((await post(album, '/sort', { by: 'name' })).body).toMatchObject({ changed: 0, undo: null })
    await post(album, '/sort', { by: 'name', direction: 'desc' }, administrator)
    expect(await names(album)).toBe('100 10 9 1')
    expect((await undo(sorted.body.undo)).body).toMatchObject({ restored: 0, skipped: 4 })
  })

  it('by capture time leaves those that have none to the end, by name', async () => {
    const taken = ['2026-05-01T12:00:00', null, '2025-12-31T23:59:59', null, '2026-05-01T12:00:00']
    const media = await addMedia(5, (n) => ({ capturedAt: taken[n], name: `IMG_${5 - n}.jpg` }))
    const album = await createAlbum({ media })
    await post(album, '/sort', { by: 'capturedAt' })
    expect(await names(album)).toBe('3 1 5 2 4')
    expect((await photosOf(album)).map(({ capturedAt }) => capturedAt)).toEqual([
      taken[2],
      taken[0],
      taken[0],
      null,
      null,
    ])
    await post(album, '/sort', { by: 'capturedAt', direction: 'desc' })
    expect(await names(album)).toBe('1 5 3 2 4')
  })
})

describe('the library', () => {
  const uses = async (media: string, who = editor) =>
    (await api<{ items: object[]; total: number }>(who, 'GET', `/api/media/${media}/uses`)).body
  // Counts are added up when a list is read.
  const counted = async (media: string) => {
    await api(editor, 'GET', '/api/media?unused=true')
    return (await api<{ uses: number }>(editor, 'GET', `/api/media/${media}`)).body.uses
  }

  it('knows which albums show a picture, in the trash too, and does not delete it', async () => {
    const [media = ''] = await addMedia(1)
    const album = await createAlbum({ title: 'Boats', media: [media] })
    const other = await createAlbum({ photos: 0 })
    expect(await counted(media)).toBe(1)
    const [photo] = await idsOf(album)
    const copied = await post(album, '/transfer', { photos: [photo], to: other.id, mode: 'copy' })
    expect(await counted(media)).toBe(2)
    await undo(copied.body.undo)
    expect(await counted(media)).toBe(1)
    await api(editor, 'PATCH', `/api/albums/${album.id}`, { version: album.version, cover: media })
    expect(await uses(media)).toEqual({
      items: [{ type: 'album', id: album.id, title: 'Boats', places: ['photo', 'cover'], trashed: false }],
      total: 1,
    })
    expect((await uses(media, author)).items).toMatchObject([{ title: null }])
    const refused = await api(editor, 'DELETE', `/api/media/${media}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } })

    const trashed = await desk.actOn(album, 'trash')
    expect(await uses(media)).toMatchObject({ items: [{ trashed: true }], total: 1 })
    await api(administrator, 'POST', `/api/albums/${album.id}/purge`, { version: trashed.version })
    expect([await counted(media), (await uses(media)).total]).toEqual([0, 0])
    expect((await api(editor, 'DELETE', `/api/media/${media}`)).status).toBe(204)
  })
})

describe('texts', () => {
  it('number the photos in the order of the album, and undo gives every one its own back', async () => {
    const album = await createAlbum({ photos: 4 })
    const ids = await idsOf(album)
    const url = `/api/albums/${album.id}/photos/${ids[1]}`
    expect((await api(editor, 'PATCH', url, { caption: 'By hand' })).body).toMatchObject({
      photo: { id: ids[1], caption: 'By hand', alt: '' },
    })
    const some = [ids[3], ids[1], ids[0]]
    const written = await post(album, '/texts', { photos: some, caption: 'Day {n} of {n}', alt: 'Rain' })
    expect(written.body.changed).toBe(3)
    expect((await photosOf(album)).map(({ caption }) => caption)).toEqual([
      'Day 1 of 1',
      'Day 2 of 2',
      '',
      'Day 3 of 3',
    ])
    expect((await undo(written.body.undo)).body).toMatchObject({ restored: 3, skipped: 0 })
    expect((await photosOf(album)).map(({ caption, alt }) => caption + alt)).toEqual(['', 'By hand', '', ''])
    const gentle = await post(album, '/texts', { photos: ids, caption: 'Rain', onlyEmpty: true })
    expect(gentle.body.changed).toBe(3)
    expect((await photosOf(album))[1]?.caption).toBe('By hand')
  })

  it('the photos without alternative text are counted, whether it is missing here or in the library', async () => {
    const media = await addMedia(3, (n) => ({ alt: n === 0 ? 'A boat' : '' }))
    const album = await createAlbum({ media })
    expect(album).toMatchObject({ photos: 3, missingAlt: 2 })
    const [, second] = await idsOf(album)
    const { body } = await post(album, '/texts', { photos: [second], alt: 'A house' })
    expect(body.album.missingAlt).toBe(1)
    const found = await api<{ items: Album[] }>(editor, 'GET', '/api/albums?missingAlt=true')
    expect(found.body.items.map(({ id }) => id)).toEqual([album.id])
  })

  it('albums with and without missing texts are told apart as they change, counted or not', async () => {
    const media = await addMedia(3, (n) => ({ alt: n === 0 ? 'A boat' : '' }))
    const [one, two, empty] = [
      await createAlbum({ media }),
      await createAlbum({ media: [media[1]!] }),
      await createAlbum({ photos: 0 }),
    ]
    const told = async () => {
      const ids = async (missing: boolean) => {
        const { body } = await api<{ items: Album[] }>(editor, 'GET', `/api/albums?missingAlt=${missing}&pageSize=100`)
        return body.items.map(({ id }) => id)
      }
      const [missing, complete] = [await ids(true), await ids(false)]
      return [one, two, empty].map(({ id }) => `${missing.includes(id)} ${complete.includes(id)}`)
    }
    const [lacks, has] = ['true false', 'false true']
    const expectAll = async (expected: string[]) => {
      expect(await told()).toEqual(expected)
      await flushMissingAlts(db)
      expect(await told()).toEqual(expected)
      expect(await db.selectFrom('albumAltChange').select('albumId').execute()).toEqual([])
    }
    await expectAll([lacks, lacks, has])
    const write = (id: string, alt: string) => sql`update media set alt = ${alt} where id = ${id}`.execute(db)
    await write(media[1]!, 'A house')
    await expectAll([lacks, has, has])
    const third = (await idsOf(one))[2]
    await post(one, '/texts', { photos: [third], alt: 'A tree' })
    await expectAll([has, has, has])
    await write(media[1]!, '')
    await write(media[2]!, 'A tree, too')
    await expectAll([lacks, lacks, has])
    await post(one, '/remove', { photos: [(await idsOf(one))[1]] })
    await expectAll([has, lacks, has])
    await post(two, '/transfer', { photos: await idsOf(two), to: empty.id, mode: 'move' })
    await expectAll([has, has, lacks])
    // One that is being edited is left for the next time.
    await write(media[1]!, 'A house')
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('album').select('id').where('id', '=', empty.id).forUpdate().execute()
      await flushMissingAlts(db)
      expect(await told()).toEqual([has, has, has])
    })
    await expectAll([has, has, has])
  })

  it('R01 a photo is not there under the address of another album', async () => {
    const [album, other] = [await createAlbum(), await createAlbum()]
    const [photo] = await idsOf(other)
    const url = (one: { id: string }) => `/api/albums/${one.id}/photos/${photo}`
    expect((await api(editor, 'PATCH', url(album), { alt: 'x' })).status).toBe(404)
    for (const path of ['/move', '/remove', '/texts', '/transfer']) {
      const more = { '/move': { before: null }, '/texts': { alt: 'x' }, '/transfer': { to: other.id, mode: 'move' } }[
        path
      ]
      const reply = await post(album, path, { photos: [photo], ...more })
      expect(reply).toMatchObject({ status: 200, body: { changed: 0, skipped: 1, undo: null } })
    }
    expect((await photosOf(other))[0]).toMatchObject({ id: photo, alt: '' })
    expect((await api(editor, 'PATCH', url(other), { alt: 'x' })).status).toBe(200)
  })
})

describe('taking photos out', () => {
  it('and back again gives the very same rows in the same order, with the cover', async () => {
    const album = await createAlbum({ photos: 5 })
    const photos = await photosOf(album)
    await post(album, '/texts', { photos: [photos[3]!.id], caption: 'Rain' })
    const { version } = await view(album)
    await api(editor, 'PATCH', `/api/albums/${album.id}`, { version, cover: photos[3]!.media })
    const before = await rowsOf(album)
    const removed = await post(album, '/remove', { photos: [photos[3]!.id, photos[0]!.id, photos[1]!.id] })
    expect(removed.body).toMatchObject({ changed: 3, album: { cover: null, coverImage: { id: photos[2]!.media } } })
    expect(await names(album)).toBe('3 5')
    expect((await undo(removed.body.undo)).body).toMatchObject({ restored: 3, skipped: 0 })
    expect(await rowsOf(album)).toEqual(before)
    expect((await view(album)).cover).toBe(photos[3]!.media)
  })

  it('only who did it can undo it, and only while the album is there', async () => {
    const album = await createAlbum({ photos: 3 }, author)
    const [photo] = await idsOf(album)
    const removed = await post(album, '/remove', { photos: [photo] }, author)
    expect((await undo(removed.body.undo)).body.code).toBe('undo_expired')
    const trashed = await desk.actOn(album, 'trash', author)
    expect((await undo(removed.body.undo, author)).body.code).toBe('undo_expired')
    await api(author, 'POST', `/api/albums/${album.id}/restore`, { version: trashed.version })
    expect((await undo(removed.body.undo, author)).body).toMatchObject({ restored: 1, skipped: 0 })
  })

  it('what the library deleted meanwhile stays out', async () => {
    const album = await createAlbum({ photos: 2 })
    const [photo] = await photosOf(album)
    const removed = await post(album, '/remove', { photos: [photo!.id] })
    await db.updateTable('media').set({ deletedAt: '2026-01-01T00:00:00Z' }).where('id', '=', photo!.media).execute()
    expect((await undo(removed.body.undo)).body).toMatchObject({ restored: 0, skipped: 1 })
  })
})

describe('between albums', () => {
  it('a move takes photos with their texts along, does not double them, and goes back to where they were', async () => {
    const media = await addMedia(6)
    const [here, there] = [
      await createAlbum({ media: media.slice(0, 4) }),
      await createAlbum({ media: media.slice(3) }),
    ]
    const ids = await idsOf(here)
    await post(here, '/texts', { photos: ids, caption: 'Day {n}' })
    const before = { here: await rowsOf(here), there: await rowsOf(there) }
    const moved = await post<Changed & { to: Album; present: number }>(here, '/transfer', {
      photos: [ids[1], ids[3]],
      to: there.id,
      mode: 'move',
    })
    expect(moved.body).toMatchObject({ changed: 1, present: 1, skipped: 0, album: { photos: 2 }, to: { photos: 4 } })
    expect((await photosOf(there)).map(({ media: file }) => media.indexOf(file))).toEqual([3, 4, 5, 1])
    expect((await photosOf(there)).at(-1)?.caption).toBe('Day 2')
    expect((await undo(moved.body.undo)).body.skipped).toBe(0)
    expect({ here: await rowsOf(here), there: await rowsOf(there) }).toEqual(before)
  })

  it('a copy leaves the album as it was', async () => {
    const [here, there] = [await createAlbum({ photos: 2 }), await createAlbum({ photos: 0 })]
    const { version } = await view(here)
    const copied = await post(here, '/transfer', { photos: await idsOf(here), to: there.id, mode: 'copy' })
    expect(copied.body).toMatchObject({ changed: 2, album: { version, photos: 2 }, to: { photos: 2 } })
    expect((await undo(copied.body.undo)).body).toMatchObject({ restored: 2, skipped: 0 })
    expect((await view(there)).photos).toBe(0)
  })

  it('an id in capitals is the same id: an album keeps its photos when they go to itself', async () => {
    const album = await createAlbum({ photos: 3 })
    const photos = (await idsOf(album)).map((id) => id.toUpperCase())
    for (const to of [album.id, album.id.toUpperCase()]) await post(album, '/transfer', { photos, to, mode: 'move' })
    expect((await view(album)).photos).toBe(3)
    const [added] = await addMedia(1)
    const put = await post<Changed>(album, '', { media: [added!.toUpperCase()] })
    expect(put).toMatchObject({ status: 200, body: { album: { photos: 4 } } })
  })

  it('goes only where the person may write', async () => {
    const mine = await createAlbum({ photos: 1 }, author)
    const photos = await idsOf(mine)
    const [draft, shown] = [await createAlbum(), await createAlbum({ status: 'published' })]
    const to = (album: { id: string }) => post(mine, '/transfer', { photos, to: album.id, mode: 'move' }, author)
    expect(await to(draft)).toMatchObject({ status: 400, body: { fields: [{ path: 'to', code: 'unknown_id' }] } })
    expect((await to(shown)).status).toBe(403)
    expect(await to(mine)).toMatchObject({ status: 400, body: { fields: [{ path: 'to', code: 'same' }] } })
    expect((await view(mine)).photos).toBe(1)
  })
})

describe('an id in capitals', () => {
  it('is the same id: an album is not moved into itself, and its photos are found', async () => {
    const album = await createAlbum({ photos: 2 })
    const ids = await idsOf(album)
    const into = { photos: ids, to: album.id.toUpperCase(), mode: 'move' }
    expect((await post(album, '/transfer', into)).status).toBe(400)
    expect(await names(album)).toBe('1 2')
    const [media] = await addMedia(1)
    expect((await post(album, '', { media: [media!.toUpperCase()] })).status).toBe(200)
    const big = { id: album.id.toUpperCase() }
    const words = { photos: ids.map((id) => id.toUpperCase()), caption: 'Day {n}' }
    expect((await post(big, '/texts', words)).body).toMatchObject({ changed: 2, skipped: 0 })
    expect((await post(big, '/move', { photos: [ids[0]!.toUpperCase()], before: null })).body).toMatchObject({
      changed: 1,
    })
  })
})

describe('the texts of one photo', () => {
  it('are not written over what someone else wrote since, unless that is wanted', async () => {
    const album = await createAlbum({ photos: 1 })
    const [photo] = await photosOf(album)
    const edit = (body: object) => api<Changed>(editor, 'PATCH', `/api/albums/${album.id}/photos/${photo!.id}`, body)
    expect((await edit({ caption: 'Ann', base: { caption: '' } })).status).toBe(200)
    const late = await edit({ caption: 'Ben', base: { caption: '' } })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale_version', current: { caption: 'Ann' } } })
    expect((await photosOf(album))[0]!.caption).toBe('Ann')
    // Another field is another text; and who says the same has said nothing against it.
    expect((await edit({ alt: 'A boat', base: { alt: '' } })).status).toBe(200)
    expect((await edit({ caption: 'Ann', base: { caption: '' } })).body).toMatchObject({ undo: null })
    expect((await edit({ caption: 'Ben', base: { caption: 'Ann' } })).status).toBe(200)
    expect((await edit({ caption: 'Cy' })).status).toBe(200)
  })
})

describe('undo', () => {
  const transfer = (from: { id: string }, to: { id: string }, photos: string[]) =>
    post<Changed>(from, '/transfer', { photos, to: to.id, mode: 'move' })

  it.each(['trashed', 'purged'])('brings moved photos back though the other album is %s', async (state) => {
    const [from, to] = [await createAlbum({ photos: 3 }), await createAlbum({ photos: 1 })]
    const [first, second] = await idsOf(from)
    await post(from, '/texts', { photos: [first], caption: 'Mine' })
    const moved = await transfer(from, to, [first!, second!])
    const { version } = await view(to)
    const { body: trashed } = await api<Album>(editor, 'POST', `/api/albums/${to.id}/trash`, { version })
    if (state === 'purged') await api(administrator, 'POST', `/api/albums/${to.id}/purge`, { version: trashed.version })
    expect(await undo(moved.body.undo)).toMatchObject({ status: 200, body: { restored: 2, skipped: 0 } })
    expect((await photosOf(from)).map(({ caption }) => caption)).toEqual(['Mine', '', ''])
    if (state === 'trashed') expect((await view(to)).photos).toBe(1)
  })

  it('brings removed photos back to their places, in whichever order', async () => {
    const album = await createAlbum({ photos: 4 })
    const ids = await idsOf(album)
    const undos = []
    for (const id of [ids[0], ids[1], ids[2]]) undos.push((await post(album, '/remove', { photos: [id] })).body.undo)
    for (const step of undos) await undo(step)
    expect(await idsOf(album)).toEqual(ids)
  })

  it('makes no album larger than it may be', async () => {
    const album = await createAlbum({ photos: 0 })
    const media = await addMedia(10_010)
    for (let at = 0; at < 10_000; at += 1000) await post(album, '', { media: media.slice(at, at + 1000) })
    const ids = (await idsOf(album)).slice(0, 10)
    const removed = await post(album, '/remove', { photos: ids })
    await post(album, '', { media: media.slice(10_000, 10_006) })
    expect((await undo(removed.body.undo)).body).toMatchObject({ restored: 4, skipped: 6 })
    expect((await view(album)).photos).toBe(10_000)
  }, 60_000)
})

it('a text that is too long with its number is refused, not cut', async () => {
  const album = await createAlbum({ photos: 10 })
  const photos = await idsOf(album)
  const alt = `${'x'.repeat(295)}{n}😀`
  expect(await post(album, '/texts', { photos: photos.slice(0, 9), alt })).toMatchObject({ status: 200 })
  const long = `${'x'.repeat(297)}{n}`
  expect(await post(album, '/texts', { photos: photos.slice(0, 9), alt: `${long}xx` })).toMatchObject({ status: 400 })
  expect(await post(album, '/texts', { photos, caption: `${'x'.repeat(497)}{n}` })).toMatchObject({ status: 200 })
  expect(await post(album, '/texts', { photos, caption: `${'x'.repeat(499)}` + '{n}' })).toMatchObject({ status: 400 })
  expect((await photosOf(album))[9]!.caption).toHaveLength(499)
})

it('a published album keeps at least one photo', async () => {
  const [album, other] = [await createAlbum({ photos: 2, status: 'published' }), await createAlbum({ photos: 1 })]
  const photos = await idsOf(album)
  const refused = { status: 409, body: { code: 'not_publishable', reasons: ['photos'] } }
  expect(await post(album, '/remove', { photos })).toMatchObject(refused)
  expect(await post(album, '/transfer', { photos, to: other.id, mode: 'move' })).toMatchObject(refused)
  expect((await view(album)).photos).toBe(2)
  expect((await view(other)).photos).toBe(1)
  expect(await post(album, '/remove', { photos: photos.slice(1) })).toMatchObject({ status: 200 })
})
