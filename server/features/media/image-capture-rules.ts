const EXIF_IFD = 0x8769
/** DateTimeOriginal, DateTimeDigitized; then, in the first directory, DateTime. */
const TIMES = [0x9003, 0x9004]
const DATE_TIME = 0x0132
const ENTRY_BYTES = 12
const ENTRIES_MOST = 500

/**
 * When a photo was taken, by the camera's own clock, as `2026-05-01T12:30:00`; null when its EXIF does not say, or says
 * what no calendar has. Reads three tags and nothing else: libraries that read all can be kept busy for minutes.
 */
export function capturedAt(exif: Buffer | undefined): string | null {
  if (!exif) return null
  try {
    const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
    const read = readerOf(tiff)
    const first = read.directory(read.long(4))
    const pointer = first.get(EXIF_IFD)
    const photo = pointer === undefined ? undefined : read.directory(read.long(pointer))
    const places = [...TIMES.map((tag) => photo?.get(tag)), first.get(DATE_TIME)]
    for (const place of places) {
      const time = place === undefined ? null : asTime(read.text(read.long(place)))
      if (time) return time
    }
    return null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Throws RangeError where the bytes end. */
function readerOf(tiff: Buffer) {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  return {
    long,
    text: (at: number) => tiff.toString('latin1', at, at + 19),
    /** Where the value of each tag stands. */
    directory: (at: number) => {
      const entries = new Map<number, number>()
      const count = Math.min(short(at), ENTRIES_MOST)
      for (let entry = at + 2; entries.size < count && entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES)
        entries.set(short(entry), entry + 8)
      return entries
    },
  }
}

function asTime(text: string): string | null {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text)
  if (!found) return null
  const time = `${found.slice(1, 4).join('-')}T${found[4]}`
  const date = new Date(`${time}Z`)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(time) && !time.startsWith('0') ? time : null
}
