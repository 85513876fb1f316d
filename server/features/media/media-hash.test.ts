import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { hashOf } from './image-hash.ts'
import { claimHash } from './media-hash-commands.ts'
import { createLibrary } from './testing/library.ts'
import { mosaic } from './testing/pictures.ts'

const { db, editor, call, added, seen, listed, replace } = await createLibrary()
const ids = async (query: string) => (await listed(query)).items.map(({ id }) => id)
const trash = ({ id }: Media) => call(editor, 'DELETE', `/api/media/${id}`)

it('sizes and types of one photo look the same; another photo, another shape and another colour do not', async () => {
  const photo = mosaic(1)
  const [large, small, other, squeezed, red] = [
    await added(editor, await photo.clone().jpeg({ quality: 95 }).toBuffer()),
    await added(editor, await photo.clone().resize(500).webp({ quality: 60 }).toBuffer()),
    await added(editor, await mosaic(2).jpeg().toBuffer()),
    await added(editor, await photo.clone().resize(800, 800, { fit: 'fill' }).jpeg().toBuffer()),
    await added(editor, await photo.clone().tint('#ff2000').jpeg().toBuffer()),
  ]
  const duplicates = async ({ id }: Media) => (await seen(id)).duplicates
  for (const [media, count] of [
    [large, 1],
    [small, 1],
    [other, 0],
    [squeezed, 0],
    [red, 0],
  ] as const)
    expect(await duplicates(media)).toBe(count)
  expect((await ids(`likeOf=${small.id}`)).toSorted()).toEqual([large.id, small.id].toSorted())
  expect(await ids(`likeOf=${other.id}`)).toEqual([other.id])
  expect((await ids('duplicates=true')).toSorted()).toEqual([large.id, small.id].toSorted())
  expect(await ids('duplicates=false')).not.toContain(large.id)
})

it('similar pictures are together where the list is sorted by them', async () => {
  const made: Media[] = []
  for (const quality of [90, 70])
    for (const seed of [11, 12, 13]) made.push(await added(editor, await mosaic(seed).jpeg({ quality }).toBuffer()))
  const mine = new Set(made.map(({ id }) => id))
  const order = (await ids('duplicates=true&sort=similar')).filter((id) => mine.has(id))
  expect(order).toHaveLength(6)
  const place = (id: string) => made.findIndex((media) => media.id === id) % 3
  for (const at of [0, 2, 4]) expect(place(order[at] ?? '')).toBe(place(order[at + 1] ?? ''))
})

it('what is in the trash is not similar to anything, and is again when it comes back; a replaced one looks new', async () => {
  const one = await added(editor, await mosaic(21).png().toBuffer())
  const two = await added(editor, await mosaic(21).jpeg({ quality: 80 }).toBuffer())
  const counts = async () => [(await seen(one.id)).duplicates, (await listed(`likeOf=${one.id}`)).total]
  expect(await counts()).toEqual([1, 2])
  const { undo } = (await call(editor, 'POST', `/api/media/${two.id}/trash`, { version: two.version })).json<{
    undo: UndoPointer
  }>()
  expect(await counts()).toEqual([0, 1])
  await call(editor, 'POST', `/api/undo/${undo?.id}`)
  expect(await counts()).toEqual([1, 2])
  await replace(editor, { ...two, version: 3 }, await mosaic(22).png().toBuffer())
  expect(await counts()).toEqual([0, 1])
})

it('pictures of one shade are not similar: they all look the same', async () => {
  const flat = (background: string) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer()
  const [white, nearly] = [await added(editor, await flat('#ffffff')), await added(editor, await flat('#fefefe'))]
  expect([(await seen(white.id)).duplicates, (await seen(nearly.id)).duplicates]).toEqual([0, 0])
})

it('R58 similar pictures that arrive at the same moment find each other, and the count stays exact', async () => {
  const qualities = [95, 90, 85, 80, 75, 70, 65, 60]
  const made = await Promise.all(
    qualities.map(async (quality) => added(editor, await mosaic(31).jpeg({ quality }).toBuffer())),
  )
  for (const { id } of made) expect((await seen(id)).duplicates).toBe(7)
  await Promise.all(made.slice(0, 4).map(trash))
  expect((await seen(made[7]?.id ?? '')).duplicates).toBe(3)
  const hashes = await db.selectFrom('perceptualHash').selectAll().execute()
  for (const hash of hashes) {
    const rows = await db
      .selectFrom('media')
      .select('id')
      .where('perceptualHashId', '=', hash.id)
      .where('deletedAt', 'is', null)
      .execute()
    expect(hash.pictures).toBe(rows.length)
  }
})

it('R58 twenty at once with the same hash create one row', async () => {
  const hash = await hashOf(await mosaic(41).toBuffer())
  const claims = Array.from({ length: 20 }, () =>
    db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      return claimHash(trx, hash)
    }),
  )
  expect(new Set(await Promise.all(claims)).size).toBe(1)
})
