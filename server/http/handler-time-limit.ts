import type { ServerResponse } from 'node:http'
import { withAbortableQueries } from '../db/abortable-pool.ts'
import { ProblemError } from './problem-error.ts'

/** A reply that is being sent may take as long as the client goes on reading it. */
const SILENT_MS = 60_000

/**
 * Gives the work so much time. Fastify's own `handlerTimeout` does not hold for requests with a body: Node says that a
 * request is closed as soon as its body was read, and Fastify then forgets the limit.
 * What is under way in the database at that moment is rolled back, and nothing more is sent there.
 * @param reply where the work itself may send it: Fastify's promise of a file ends with its last byte. Once it has begun, the
 *   connection is closed only after `silentMs` in which nothing more could be sent.
 * @throws ProblemError busy
 */
export async function withinTime<T>(
  ms: number,
  work: () => Promise<T>,
  reply?: ServerResponse,
  silentMs = SILENT_MS,
): Promise<T> {
  const overtime = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Node ends this limit with the reply: the next request on the connection has none.
      if (reply?.headersSent) return void reply.setTimeout(silentMs, () => reply.destroy())
      // Made only now: an error and its stack for every request would cost as much as a quick handler.
      const late = new ProblemError('busy', { retryAfter: 5, detail: 'This took too long and was stopped' })
      reject(late)
      return overtime.abort(late)
    }, ms)
  })
  // Asynchronous, so that work that throws at once is a rejection like any other, and the timer is cleared.
  const working = withAbortableQueries(overtime.signal, async () => work())
  // What fails after the answer has no one to tell.
  working.catch(() => {})
  try {
    return await Promise.race([working, limit])
  } finally {
    clearTimeout(timer)
  }
}
