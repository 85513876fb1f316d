import { AsyncResource } from 'node:async_hooks'
import { ProblemError } from '../../http/problem-error.ts'

type Batch = { readonly events: readonly unknown[] }
type Waiting<B, R> = { batch: B; resolve: (result: R) => void; reject: (error: unknown) => void }

/** The database works on one while the other is prepared; it has one less to do while others wait for it. */
const WRITES_AT_ONCE = { alone: 2, besideOthers: 1 }
/** More than this waits for a database that does not keep up; its callers try again later. */
const MOST_WAITING = 50_000
/** A larger write would keep the process from answering others while it is prepared. */
const MOST_AT_ONCE = 2500

/**
 * Collects the batches of many calls into few writes. While two writes are under way the next calls gather, so a quiet server
 * answers at once and a busy one writes more at a time.
 * @param othersWait whether someone else waits for the database
 * @returns adds a batch; resolves with what `write` answered once it is stored, rejects when it is not
 */
export function createEventBuffer<B extends Batch, R>(
  write: (batches: readonly B[]) => Promise<R>,
  othersWait: () => boolean = () => false,
) {
  let waiting: Waiting<B, R>[] = []
  let size = 0
  let writes = 0

  const writesAtOnce = () => (othersWait() ? WRITES_AT_ONCE.besideOthers : WRITES_AT_ONCE.alone)

  // Outside of the call that happens to begin the writing: when its time is over, the others' events are written all the same.
  const drain = AsyncResource.bind(async () => {
    writes++
    while (waiting.length > 0 && writes <= writesAtOnce()) {
      const taken = takeFirst()
      await write(taken.map(({ batch }) => batch)).then(
        (result) => taken.forEach(({ resolve }) => resolve(result)),
        (error: unknown) => taken.forEach(({ reject }) => reject(error)),
      )
    }
    writes--
  })

  function takeFirst(): Waiting<B, R>[] {
    let count = 0
    const end = waiting.findIndex(({ batch }) => (count += batch.events.length) > MOST_AT_ONCE)
    const taken = end > 0 ? waiting.slice(0, end) : end === 0 ? waiting.slice(0, 1) : waiting
    waiting = waiting.slice(taken.length)
    size -= taken.reduce((sum, { batch }) => sum + batch.events.length, 0)
    return taken
  }

  return (batch: B): Promise<R> => {
    if (size + batch.events.length > MOST_WAITING) throw new ProblemError('busy', { retryAfter: 5 })
    size += batch.events.length
    const stored = new Promise<R>((resolve, reject) => waiting.push({ batch, resolve, reject }))
    if (writes < writesAtOnce()) void drain()
    return stored
  }
}
