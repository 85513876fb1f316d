import { openLimitedThread, ThreadLimitError } from '../../threads/limited-thread.ts'
import type { BodyAnswer, BodyInput } from './body-conversion.ts'
import type { ImportAnswer, ImportCall, ReadCall, ReadRecord, StripCall } from './import-worker.ts'
import { MalformedFileError } from './malformed-file.ts'

export type ImportLimits = {
  memoryMb: number
  /** For one body, and for one after `refusedMs` went into bodies that were refused in the end. */
  bodyMs: number
  hurriedBodyMs: number
  refusedMs: number
  /** For reading the whole file. */
  readMs: number
}

export const IMPORT_LIMITS: ImportLimits = {
  memoryMb: 384,
  bodyMs: 10_000,
  hurriedBodyMs: 1_000,
  refusedMs: 60_000,
  readMs: 300_000,
}

const PIECE_BYTES = 64 * 1024
const STRIPPED_BYTES = 1024 * 1024

const malformed = ({ reason, fault, isOther }: Pick<MalformedFileError, 'reason' | 'fault' | 'isOther'>) =>
  new MalformedFileError(reason, fault, isOther)

export type ImportThread = ReturnType<typeof openImportThread>

/** One import's thread: whatever the file holds, this process goes on answering, and its memory stays its own. */
export function openImportThread(limits: ImportLimits = IMPORT_LIMITS) {
  const thread = openLimitedThread<ImportCall, ImportAnswer>(new URL('./import-worker.ts', import.meta.url), limits)
  let refusedMs = 0

  /**
   * The records of the file, in its order.
   * @param address of the old site, for a file that does not say it
   * @throws MalformedFileError, ThreadLimitError
   */
  async function* read(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    address: string,
  ): AsyncGenerator<ReadRecord> {
    let left = limits.readMs
    async function ask(next: ReadCall['next']) {
      const begun = performance.now()
      const transfer = typeof next === 'string' ? [] : [next.buffer as ArrayBuffer]
      const answer = await thread.call({ task: 'read', next, address }, { limitMs: Math.max(0, left), transfer })
      left -= performance.now() - begun
      if ('hasMore' in answer) return answer
      if ('malformed' in answer) throw malformed(answer.malformed)
      throw new Error('the thread answered something else')
    }
    async function* askAll(next: ReadCall['next']) {
      let answer = await ask(next)
      yield* answer.records
      while (answer.hasMore) {
        answer = await ask('more')
        yield* answer.records
      }
    }
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += PIECE_BYTES)
        yield* askAll(new Uint8Array(chunk.subarray(at, at + PIECE_BYTES)))
    yield* askAll('end')
  }

  /**
   * The export of a Ghost site without what the import does not read of it.
   * @throws MalformedFileError, ThreadLimitError
   */
  async function strip(file: Uint8Array): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    let left = limits.readMs
    async function ask(next: StripCall['next']) {
      const begun = performance.now()
      const answer = await thread.call({ task: 'strip', next }, { limitMs: Math.max(0, left) })
      left -= performance.now() - begun
      if ('malformed' in answer) throw malformed(answer.malformed)
      if (!('bytes' in answer)) throw new Error('the thread answered something else')
      pieces.push(answer.bytes)
    }
    for (let at = 0; at < file.length; at += STRIPPED_BYTES)
      await ask(new Uint8Array(file.subarray(at, at + STRIPPED_BYTES)))
    await ask('end')
    return Buffer.concat(pieces)
  }

  /** @throws ThreadLimitError, or RangeError where the stack of the thread was too small */
  async function convert(body: BodyInput): Promise<BodyAnswer> {
    const limitMs = refusedMs < limits.refusedMs ? limits.bodyMs : limits.hurriedBodyMs
    const begun = performance.now()
    try {
      return (await thread.call({ task: 'convert', body }, { limitMs })) as BodyAnswer
    } catch (error) {
      if (error instanceof ThreadLimitError) refusedMs += performance.now() - begun
      throw error
    }
  }

  return { read, strip, convert, close: thread.close, limits }
}
