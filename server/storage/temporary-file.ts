import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Bytes that wait on the disk. `read` gives them whole; after `close` they are gone. */
export type TemporaryFile = { bytes: number; read: () => Promise<Buffer>; close: () => Promise<void> }

/** More came than may. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

/**
 * Writes a stream to the disk piece by piece, so that a slow or large body costs no memory. The file has no name from the
 * beginning on: whatever ends the process, nothing of it stays.
 * @param folder is made where it is missing
 * @throws FileTooLargeError; what the stream throws; Error with code ENOSPC
 */
export async function receiveFile(
  stream: Readable,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<TemporaryFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomUUID()}.part`)
  const file = await open(path, 'wx+', 0o600)
  // Some systems let no open file lose its name; there it goes at the end.
  const nameless = await rm(path).then(
    () => true,
    () => false,
  )
  const close = async () => {
    await file.close()
    if (!nameless) await rm(path, { force: true })
  }
  let bytes = 0
  try {
    // Not destroyed when it is left early: behind it is a connection that still has to carry an answer.
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new FileTooLargeError(`more than ${maxBytes} bytes`)
      for (let written = 0; written < chunk.length;)
        written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
    }
  } catch (error) {
    await close()
    throw error
  }
  const read = async () => {
    const whole = Buffer.allocUnsafeSlow(bytes)
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(whole, at, bytes - at, at)
      if (bytesRead === 0) throw new Error('the file is shorter than what was written')
      at += bytesRead
    }
    return whole
  }
  return { bytes, read, close }
}
