import { Worker, type Transferable } from 'node:worker_threads'
import type { ThreadReply } from './answer-calls.ts'

/** The thread needed more time or memory than it was given. It is gone, and with it everything it held. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError'
  readonly limit: 'time' | 'memory'
  constructor(limit: 'time' | 'memory') {
    super(`the thread was ended because it needed too much ${limit}`)
    this.limit = limit
  }
}

export type LimitedThread<Call, Reply> = {
  /**
   * Has one call worked; one at a time. A thread that was ended is replaced at the next call.
   * @param options.limitMs how long it may take, the start of the thread not counted
   * @throws ThreadLimitError, or what the thread itself threw
   */
  call: (input: Call, options: { limitMs: number; transfer?: Transferable[] }) => Promise<Reply>
  close: () => Promise<void>
}

/**
 * A thread of its own for work on what came from outside, so that neither its time nor its memory is ours.
 * The module answers by `answerCalls`.
 * @param options.memoryMb how large its heap may become before it is ended
 */
export function openLimitedThread<Call, Reply>(
  module: URL,
  { memoryMb }: { memoryMb: number },
): LimitedThread<Call, Reply> {
  let running: ReturnType<typeof start> | undefined

  function start() {
    const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    let hear: (reply: ThreadReply<Reply>) => void = () => undefined
    let fail: (error: Error) => void = () => undefined
    let ended: Error | undefined
    const end = (error: Error) => {
      ended ??= error
      fail(ended)
    }
    worker.on('message', (reply: ThreadReply<Reply>) => hear(reply))
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimitError('memory') : error),
    )
    worker.on('exit', () => end(new Error('the thread ended by itself')))
    const next = () =>
      new Promise<ThreadReply<Reply>>((resolve, reject) => {
        if (ended) return reject(ended)
        hear = resolve
        fail = reject
      })
    // The first message says that the module is loaded.
    const ready = next()
    ready.catch(() => undefined)
    return { worker, ready, next, end }
  }

  async function close() {
    const ending = running
    running = undefined
    await ending?.worker.terminate()
  }

  return {
    async call(input, { limitMs, transfer = [] }) {
      const thread = (running ??= start())
      thread.worker.ref()
      let timer: NodeJS.Timeout | undefined
      try {
        await thread.ready
        const answer = thread.next()
        timer = setTimeout(() => thread.end(new ThreadLimitError('time')), limitMs)
        thread.worker.postMessage(input, transfer)
        const reply = await answer
        if ('failure' in reply) throw reply.failure
        return reply.value
      } catch (error) {
        await close()
        throw error
      } finally {
        clearTimeout(timer)
        thread.worker.unref()
      }
    },
    close,
  }
}
