import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import { deliveryImages } from './media-queries.ts'
import { createLibrary } from './testing/library.ts'
import { haveRealPhotos, realPhoto, realPhotos, whyNot } from './testing/real-photos.ts'

const { app, db, services, editor, call, added, replace, runJobs } = await createLibrary()

/** Beginnings of every kind of private data that a JPEG, PNG, WebP or AVIF can carry. */
const containers = /Exif\0|EXIF|eXIf|XMP |xmpmeta|ns\.adobe\.com|Photoshop|8BIM|IPTC|ICCP|iCCP|tEXt|iTXt|zTXt|MPF\0|GPS/

/** What the camera wrote about itself, its clock and its place, as stored in the bytes. */
async function secretsOf(photo: Buffer): Promise<string[]> {
  const { exif } = await sharp(photo).metadata()
  const texts = exif?.toString('latin1').match(/[\x20-\x7e]{5,}/g) ?? []
  return texts.map((text) => text.trim()).filter((text) => text.length > 4)
}

async function expectNothingPrivate(media: Media, secrets: string[]) {
  for (const { url } of [media, ...media.variants]) {
    const served = await app.inject(url)
    expect(served.statusCode).toBe(200)
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(served.rawPayload).metadata()
    expect({ exif, xmp, iptc, icc, orientation, comments }, url).toEqual({})
    const text = served.rawPayload.toString('latin1')
    // Compressed pixels may spell a few letters by chance, a header does not: look at the places of headers, and for whole words.
    expect(text.slice(0, 600), url).not.toMatch(containers)
    expect(text.slice(-200), url).not.toMatch(containers)
    for (const secret of secrets) expect(text.includes(secret), `${url}: ${secret}`).toBe(false)
    for (const [name, value] of Object.entries(served.headers))
      expect(`${name}: ${String(value)}`).not.toMatch(/nikon|canon|gps|20\d\d:\d\d:\d\d/i)
  }
}

describe.runIf(haveRealPhotos)(`B5 no public byte says where, when or with what a photo was taken${whyNot}`, () => {
  it.each([...realPhotos('gps'), ...realPhotos('orientation')])('%s', async (name) => {
    const photo = realPhoto(name)
    const media = await added(editor, photo, `${name.split('/').at(-1)}`)
    await expectNothingPrivate(media, await secretsOf(photo))
    const outside = await deliveryImages(db, [media.id], '')
    expect(JSON.stringify([...outside.values()])).not.toMatch(/captured|DSCN|exif/i)
  })

  it('the photos really had something to tell', async () => {
    const secrets = (await Promise.all(realPhotos('gps').map((name) => secretsOf(realPhoto(name))))).flat()
    expect(secrets).toContain('NIKON')
    expect(secrets.length).toBeGreaterThan(realPhotos('gps').length)
  })

  it('the console knows when a photo was taken, by the camera’s own clock', async () => {
    const media = await added(editor, realPhoto('gps/DSCN0010.jpg'))
    expect(media).toMatchObject({ existing: true, capturedAt: '2008-10-22T16:28:39' })
  })

  it('what replaces a picture, and a square that is made again, tell as little', async () => {
    const [first = '', second = ''] = realPhotos('gps')
    const media = await added(editor, await sharp(realPhoto(first)).resize(900).withMetadata().jpeg().toBuffer())
    const again = await sharp(realPhoto(second)).resize(901).withMetadata().jpeg().toBuffer()
    const replaced = (await replace(editor, media, again)).json<Media>()
    expect(replaced.capturedAt).not.toBeNull()
    await call(editor, 'PATCH', `/api/media/${media.id}`, { version: 2, focalPoint: { x: 0, y: 0 } })
    await runJobs()
    await expectNothingPrivate(replaced, await secretsOf(realPhoto(second)))
    for await (const { key } of services.storage.list()) expect(key).not.toMatch(/dscn|jpg\.jpg/i)
  })
})
