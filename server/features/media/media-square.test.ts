import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import { jobTasks } from '../../job-tasks.ts'
import { deliveryImages } from './media-queries.ts'
import { cropMedia } from './media-square-commands.ts'
import { sweepMediaFiles } from './media-sweep-commands.ts'
import { createLibrary } from './testing/library.ts'
import { mosaic, picture } from './testing/pictures.ts'

const { app, db, services, editor, call, added, seen, files, runJobs } = await createLibrary()
const squareOf = (media: Media) => media.variants.find(({ name }) => name === 'square')!
const focus = (media: Media, focalPoint: object | null) =>
  call(editor, 'PATCH', `/api/media/${media.id}`, { version: media.version, focalPoint })
/** Which of the four quarters of the test chart are at the left and at the right of the square. */
async function edges(url: string) {
  const { data, info } = await sharp((await app.inject(url)).rawPayload)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number) => {
    const [r = 0, g = 0, b = 0] = data.subarray((10 * info.width + x) * 3)
    return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
  }
  return [at(5), at(info.width - 5)]
}

it('the square shows the middle at first, then what the focal point says, at the same address', async () => {
  const media = await added(editor, await picture(1600, 400).png().toBuffer())
  const square = squareOf(media)
  expect([square.width, square.height]).toEqual([320, 320])
  expect(await edges(square.url)).toEqual(['red', 'green'])
  const etag = (await app.inject(square.url)).headers['etag']
  for (const [x, sides, version] of [
    [0, ['red', 'red'], 2],
    [1, ['green', 'green'], 3],
    [0.5, ['red', 'green'], 4],
  ] as const) {
    const now = (await focus(await seen(media.id), { x, y: 0.5 })).json<Media>()
    expect(now.focalPoint).toEqual({ x, y: 0.5 })
    await runJobs()
    expect(await edges(square.url), `x = ${x}`).toEqual(sides)
    expect((await seen(media.id)).fileVersion).toBe(version)
  }
  const served = await app.inject({ url: square.url, headers: { 'if-none-match': String(etag) } })
  expect(served.statusCode).toBe(200)
  // The whole picture is as it was, and the nightly sweep takes the old squares.
  expect((await app.inject(media.url)).statusCode).toBe(200)
  const { storage } = services
  async function* list() {
    for await (const { key, age } of storage.list()) yield { key, age: age + 25 * 3_600_000 }
  }
  await sweepMediaFiles({ db, storage: { ...storage, list } })
  expect((await files()).filter((key) => key.includes(media.id))).toHaveLength(5)
  expect(await edges(square.url)).toEqual(['red', 'green'])
})

it('a text that is saved, or a focal point that stays, makes no square, no version and no line in the audit', async () => {
  const { id } = await added(editor, await picture(500, 400).png().toBuffer())
  const edit = async (fields: object) => (await call(editor, 'PATCH', `/api/media/${id}`, fields)).json<Media>()
  await edit({ version: 1, alt: 'A boat', caption: '', focalPoint: null })
  const edits = () =>
    db
      .selectFrom('auditEvent')
      .select(['before', 'after'])
      .where('entityId', '=', id)
      .where('action', '=', 'edit')
      .orderBy('at')
      .execute()
  expect(await edits()).toEqual([{ before: { alt: '' }, after: { alt: 'A boat' } }])
  await edit({ version: 2, focalPoint: { x: 0.5, y: 1 } })
  await runJobs()
  expect(await seen(id)).toMatchObject({ version: 3, fileVersion: 2 })
  const again = await edit({ version: 3, alt: 'A boat', focalPoint: { x: 0.5, y: 1 } })
  await runJobs()
  expect(again.version).toBe(3)
  expect((await seen(id)).fileVersion).toBe(2)
  expect(await edits()).toHaveLength(2)
})

it('a focal point that moves while the square is made has the last word', async () => {
  const media = await added(editor, await picture(1600, 300).png().toBuffer())
  await focus(media, { x: 0, y: 0 })
  const { storage } = services
  let puts = 0
  const put: typeof storage.put = async (key, data) => {
    puts += 1
    if (puts === 1) await focus({ ...media, version: 2 }, { x: 1, y: 0 })
    await storage.put(key, data)
  }
  await cropMedia({ db, storage: { ...storage, put } }, media.id)
  expect(puts).toBe(2)
  expect(await edges(squareOf(media).url)).toEqual(['green', 'green'])
  expect((await files()).filter((key) => key.includes(media.id) && key.includes('square-'))).toHaveLength(1)
})

it('the outside site gets the focal point, the square by itself, and addresses that change with the files', async () => {
  const media = await added(editor, await picture(1500, 500).png().toBuffer())
  await focus(media, { x: 0.25, y: 1 })
  await runJobs()
  const image = (await deliveryImages(db, [media.id], 'https://desk.example')).get(media.id)
  expect(image).toMatchObject({ focalPoint: { x: 0.25, y: 1 }, width: 1500 })
  expect(image?.url).toBe(`https://desk.example${media.url}?v=2`)
  expect(image?.square?.url).toBe(`https://desk.example${squareOf(media).url}?v=2`)
  expect(image?.variants.map(({ width }) => width)).toEqual([320, 640, 1280])
})

it('pictures of an older Copydesk get their square and their perceptual hash from a job, and are found as similar', async () => {
  const [old, twin] = [
    await added(editor, await mosaic(1).jpeg({ quality: 70 }).toBuffer()),
    await added(editor, await mosaic(1).jpeg({ quality: 90 }).toBuffer()),
  ]
  const row = await db.selectFrom('media').selectAll().where('id', '=', old.id).executeTakeFirstOrThrow()
  const variants = JSON.stringify(row.variants.filter(({ name }) => name !== 'square'))
  await services.storage.remove(`${row.storageKey}/square.webp`)
  await db
    .updateTable('media')
    .set({ variants, perceptualHashId: null, complete: false })
    .where('id', '=', old.id)
    .execute()
  const lost = await added()
  await db
    .updateTable('media')
    .set({ complete: false, storageKey: '00/00000000-0000-7000-8000-000000000000' })
    .where('id', '=', lost.id)
    .execute()
  expect((await seen(twin.id)).duplicates).toBe(0)

  await jobTasks(services)['complete_media']?.({})
  const now = await seen(old.id)
  expect(now.variants.map(({ name }) => name)).toEqual(['thumb', 'square', '640'])
  expect((await app.inject(squareOf(now).url)).statusCode).toBe(200)
  expect([now.duplicates, (await seen(twin.id)).duplicates]).toEqual([1, 1])
  // A file that is missing is not looked for again and again.
  expect(await db.selectFrom('media').select('id').where('complete', '=', false).execute()).toEqual([])
})
