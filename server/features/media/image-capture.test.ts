import sharp, { type Exif } from 'sharp'
import { expect, it } from 'vitest'
import { capturedAt } from './image-capture-rules.ts'
import { picture } from './testing/pictures.ts'

const exifOf = async (exif: Exif, format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  (await sharp(await picture(40, 30).withExif(exif).toFormat(format).toBuffer()).metadata()).exif

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s: the time on the camera’s clock is found', async (format) => {
  const exif = await exifOf({ IFD2: { DateTimeOriginal: '2026:05:01 12:30:00' } }, format)
  expect(capturedAt(exif)).toBe('2026-05-01T12:30:00')
})

it('the moment of the photo counts more than that of its last change', async () => {
  const both = await exifOf(
    { IFD0: { DateTime: '2026:06:01 00:00:00' }, IFD2: { DateTimeOriginal: '2026:05:01 12:30:00' } },
    'jpeg',
  )
  expect(capturedAt(both)).toBe('2026-05-01T12:30:00')
  expect(capturedAt(await exifOf({ IFD0: { DateTime: '2026:06:01 00:00:00' } }, 'jpeg'))).toBe('2026-06-01T00:00:00')
})

it.each(['0000:00:00 00:00:00', '2026:02:30 12:00:00', '2026:13:01 12:00:00', '    :  :     :  :  ', 'yesterday'])(
  'a time that no calendar has is none: %j',
  async (time) => {
    expect(capturedAt(await exifOf({ IFD2: { DateTimeOriginal: time } }, 'jpeg'))).toBeNull()
  },
)

it('damaged EXIF is no time, and costs none', async () => {
  const exif = (await exifOf({ IFD2: { DateTimeOriginal: '2026:05:01 12:30:00' } }, 'jpeg'))!
  expect(capturedAt(undefined)).toBeNull()
  for (let length = 0; length < exif.length; length++) expect(() => capturedAt(exif.subarray(0, length))).not.toThrow()
  for (let at = 0; at < exif.length; at++) {
    const bent = Buffer.from(exif)
    bent[at] = 0xff
    expect(() => capturedAt(bent)).not.toThrow()
  }
})
