import { exifTags, photoTags, readExif } from './image-exif-rules.ts'

/**
 * When a photo was taken, by the camera's own clock, as `2026-05-01T12:30:00`; null when its EXIF does not say, or says
 * what no calendar has.
 */
export function capturedAt(exif: Buffer | undefined): string | null {
  const { first, photo } = readExif(exif)
  const texts = [photo.text(photoTags.original), photo.text(photoTags.digitized), first.text(exifTags.dateTime)]
  for (const text of texts) {
    const time = text && asTime(text.toString('latin1', 0, 19))
    if (time) return time
  }
  return null
}

function asTime(text: string): string | null {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text)
  if (!found) return null
  const time = `${found.slice(1, 4).join('-')}T${found[4]}`
  const date = new Date(`${time}Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(time) && !time.startsWith('0') ? time : null
}
