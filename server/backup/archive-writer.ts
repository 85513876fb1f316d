import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { TAR_BLOCK, tarHeader, tarPadding } from './tar-header.ts'

/** The last entry: the SHA-256 of every byte before it. */
export const CHECKSUM_ENTRY = 'SHA256'

export type ArchiveWriter = {
  add: (name: string, content: Buffer) => Promise<void>
  /**
   * @param bytes what the stream is going to give
   * @returns the SHA-256 of the content, in hexadecimal
   * @throws Error when the stream gives more or less
   */
  addStream: (name: string, bytes: number, content: AsyncIterable<Buffer>) => Promise<string>
  /** Writes the checksum, makes the file durable and gives it its name. @returns its size in bytes */
  finish: () => Promise<number>
  /** Removes what was written; what had the name before keeps it. */
  discard: () => Promise<void>
}

/** What is written first goes to the file second: as it is, or encrypted. */
export type ByteSink = { write: (bytes: Buffer) => Promise<void>; end: () => Promise<void> }

/** Where an archive is written before it is whole. */
export const partOf = (path: string): string => `${path}.part`

/**
 * A tar archive that gets its name only when it is whole: until then it is `<path>.part`. Readable by its owner only.
 * @param seal wraps what writes to the file, for encryption
 */
export async function createArchive(
  path: string,
  seal: (sink: ByteSink) => Promise<ByteSink> = async (sink) => sink,
): Promise<ArchiveWriter> {
  const part = partOf(path)
  // Left by a process that was killed.
  await rm(part, { force: true })
  const file = await open(part, 'wx', 0o600)
  const hash = createHash('sha256')
  const startedAt = new Date()
  let stored = 0
  let closed = false
  const close = async () => {
    if (!closed) await file.close()
    closed = true
  }
  const sayWhichDisk = (error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ENOSPC' && error.code !== 'EDQUOT') throw error
    throw Object.assign(new Error(`There is no room for ${path}.`, { cause: error }), { code: error.code })
  }
  const sink = await seal({
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at).catch(sayWhichDisk)).bytesWritten
      stored += bytes.length
    },
    end: async () => undefined,
  })

  const write = async (bytes: Buffer) => {
    hash.update(bytes)
    await sink.write(bytes)
  }
  const add = async (name: string, content: Buffer) => {
    await write(Buffer.concat([tarHeader(name, content.length, startedAt), content, padding(content.length)]))
  }

  return {
    add,
    async addStream(name, bytes, content) {
      await write(tarHeader(name, bytes, startedAt))
      const contentHash = createHash('sha256')
      let given = 0
      for await (const chunk of content) {
        given += chunk.length
        if (given > bytes) break
        contentHash.update(chunk)
        await write(chunk)
      }
      if (given !== bytes) throw new Error(`${name} has another size than the storage says`)
      await write(padding(bytes))
      return contentHash.digest('hex')
    },
    async finish() {
      await add(CHECKSUM_ENTRY, Buffer.from(`${hash.copy().digest('hex')}\n`))
      await sink.write(Buffer.alloc(2 * TAR_BLOCK))
      await sink.end()
      await file.sync()
      await close()
      await rename(part, path)
      await syncFolder(dirname(path))
      return stored
    },
    async discard() {
      await close()
      await rm(part, { force: true })
    },
  }
}

const padding = (bytes: number) => Buffer.alloc(tarPadding(bytes))

/** A new name is durable when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
