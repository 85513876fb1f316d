import { createHash, type Hash } from 'node:crypto'
import { CHECKSUM_ENTRY } from './archive-writer.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'
import { readTarHeader, TAR_BLOCK, tarPadding } from './tar-header.ts'

export type ArchiveEntry = {
  name: string
  bytes: number
  /** The content piece by piece; what is not read is skipped. */
  chunks: () => AsyncIterable<Buffer>
  /** The whole content. @throws DamagedBackupError when it is larger than `most` bytes */
  whole: (most: number) => Promise<Buffer>
}

/**
 * The entries of an archive in order, each to be read before the next is asked for. After the last one the checksum and
 * the end of the file were compared.
 * @throws DamagedBackupError when the file was cut short or changed
 */
export async function* readArchive(source: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const bytes = byteReader(source)
  for (;;) {
    const before = bytes.digest()
    const header = readTarHeader(await bytes.take(TAR_BLOCK))
    if (!header) throw cut()
    const { name } = header
    if (name === CHECKSUM_ENTRY) {
      const given = (await bytes.take(Math.min(header.bytes, TAR_BLOCK))).toString('latin1')
      if (given !== `${before}\n`) throw new DamagedBackupError('The backup is damaged: its checksum does not match.')
      return requireEnd(await bytes.rest(TAR_BLOCK * 3), header.bytes)
    }
    let left = header.bytes
    const chunks = async function* () {
      while (left > 0) {
        const chunk = await bytes.some(left)
        left -= chunk.length
        yield chunk
      }
    }
    const whole = async (most: number) => {
      if (header.bytes > most) throw new DamagedBackupError(`The backup is damaged: ${name} is too large.`)
      const content = await bytes.take(left)
      left = 0
      return content
    }
    yield { name, bytes: header.bytes, chunks, whole }
    while (left > 0) left -= (await bytes.some(left)).length
    await bytes.take(tarPadding(header.bytes))
  }
}

function requireEnd(rest: Buffer, bytes: number): void {
  if (rest.length !== tarPadding(bytes) + 2 * TAR_BLOCK || rest.some((byte) => byte !== 0)) throw cut()
}

const cut = () => new DamagedBackupError('The backup is not complete: the file was cut short.')

/** Reads a stream by numbers of bytes and hashes what was read. */
function byteReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]()
  const hash: Hash = createHash('sha256')
  let buffer: Buffer = Buffer.alloc(0)

  /** Between one and `most` bytes; none at the end of the file. */
  async function next(most: number): Promise<Buffer> {
    while (buffer.length === 0) {
      const { value, done } = await iterator.next()
      if (done) return Buffer.alloc(0)
      buffer = value
    }
    const given = buffer.subarray(0, most)
    buffer = buffer.subarray(given.length)
    hash.update(given)
    return given
  }
  async function some(most: number): Promise<Buffer> {
    const given = await next(most)
    if (given.length === 0) throw cut()
    return given
  }
  return {
    some,
    async take(count: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = count; left > 0; left -= parts.at(-1)!.length) parts.push(await some(left))
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    },
    /** What is left, at most that many bytes. */
    async rest(most: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for (let left = most; left > 0;) {
        const part = await next(left)
        if (part.length === 0) break
        parts.push(part)
        left -= part.length
      }
      return Buffer.concat(parts)
    },
    digest: () => hash.copy().digest('hex'),
  }
}
