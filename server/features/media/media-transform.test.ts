import { sql } from 'kysely'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createLibrary, type Person } from './testing/library.ts'
import { corners, picture } from './testing/pictures.ts'

type Changed = Media & { undo: UndoPointer }
const { app, db, signIn, editor, call, added, seen, files, rows, unchanged } = await createLibrary()
const undo = (id: UndoPointer, who = editor) => call(who, 'POST', `/api/undo/${id.id}`)
const bytesAt = async (url: string) => (await app.inject({ url })).rawPayload
let seeds = 0
/** Red, green / blue, yellow; no two have the same bytes. */
async function quartersOf(width = 400, height = 300) {
  const whole = await picture(width, height).png().toBuffer()
  seeds += 1
  // Large and far enough apart for what JPEG rounds away.
  const background = { r: (seeds * 8) % 256, g: Math.floor(seeds / 32) * 32, b: 120 }
  const dot = { create: { width: 16, height: 16, channels: 3 as const, background } }
  return sharp(whole).composite([{ input: dot, left: width >> 1, top: height >> 1 }])
}
const transform = (who: Person, { id, version }: { id: string; version: number }, body: object) =>
  call(who, 'POST', `/api/media/${id}/transform`, { version, as: 'replacement', ...body })

describe('a picture of four colours', () => {
  it.each([
    ['turned to the right', { rotate: 90 }, ['blue', 'red', 'yellow', 'green'], [300, 400]],
    ['turned on its head', { rotate: 180 }, ['yellow', 'blue', 'green', 'red'], [400, 300]],
    ['turned to the left', { rotate: 270 }, ['green', 'yellow', 'red', 'blue'], [300, 400]],
    ['mirrored', { flip: true }, ['green', 'red', 'yellow', 'blue'], [400, 300]],
    ['turned, then mirrored', { rotate: 90, flip: true }, ['red', 'blue', 'green', 'yellow'], [300, 400]],
    ['cropped', { crop: { x: 0, y: 0, width: 200, height: 300 } }, ['red', 'red', 'blue', 'blue'], [200, 300]],
    [
      'turned and cropped',
      { rotate: 90, crop: { x: 0, y: 200, width: 300, height: 200 } },
      ['yellow', 'green', 'yellow', 'green'],
      [300, 200],
    ],
    [
      'mirrored and cropped',
      { flip: true, crop: { x: 0, y: 0, width: 200, height: 300 } },
      ['green', 'green', 'yellow', 'yellow'],
      [200, 300],
    ],
    [
      'turned, mirrored and cropped',
      { rotate: 270, flip: true, crop: { x: 150, y: 0, width: 150, height: 400 } },
      ['green', 'green', 'red', 'red'],
      [150, 400],
    ],
  ])('%s is so in every size, at the same addresses', async (_, body, colours, [width, height]) => {
    const media = await added(editor, await (await quartersOf()).png().toBuffer(), 'quarters.png')
    const reply = await transform(editor, media, body)
    expect(reply.statusCode, reply.body).toBe(200)
    const after = reply.json<Changed>()
    expect(after).toMatchObject({ id: media.id, url: media.url, width, height, version: 2, fileVersion: 2 })
    expect(after).toMatchObject({ type: 'image/png', name: 'quarters.png' })
    expect(after.variants.map(({ url }) => url)).toEqual(media.variants.map(({ url }) => url))
    for (const { name, url } of [{ name: 'original', url: after.url }, ...after.variants])
      if (name !== 'square') expect(await corners(await bytesAt(url)), name).toEqual(colours)
    const stored = await sharp(await bytesAt(after.url)).metadata()
    expect([stored.width, stored.height]).toEqual([width, height])
  })

  it.each(['jpeg', 'webp', 'avif', 'gif'] as const)('is cut in %s to the pixel, and keeps its type', async (format) => {
    const media = await added(editor, await (await quartersOf()).toFormat(format).toBuffer(), `a.${format}`)
    const crop = { x: 100, y: 30, width: 101, height: 33 }
    const after = (await transform(editor, media, { crop })).json<Changed>()
    expect(after).toMatchObject({ type: `image/${format}`, width: 101, height: 33 })
    expect(await corners(await bytesAt(after.url))).toEqual(['red', 'red', 'red', 'red'])
  })
})

it('undo brings the very same bytes of every size, and the focal point', async () => {
  const media = await added(editor, await (await quartersOf(1500, 900)).jpeg().toBuffer())
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, focalPoint: { x: 0.9, y: 0.9 } })
  const before = await Promise.all([media.url, ...media.variants.map(({ url }) => url)].map(bytesAt))
  const crop = { x: 0, y: 0, width: 500, height: 500 }
  const after = (await transform(editor, { ...media, version: 2 }, { crop })).json<Changed>()
  expect(after.focalPoint).toBeNull()
  expect((await bytesAt(media.url)).equals(before[0]!)).toBe(false)
  expect((await undo(after.undo)).json()).toMatchObject({ restored: 1, skipped: 0 })
  expect(await seen(media.id)).toMatchObject({ width: 1500, height: 900, focalPoint: { x: 0.9, y: 0.9 } })
  const again = await Promise.all([media.url, ...media.variants.map(({ url }) => url)].map(bytesAt))
  expect(again.map((bytes, at) => bytes.equals(before[at]!))).toEqual(before.map(() => true))
})

it('the focal point moves with what it is about, and the square is made around it', async () => {
  const media = await added(editor, await (await quartersOf(1000, 400)).png().toBuffer())
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, focalPoint: { x: 0.2, y: 0.5 } })
  const after = (await transform(editor, { ...media, version: 2 }, { rotate: 180 })).json<Changed>()
  expect(after.focalPoint).toEqual({ x: 0.8, y: 0.5 })
  const square = after.variants.find(({ name }) => name === 'square')!
  expect(await corners(await bytesAt(square.url))).toEqual(['blue', 'blue', 'red', 'red'])
})

it('texts, the time of the photo and what it was called stay; nothing of the camera comes back', async () => {
  const photo = await (
    await quartersOf()
  )
    .jpeg()
    .withExif({
      IFD0: { Make: 'NIKON' },
      IFD2: { DateTimeOriginal: '2026:05:01 12:30:00' },
      IFD3: { GPSLatitudeRef: 'N' },
    })
    .toBuffer()
  const media = await added(editor, photo, 'sea.jpg')
  expect(media.capturedAt).toBe('2026-05-01T12:30:00')
  await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, alt: 'The sea', credit: 'Ann' })
  const after = (await transform(editor, { ...media, version: 2 }, { rotate: 90 })).json<Changed>()
  expect(after).toMatchObject({ name: 'sea.jpg', alt: 'The sea', credit: 'Ann', capturedAt: '2026-05-01T12:30:00' })
  const stored = await bytesAt(after.url)
  expect(stored.toString('latin1')).not.toMatch(/Exif|NIKON|GPS/)
  expect((await sharp(stored).metadata()).orientation).toBeUndefined()
})

describe('as a new picture', () => {
  it('it has the texts of the first, says in its name what it is, and the first stays as it is', async () => {
    const media = await added(editor, await (await quartersOf()).jpeg().toBuffer(), 'harbour.jpg')
    const texts = { alt: 'The harbour', caption: 'At dawn', credit: 'Ann' }
    await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 1, ...texts, focalPoint: { x: 0.25, y: 0.5 } })
    const before = await bytesAt(media.url)
    const body = { as: 'newPicture', crop: { x: 0, y: 0, width: 200, height: 300 } }
    const made = (await transform(editor, { ...media, version: 2 }, body)).json<Media>()
    expect(made).toMatchObject({ ...texts, name: 'harbour (edited).jpg', width: 200, height: 300, uses: 0, version: 1 })
    expect(made).toMatchObject({ focalPoint: { x: 0.5, y: 0.5 }, createdBy: { id: editor.user.id } })
    expect(made).not.toHaveProperty('undo')
    expect(made.id).not.toBe(media.id)
    expect(await corners(await bytesAt(made.url))).toEqual(['red', 'red', 'blue', 'blue'])
    expect((await bytesAt(media.url)).equals(before)).toBe(true)
    expect(await seen(media.id)).toMatchObject({ version: 2, width: 400 })

    const other = (await transform(editor, { ...media, version: 2 }, { as: 'newPicture', rotate: 90 })).json<Media>()
    expect(other.name).toBe('harbour (edited 2).jpg')
  })

  it('made again it is the one that is there; replaced by the same, both show it', async () => {
    const media = await added(editor, await (await quartersOf()).png().toBuffer(), 'twice.png')
    const first = (await transform(editor, media, { as: 'newPicture', rotate: 90 })).json<Media>()
    const count = await rows()
    const again = (await transform(editor, media, { as: 'newPicture', rotate: 90 })).json<Media>()
    expect(again).toMatchObject({ id: first.id, existing: true })
    expect(await rows()).toBe(count)

    const replaced = await transform(editor, media, { rotate: 90 })
    expect(replaced.statusCode, replaced.body).toBe(200)
    expect((await bytesAt(media.url)).equals(await bytesAt(first.url))).toBe(true)
    expect((await undo(replaced.json<Changed>().undo)).json()).toMatchObject({ restored: 1 })
    expect(await corners(await bytesAt(media.url))).toEqual(['red', 'green', 'blue', 'yellow'])
  })

  it('the file of a new picture, loaded down and sent again, is recognised', async () => {
    const media = await added(editor, await (await quartersOf()).jpeg().toBuffer())
    const made = (await transform(editor, media, { as: 'newPicture', rotate: 180 })).json<Media>()
    expect(await added(editor, await bytesAt(made.url))).toMatchObject({ id: made.id, existing: true })
  })
})

describe('an animation', () => {
  async function animation(format: 'gif' | 'webp') {
    const first = await (await quartersOf(80, 60)).png().toBuffer()
    const second = await sharp(first).rotate(180).png().toBuffer()
    const timed = { delay: [100, 300], loop: 3 }
    const moving = sharp([first, second], { join: { animated: true } })
    return (format === 'gif' ? moving.gif(timed) : moving.webp({ ...timed, lossless: true })).toBuffer()
  }
  const framesOf = async (bytes: Buffer) =>
    Promise.all([0, 1].map(async (page) => corners(await sharp(bytes, { page }).png().toBuffer())))

  it.each([
    [
      'gif',
      { crop: { x: 40, y: 0, width: 40, height: 60 } },
      [
        ['green', 'green', 'yellow', 'yellow'],
        ['blue', 'blue', 'red', 'red'],
      ],
    ],
    [
      'webp',
      { flip: true },
      [
        ['green', 'red', 'yellow', 'blue'],
        ['blue', 'yellow', 'red', 'green'],
      ],
    ],
    [
      'gif',
      { rotate: 90 },
      [
        ['blue', 'red', 'yellow', 'green'],
        ['green', 'yellow', 'red', 'blue'],
      ],
    ],
    [
      'gif',
      { rotate: 180 },
      [
        ['yellow', 'blue', 'green', 'red'],
        ['red', 'green', 'blue', 'yellow'],
      ],
    ],
    [
      'webp',
      { rotate: 270, flip: true, crop: { x: 0, y: 0, width: 60, height: 40 } },
      [
        ['yellow', 'green', 'yellow', 'green'],
        ['red', 'blue', 'red', 'blue'],
      ],
    ],
  ] as const)('in %s %j keeps all its frames and their times', async (format, body, frames) => {
    const media = await added(editor, await animation(format), `moving.${format}`)
    const reply = await transform(editor, media, body)
    expect(reply.statusCode, reply.body).toBe(200)
    const after = reply.json<Changed>()
    const bytes = await bytesAt(after.url)
    expect(await sharp(bytes).metadata()).toMatchObject({
      pages: 2,
      delay: [100, 300],
      loop: 3,
      width: after.width,
      height: after.height,
    })
    expect(await framesOf(bytes)).toEqual(frames)
  })

  it('that is too large to be turned is refused with the reason, and can be cropped', async () => {
    const frames = ['#d02020', '#20a020', '#2040d0', '#e0c020', '#202020'].map((background) =>
      sharp({ create: { width: 2000, height: 2000, channels: 3, background } })
        .png()
        .toBuffer(),
    )
    const moving = sharp(await Promise.all(frames), { join: { animated: true } })
    const media = await added(editor, await moving.gif({ delay: [10, 20, 30, 40, 50] }).toBuffer(), 'large.gif')
    const refused = await transform(editor, media, { rotate: 90 })
    expect(refused.statusCode, refused.body).toBe(400)
    expect(refused.json()).toMatchObject({ fields: [{ path: 'rotate', code: 'animation_too_large' }] })
    const crop = { x: 0, y: 0, width: 500, height: 400 }
    const after = (await transform(editor, media, { crop })).json<Changed>()
    expect(after).toMatchObject({ width: 500, height: 400 })
    expect((await sharp(await bytesAt(after.url)).metadata()).pages).toBe(5)
  })
})

describe('what cannot be done', () => {
  const crop = { x: 0, y: 0, width: 100, height: 100 }
  it.each([
    ['a rectangle outside of the picture', { crop: { ...crop, x: 301 } }, 'crop.x', 'crop_outside'],
    ['outside of the turned one', { rotate: 90, crop: { ...crop, x: 201 } }, 'crop.x', 'crop_outside'],
    ['a rectangle larger than the picture', { crop: { ...crop, height: 301 } }, 'crop.height', 'crop_outside'],
    ['a rectangle that is too small', { crop: { ...crop, width: 15 } }, 'crop.width', 'crop_too_small'],
    ['nothing', {}, 'crop', 'changes_nothing'],
    ['the whole picture', { crop: { x: 0, y: 0, width: 400, height: 300 } }, 'crop', 'changes_nothing'],
    ['a turn of 45 degrees', { rotate: 45 }, 'rotate', undefined],
    ['a turn in words', { rotate: '90' }, 'rotate', undefined],
    ['half a pixel', { crop: { ...crop, x: 0.5 } }, 'crop.x', undefined],
    ['a negative place', { crop: { ...crop, y: -1 } }, 'crop.y', undefined],
    ['a number without end', { crop: { ...crop, x: 1e308 } }, 'crop.x', undefined],
    ['a side that is a list', { crop: { ...crop, width: [100] } }, 'crop.width', undefined],
    ['a rectangle with more in it', { crop: { ...crop, z: 1 } }, 'crop', undefined],
    [
      'a prototype',
      { crop: JSON.parse('{"__proto__":{"x":1},"y":0,"width":1,"height":1}') as object },
      undefined,
      undefined,
    ],
    ['another way to keep it', { rotate: 90, as: 'both' }, 'as', undefined],
  ])('%s is refused with the field named, and changes nothing', async (_, body, path, code) => {
    const media = await added(editor, await (await quartersOf()).png().toBuffer())
    await unchanged(
      (after, before) => expect(after).toEqual(before),
      async () => {
        const reply = await transform(editor, media, body)
        expect(reply.statusCode, reply.body).toBe(400)
        if (!path) return
        const [field] = reply.json<{ fields: { path: string; code: string }[] }>().fields
        expect(field!.path.startsWith(path), reply.body).toBe(true)
        if (code) expect(field!.code).toBe(code)
      },
    )
  })

  it('a picture that was changed meanwhile is refused with what it is now, and one in the trash is not there', async () => {
    const media = await added(editor, await (await quartersOf()).png().toBuffer())
    const now = (await transform(editor, media, { rotate: 90 })).json<Changed>()
    for (const as of ['replacement', 'newPicture'] as const) {
      const stale = await transform(editor, media, { rotate: 90, as })
      expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'stale_version', current: { version: 2 } }])
    }
    await call(editor, 'POST', `/api/media/${media.id}/trash`, { version: now.version })
    for (const as of ['replacement', 'newPicture'] as const)
      expect((await transform(editor, { ...now, version: 3 }, { rotate: 90, as })).statusCode).toBe(404)
    expect((await transform(editor, { id: editor.user.id, version: 1 }, { rotate: 90 })).statusCode).toBe(404)
  })

  it('of two who crop at once, one wins, and no file is left of the other', async () => {
    const media = await added(editor, await (await quartersOf()).png().toBuffer())
    const second = await signIn('editor')
    const before = (await files()).length
    const replies = await Promise.all([
      transform(editor, media, { rotate: 90 }),
      transform(second, media, { rotate: 180 }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await files()).length).toBe(before + media.variants.length + 1)
  })
})

describe('who may not publish', () => {
  const showToReaders = (avatar: string) =>
    db
      .insertInto('author')
      .values({
        id: uuidv7(),
        slug: 'ada',
        displayName: 'Ada',
        avatar,
        links: '[]',
        userId: null,
        mergedInto: null,
        createdBy: null,
        updatedBy: null,
      })
      .execute()
  it('replaces an own picture until readers see it, and makes a new one of any', async () => {
    const author = await signIn('author')
    const media = await added(author, await (await quartersOf()).png().toBuffer())
    const turned = (await transform(author, media, { rotate: 90 })).json<Changed>()
    expect(turned.version).toBe(2)
    await showToReaders(media.id)
    const refused = await transform(author, turned, { rotate: 90 })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'needs_publisher' }])
    const made = await transform(author, turned, { rotate: 90, as: 'newPicture' })
    expect(made.json()).toMatchObject({ createdBy: { id: author.user.id }, can: { write: true } })
    expect((await undo(turned.undo, author)).json()).toMatchObject({ code: 'needs_publisher' })
    expect((await transform(editor, turned, { rotate: 180 })).statusCode).toBe(200)

    const foreign = await added(editor, await (await quartersOf()).png().toBuffer())
    expect((await transform(author, foreign, { rotate: 90 })).statusCode).toBe(403)
    expect((await transform(author, foreign, { rotate: 90, as: 'newPicture' })).statusCode).toBe(200)
    const viewer = await signIn('viewer')
    expect((await transform(viewer, foreign, { rotate: 90, as: 'newPicture' })).statusCode).toBe(403)
  })
})

it('the audit log says what was done, and what a new picture was made of', async () => {
  const media = await added(editor, await (await quartersOf()).png().toBuffer(), 'logged.png')
  await transform(editor, media, { as: 'newPicture', rotate: 90 })
  const crop = { x: 0, y: 0, width: 100, height: 120 }
  await transform(editor, media, { crop })
  const lines = await db
    .selectFrom('auditEvent')
    .select(['action', 'after'])
    .where('entityType', '=', 'media')
    .where('entityTitle', 'like', 'logged%')
    .orderBy(sql`number::bigint`)
    .execute()
  expect(lines.slice(1)).toMatchObject([
    { action: 'upload', after: { from: media.id, rotate: 90 } },
    { action: 'replace', after: { width: 100, height: 120, crop: '100×120+0+0' } },
  ])
})
