/** Tags of the first directory. */
export const exifTags = { description: 0x010e, dateTime: 0x0132, artist: 0x013b, copyright: 0x8298 } as const
/** Tags of the directory of the photo. */
export const photoTags = { original: 0x9003, digitized: 0x9004 } as const

const EXIF_IFD = 0x8769
const ENTRY_BYTES = 12
const ENTRIES_MOST = 500
const TEXT_BYTES_MOST = 10_000
/** ASCII, and UTF-8 of EXIF 3.0: one byte each. */
const TEXT_TYPES = new Set([2, 129])

type Directory = { text: (tag: number) => Buffer | undefined }
const nothing: Directory = { text: () => undefined }

/**
 * The text tags of the two directories of an EXIF block. Reads the entries asked for and nothing else, GPS included;
 * offsets and lengths that lead outside the block give no text.
 */
export function readExif(exif: Buffer | undefined): { first: Directory; photo: Directory } {
  if (!exif) return { first: nothing, photo: nothing }
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  /** Where the entry of each tag begins. */
  const entriesAt = (at: number) => {
    const entries = new Map<number, number>()
    const count = Math.min(short(at), ENTRIES_MOST)
    for (let entry = at + 2; entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES)
      entries.set(short(entry), entry)
    return entries
  }
  const directoryOf = (entries: Map<number, number>): Directory => ({
    text: (tag) =>
      withinBounds(() => {
        const entry = entries.get(tag)
        if (entry === undefined || !TEXT_TYPES.has(short(entry + 2))) return undefined
        const length = long(entry + 4)
        // A text of up to four bytes is stored in the entry itself.
        const from = length <= 4 ? entry + 8 : long(entry + 8)
        return tiff.subarray(from, from + Math.min(length, TEXT_BYTES_MOST))
      }),
  })
  const entries = withinBounds(() => entriesAt(long(4)))
  if (!entries) return { first: nothing, photo: nothing }
  const pointer = entries.get(EXIF_IFD)
  const photo = pointer === undefined ? undefined : withinBounds(() => entriesAt(long(pointer + 8)))
  return { first: directoryOf(entries), photo: photo ? directoryOf(photo) : nothing }
}

/** Undefined where the bytes end. */
function withinBounds<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
