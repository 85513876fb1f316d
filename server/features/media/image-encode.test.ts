import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeImage, inspectImage, type EncodedImage } from './image-encode.ts'
import { corners, giantGif, giantPng, picture } from './testing/pictures.ts'
import { haveRealPhotos, realPhoto, realPhotos, whyNot } from './testing/real-photos.ts'

const filesOf = ({ original, variants }: EncodedImage) => [original, ...variants]

/** The picture reduced to a few pixels, corners included: equal for pictures that are upright in the same way. */
const gist = (bytes: Buffer) => sharp(bytes).resize(24, 24, { fit: 'fill' }).removeAlpha().raw().toBuffer()
const difference = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length

const privateTraces = /Exif\0\0|GPS|NIKON|http:\/\/ns\.adobe\.com|Photoshop|<script/

it.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo taken in orientation %i is upright in every size', async (orientation) => {
  // Turned on its head by the exact opposite of what the tag asks for, as a camera does.
  const turned = await unturn(await picture(800, 600).png().toBuffer(), orientation)
  const photo = await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer()
  const encoded = await encodeImage(photo)
  expect([encoded.original.width, encoded.original.height]).toEqual([800, 600])
  for (const file of filesOf(encoded)) {
    expect(await corners(file.bytes), file.name).toEqual(['red', 'green', 'blue', 'yellow'])
    expect((await sharp(file.bytes).metadata()).orientation).toBeUndefined()
  }
})

const unturn = (upright: Buffer, orientation: number) => {
  const image = sharp(upright)
  switch (orientation) {
    case 2:
      return image.flop().toBuffer()
    case 3:
      return image.rotate(180).toBuffer()
    case 4:
      return image.flip().toBuffer()
    case 5:
      return image.rotate(270).flop().toBuffer()
    case 6:
      return image.rotate(270).toBuffer()
    case 7:
      return image.rotate(90).flop().toBuffer()
    case 8:
      return image.rotate(90).toBuffer()
    default:
      return image.toBuffer()
  }
}

describe.runIf(haveRealPhotos)(`real photos${whyNot}`, () => {
  const models = new Map<string, Promise<EncodedImage>>()
  /** The same photo as it was taken upright. */
  function modelOf(name: string): Promise<EncodedImage> {
    const upright = name.replace(/_\d/, '_1')
    const model = models.get(upright) ?? encodeImage(realPhoto(upright))
    models.set(upright, model)
    return model
  }

  it('there are all sixteen orientations', () => {
    expect(realPhotos('orientation').length).toBe(16)
  })

  it.each(realPhotos('orientation'))('%s is upright in every size, and in no other way', async (name) => {
    const model = await modelOf(name)
    const encoded = await encodeImage(realPhoto(name))
    expect([encoded.original.width, encoded.original.height]).toEqual([model.original.width, model.original.height])
    const files = filesOf(encoded)
    expect(files.map((file) => file.name)).toEqual(filesOf(model).map((file) => file.name))
    for (const [index, file] of files.entries()) {
      const upright = filesOf(model)[index]?.bytes ?? Buffer.alloc(0)
      const seen = await gist(file.bytes)
      const right = difference(await gist(upright), seen)
      expect(right, file.name).toBeLessThan(6)
      for (const wrong of [2, 3, 4, 5, 6, 7, 8])
        expect(difference(await gist(await unturn(upright, wrong)), seen), `${file.name} as ${wrong}`).toBeGreaterThan(
          right * 4,
        )
      expect((await sharp(file.bytes).metadata()).orientation).toBeUndefined()
    }
  })

  it.each(realPhotos('gps'))('%s tells no one where it was taken', async (name) => {
    const photo = realPhoto(name)
    expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(0)
    for (const file of filesOf(await encodeImage(photo))) {
      const { exif, xmp, iptc, icc } = await sharp(file.bytes).metadata()
      expect({ exif, xmp, iptc, icc }, file.name).toEqual({})
      expect(file.bytes.toString('latin1')).not.toMatch(privateTraces)
    }
  })
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s: place, camera and private profile stay here', async (format) => {
  const photo = await picture()
    .withExif({ IFD0: { Make: 'NIKON' }, IFD3: { GPSLatitude: '43/1 28/1 2/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/" about="http://ns.adobe.com/"><script>1</script></x:xmpmeta>')
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  for (const file of filesOf(await encodeImage(photo))) {
    const { exif, xmp, iptc, icc, space } = await sharp(file.bytes).metadata()
    expect({ exif, xmp, iptc, icc }, file.name).toEqual({})
    expect(space).toBe('srgb')
    expect(file.bytes.toString('latin1')).not.toMatch(privateTraces)
  }
})

it('a picture is never made larger than it came', async () => {
  const small = await encodeImage(await picture(200, 100).jpeg().toBuffer())
  expect(small.variants.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['thumb', 200, 100],
    ['square', 100, 100],
  ])
  const large = await encodeImage(await picture(1500, 1000).webp().toBuffer())
  expect(large.variants.map(({ name, width }) => [name, width])).toEqual([
    ['thumb', 320],
    ['square', 320],
    ['640', 640],
    ['1280', 1280],
  ])
  expect(large.variants.every(({ type }) => type === 'image/webp')).toBe(true)
})

it('a strip of any length has a thumb and sizes that WebP can hold', async () => {
  const { original, variants } = await encodeImage(await picture(700, 30_000).png().toBuffer())
  expect([original.width, original.height]).toEqual([700, 30_000])
  expect(variants.every(({ height }) => height <= 16_383)).toBe(true)
})

it('an animated GIF keeps moving', async () => {
  const frames = await Promise.all(
    ['red', 'lime', 'blue'].map((background) =>
      sharp({ create: { width: 50, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 200, 300], loop: 2 })
    .toBuffer()
  const { original, variants } = await encodeImage(gif)
  expect([original.width, original.height]).toEqual([50, 40])
  const { pages, delay, loop } = await sharp(original.bytes).metadata()
  expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 2 })
  expect(variants.map(({ name }) => name)).toEqual(['thumb', 'square'])
})

it('see-through stays see-through', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const png = await sharp({ create: { width: 900, height: 400, channels: 4, background: clear } })
    .png()
    .toBuffer()
  for (const file of filesOf(await encodeImage(png))) expect((await sharp(file.bytes).metadata()).hasAlpha).toBe(true)
})

it('R50 a picture of 900 megapixels is refused without being drawn, in time and in memory', async () => {
  const bomb = giantPng(30_000, 30_000)
  await inspectImage(await picture().png().toBuffer())
  const [before, started] = [process.memoryUsage().rss, process.cpuUsage()]
  await expect(encodeImage(bomb)).rejects.toMatchObject({
    code: 'unreadable_file',
    details: { fields: [{ path: 'file', code: 'too_many_pixels' }] },
  })
  // Work, not time: what else the machine does must not count. Drawn, it would be seconds and 2.7 GB.
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000)
})

it('an animation whose frames together are a bomb is refused', async () => {
  const gif = giantGif(2000, 2000, 30)
  expect(await sharp(gif, { animated: true, limitInputPixels: false }).metadata()).toMatchObject({
    width: 2000,
    pages: 30,
  })
  await expect(encodeImage(gif)).rejects.toMatchObject({ details: { fields: [{ code: 'too_many_pixels' }] } })
})
