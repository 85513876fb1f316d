import { ProblemError } from '../../http/problem-error.ts'

/**
 * Lets `running` tasks run at once and `waiting` more wait their turn.
 * @throws ProblemError busy when the queue is full
 */
export function createGate({ running, waiting }: { running: number; waiting: number }) {
  let active = 0
  const queue: (() => void)[] = []
  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw new ProblemError('busy', { retryAfter: 5 })
      // Whoever leaves hands its place on, so `active` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else active += 1
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active -= 1
    }
  }
}
