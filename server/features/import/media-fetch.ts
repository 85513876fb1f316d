import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MEDIA_MAX_BYTES } from '#contract/media.ts'
import { getOutside, RedirectedError, type OutsideAccess } from '../../outside/outside-get.ts'
import { because } from './import-report.ts'
import type { MediaFolder } from './media-folder.ts'

export type FetchLimits = {
  /** Files of one run. */
  files: number
  /** Bytes of one run. */
  bytes: number
  fileBytes: number
  /** For one file. */
  fileSeconds: number
  /** For all of them. */
  seconds: number
}
export const FETCH_LIMITS: FetchLimits = {
  files: 20_000,
  bytes: 20 * 1024 ** 3,
  fileBytes: MEDIA_MAX_BYTES,
  fileSeconds: 60,
  seconds: 6 * 3600,
}

type FetchOptions = OutsideAccess & {
  /** What was fetched stays here, so that the next run goes on where this one ended. */
  folder: string
  /** Asked first. */
  first?: MediaFolder | undefined
  dryRun: boolean
  limits?: FetchLimits
}

/**
 * Fetches pictures from the old site: only from addresses of the open internet, connected to as they were checked. No redirect is
 * followed. Limited in size, number and time.
 */
export function openMediaFetch(options: FetchOptions): MediaFolder {
  const { folder, first, dryRun, limits = FETCH_LIMITS } = options
  const end = Date.now() + limits.seconds * 1000
  let [files, bytes] = [0, 0]
  const requireLeft = () => {
    if (files >= limits.files) throw new Error(`more than ${limits.files} pictures in one run`)
    if (bytes >= limits.bytes) throw new Error(`more than ${limits.bytes} bytes in one run`)
    if (Date.now() > end) throw new Error(`more than ${limits.seconds} s in one run`)
  }
  return {
    async find(attachment) {
      const given = await first?.find(attachment)
      if (given) return given
      const { attachmentUrl: url } = attachment
      const path = join(folder, nameFor(url))
      if (await stat(path).catch(() => undefined)) return path
      if (dryRun) return because('not_fetched_yet', { url })
      try {
        requireLeft()
        files++
        await mkdir(folder, { recursive: true, mode: 0o700 })
        bytes += await fetchFile(url, path, options)
        return path
      } catch (error) {
        if (error instanceof RedirectedError) return because('redirected', { url, to: error.to })
        return because('not_fetched', { url, why: reasonOf(error) })
      }
    },
  }
}

const tooSlow = () => new Error('it took too long')
const reasonOf = (error: unknown) => {
  const { message, code } = error as Error & { code?: string }
  return message || (code ?? 'unknown')
}

/** A name of ours; what follows the last point tells the picture's later name only. */
const nameFor = (url: string) => {
  const extension = /^\.[a-z0-9]{1,5}$/i.exec(extname(URL.parse(url)?.pathname ?? ''))?.[0] ?? ''
  return createHash('sha256').update(url).digest('hex') + extension.toLowerCase()
}

async function fetchFile(url: string, path: string, options: FetchOptions): Promise<number> {
  const { limits = FETCH_LIMITS } = options
  const signal = AbortSignal.timeout(limits.fileSeconds * 1000)
  const reply = await pictureAt(url, signal, options).catch((error: unknown) => {
    throw signal.aborted ? tooSlow() : error
  })
  const part = `${path}.${randomUUID()}.part`
  let bytes = 0
  const tooLarge = new Error(`larger than ${limits.fileBytes} bytes`)
  let file: WriteStream | undefined
  try {
    if (Number(reply.headers['content-length'] ?? 0) > limits.fileBytes) throw tooLarge
    file = createWriteStream(part, { mode: 0o600, flags: 'wx' })
    await pipeline(
      reply,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > limits.fileBytes) throw tooLarge
          yield chunk
        }
      },
      file,
      { signal },
    )
    await rename(part, path)
    return bytes
  } catch (error) {
    reply.destroy()
    // A file that is still being opened would be there after its removal.
    if (file) await closed(file)
    await rm(part, { force: true })
    throw signal.aborted ? tooSlow() : error
  }
}

const closed = (file: WriteStream) =>
  new Promise<void>((resolve) => {
    if (file.closed) resolve()
    else file.once('close', resolve).destroy()
  })

/** The reply with a picture. */
async function pictureAt(url: string, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  const { surroundings, ports } = options
  const reply = await getOutside(url, {
    signal,
    accept: 'image/*',
    ...(surroundings && { surroundings }),
    ...(ports && { ports }),
  })
  if (/^image\//i.test(reply.headers['content-type'] ?? '')) return reply
  reply.destroy()
  throw new Error('it is not a picture')
}
