import { expect, it } from 'vitest'
import type { UndoPointer } from '#contract/undo.ts'
import { dice } from '../../testing/dice.ts'
import type { Person } from '../articles/testing/desk.ts'
import { createAlbumDesk, type Changed } from './testing/albums.ts'
import { amount } from '../../testing/amount.ts'

const { api, db, signIn, administrator, editor, createAlbum, addMedia, photosOf } = await createAlbumDesk()
const OPERATIONS = amount({ full: 800, short: 200 })
const SEED = 20_261

it('B4 four people move, sort, add, take out, transfer and undo at once: every photo once, one order for all', async () => {
  const roll = dice(SEED)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const library = await addMedia(160, (n) => ({ name: `IMG_${(n * 37) % 160}.jpg` }))
  const albums = [
    await createAlbum({ media: library.slice(0, 80) }),
    await createAlbum({ media: library.slice(60, 120) }),
  ]
  const people: Person[] = [administrator, editor, await signIn('editor'), await signIn('administrator')]
  const statuses = new Map<number, number>()
  let left = OPERATIONS

  const work = async (person: Person) => {
    let undo: UndoPointer | undefined | null
    while (left-- > 0) {
      const [album, other] = roll(2) ? albums : albums.toReversed()
      const known = await photosOf(album!, 1000, person)
      const some = [...new Set(Array.from({ length: 1 + roll(12) }, () => pick(known)?.id))].filter(Boolean)
      if (some.length === 0) some.push(library[0]!)
      const before = roll(4) ? (pick(known)?.id ?? null) : null
      const chance = roll(100)
      const [path, body] =
        chance < 50
          ? ['/move', { photos: some, before }]
          : chance < 58
            ? ['/sort', { by: pick(['name', 'capturedAt']), direction: pick(['asc', 'desc']) }]
            : chance < 70
              ? ['', { media: [...new Set([pick(library), pick(library)])], before }]
              : chance < 78
                ? ['/remove', { photos: some.slice(0, 3) }]
                : chance < 86
                  ? ['/transfer', { photos: some.slice(0, 4), to: other!.id, mode: pick(['move', 'copy']) }]
                  : chance < 92
                    ? ['/texts', { photos: some, caption: 'Day {n}' }]
                    : ['undo', undefined]
      const url = path === 'undo' ? `/api/undo/${undo?.id}` : `/api/albums/${album!.id}/photos${path}`
      if (path === 'undo' && !undo) continue
      const { status, body: answer } = await api<Changed>(person, 'POST', url, body as object)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      undo = path === 'undo' ? null : (answer.undo ?? undo)
    }
  }
  await Promise.all(people.map(work))

  // Refused is right, broken is not.
  expect([...statuses.keys()].filter((status) => ![200, 409].includes(status))).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(OPERATIONS / 2)
  for (const album of albums) {
    const seen = await Promise.all(people.map((person) => photosOf(album, 7, person)))
    const order = seen[0]!.map(({ id }) => id)
    for (const other of seen) expect(other.map(({ id }) => id)).toEqual(order)
    expect(new Set(seen[0]!.map(({ media }) => media)).size).toBe(order.length)
    const rows = await db.selectFrom('albumPhoto').selectAll().where('albumId', '=', album.id).execute()
    expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length)
    expect(rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id)).toEqual(order)
    const row = await db.selectFrom('album').selectAll().where('id', '=', album.id).executeTakeFirstOrThrow()
    expect(row.photos).toBe(order.length)
  }
}, 300_000)

it('two people who reorder at once: both changes count, one after the other, and each raises the version by one', async () => {
  const album = await createAlbum({ photos: 50 })
  const photos = await photosOf(album)
  const ids = photos.map(({ id }) => id)
  const moves = ids.slice(10, 30).map((photo) => ({ photos: [photo], before: ids[0]! }))
  const replies = await Promise.all(
    moves.map((move, index) =>
      api<Changed>(index % 2 ? editor : administrator, 'POST', `/api/albums/${album.id}/photos/move`, move),
    ),
  )
  const versions = replies.map(({ body }) => body.album.version).toSorted((a, b) => a - b)
  expect(versions).toEqual(moves.map((_, index) => album.version + index + 1))
  const after = (await photosOf(album)).map(({ id }) => id)
  expect(after.slice(0, 20).toSorted()).toEqual(ids.slice(10, 30).toSorted())
  expect(after.slice(20)).toEqual([...ids.slice(0, 10), ...ids.slice(30)])
})

it('R58 fifty at once: one publishes, and albums of one title get fifty addresses', async () => {
  const album = await createAlbum({ photos: 1 })
  const published = await Promise.all(
    Array.from({ length: 50 }, () =>
      api(editor, 'POST', `/api/albums/${album.id}/publish`, { version: album.version }),
    ),
  )
  expect(published.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(published.filter(({ status }) => status === 409)).toHaveLength(49)
  const made = await Promise.all(
    Array.from({ length: 50 }, () => api<{ slug: string }>(editor, 'POST', '/api/albums', { title: 'Rain' })),
  )
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
  expect(new Set(made.map(({ body }) => body.slug)).size).toBe(50)
  const wanted = await Promise.all(
    Array.from({ length: 20 }, () => api(editor, 'POST', '/api/albums', { title: 'Sun', slug: 'sun' })),
  )
  expect(wanted.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(wanted.filter(({ body }) => body.code === 'slug_taken')).toHaveLength(19)
})

it('R58 the same undo from many tabs is taken once', async () => {
  const album = await createAlbum({ photos: 5 })
  const [photo] = await photosOf(album)
  const removed = await api<Changed>(editor, 'POST', `/api/albums/${album.id}/photos/remove`, { photos: [photo!.id] })
  const undone = await Promise.all(
    Array.from({ length: 20 }, () => api(editor, 'POST', `/api/undo/${removed.body.undo?.id}`)),
  )
  expect(undone.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await photosOf(album)).map(({ id }) => id)[0]).toBe(photo!.id)
})
