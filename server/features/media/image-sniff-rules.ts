import type { ImageType } from './media-rules.ts'

const startsWith = (bytes: Buffer, ...codes: number[]) => codes.every((code, index) => bytes[index] === code)
const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** The type a file really has, by its first bytes alone; undefined for everything that is not one of the five. */
export function sniffImageType(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 12) return undefined
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 4, 8) === 'ftyp' && isAvifBrand(bytes)) return 'image/avif'
  return undefined
}

/** Main or compatible brand; HEIC, which shares the container, has neither. */
function isAvifBrand(bytes: Buffer): boolean {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  for (let at = 8; at + 4 <= end; at += 4) if (/^avi[fs]$/.test(ascii(bytes, at, at + 4))) return true
  return false
}
