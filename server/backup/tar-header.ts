import { DamagedBackupError } from './damaged-backup-error.ts'

export const TAR_BLOCK = 512
const NAME_BYTES = 100
const LARGEST = 0o77777777777

/** The zeros after a body, up to the next block. */
export const tarPadding = (bytes: number): number => (TAR_BLOCK - (bytes % TAR_BLOCK)) % TAR_BLOCK

/**
 * The header of a plain file in the tar format (ustar), readable by its owner only.
 * @param name at most 100 ASCII characters
 */
export function tarHeader(name: string, bytes: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES || bytes > LARGEST)
    throw new Error(`too long or too large for the archive: ${name}`)
  const block = Buffer.alloc(TAR_BLOCK)
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  block.write(name, 0)
  octal(0o600, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(Math.floor(modifiedAt.valueOf() / 1000), 136, 12)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  octal(checksumOf(block), 148, 7)
  block.write(' ', 155)
  return block
}

/**
 * @returns undefined for the block of zeros that ends an archive
 * @throws DamagedBackupError
 */
export function readTarHeader(block: Buffer): { name: string; bytes: number } | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const text = (at: number, length: number) =>
    block
      .toString('latin1', at, at + length)
      .split('\0')[0]!
      .trim()
  const name = text(0, NAME_BYTES)
  const [bytes, seconds] = [Number.parseInt(text(124, 12), 8), Number.parseInt(text(136, 12), 8)]
  // Written by us, so no byte of it may differ from what we write.
  if (!(bytes >= 0 && seconds >= 0) || !tarHeader(name, bytes, new Date(seconds * 1000)).equals(block))
    throw new DamagedBackupError('This is not a backup of Copydesk, or it is damaged.')
  return { name, bytes }
}

/** The sum of all bytes, those of the checksum itself counted as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 0
  for (let at = 0; at < TAR_BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : block[at]!
  return sum
}
