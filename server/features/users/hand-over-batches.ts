import { isStatementTimeout } from '../../db/errors.ts'

/** Rows of one transaction: whoever saves one of them meanwhile waits for a fraction of a second. */
const AT_ONCE = 200
/** So many single items in a row that exceed their time: the database is overloaded, and the rest is left. */
const GIVE_UP_AFTER = 3

/**
 * Does the work in batches. A batch whose statement took too long is tried again with half as many items, and later ones
 * stay small; a single item that takes too long is left.
 * @returns the ids that were left
 */
export async function inBatches(ids: readonly string[], work: (some: string[]) => Promise<void>): Promise<string[]> {
  const left: string[] = []
  let size = AT_ONCE
  let failures = 0
  for (let at = 0; at < ids.length;) {
    const some = ids.slice(at, at + size)
    try {
      await work(some)
      failures = 0
    } catch (error) {
      if (!isStatementTimeout(error)) throw error
      if (some.length > 1) {
        size = Math.ceil(some.length / 2)
        continue
      }
      left.push(...some)
      if (++failures === GIVE_UP_AFTER) return [...left, ...ids.slice(at + 1)]
    }
    at += some.length
  }
  return left
}
