import { ProblemError } from './problem-error.ts'

export type ConcurrencyLimit = {
  /** Running at once, of everybody together. */
  total: number
  /** Running at once, of one person. */
  perPerson: number
  /** Waiting at once, of everybody together and of one person; what comes on top is refused. */
  waiting: number
  waitingPerPerson: number
  /** What has not started by then is refused. */
  waitMs: number
  /** The seconds that a refusal asks the caller to wait. */
  retryAfter: number
}
type Waiter = { person: string; start: () => void; timer: NodeJS.Timeout }

/** Does the work when its turn comes. @throws ProblemError busy when the queue is full or the turn does not come in time */
export type RunLimited = <T>(person: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits expensive work in this process so that no person can take all of it. Whoever runs the least goes first, then
 * whoever was served longest ago: a full queue of one person does not delay the first request of another.
 */
export function limitConcurrency(limit: ConcurrencyLimit): RunLimited {
  const queue: Waiter[] = []
  const running = new Map<string, number>()
  const servedAt = new Map<string, number>()
  let runningInAll = 0
  let turn = 0

  const runningOf = (person: string) => running.get(person) ?? 0
  const waitingOf = (person: string) => queue.filter((waiter) => waiter.person === person).length
  const mayStart = (person: string) => runningInAll < limit.total && runningOf(person) < limit.perPerson
  const busy = () => new ProblemError('busy', { retryAfter: limit.retryAfter })

  function begin(person: string) {
    runningInAll++
    running.set(person, runningOf(person) + 1)
    servedAt.set(person, ++turn)
  }

  function end(person: string) {
    runningInAll--
    const left = runningOf(person) - 1
    if (left > 0) running.set(person, left)
    else running.delete(person)
    if (left === 0 && waitingOf(person) === 0) servedAt.delete(person)
    startNext()
  }

  function startNext() {
    const [next] = queue
      .filter(({ person }) => mayStart(person))
      .toSorted(
        (a, b) =>
          runningOf(a.person) - runningOf(b.person) || (servedAt.get(a.person) ?? 0) - (servedAt.get(b.person) ?? 0),
      )
    if (!next) return
    leave(next)
    begin(next.person)
    next.start()
  }

  function leave(waiter: Waiter) {
    clearTimeout(waiter.timer)
    queue.splice(queue.indexOf(waiter), 1)
  }

  function waitForSlot(person: string): Promise<void> {
    if (queue.length >= limit.waiting || waitingOf(person) >= limit.waitingPerPerson) throw busy()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        leave(waiter)
        reject(busy())
      }
      const waiter: Waiter = { person, start: resolve, timer: setTimeout(giveUp, limit.waitMs) }
      queue.push(waiter)
    })
  }

  return async (person, work) => {
    if (mayStart(person)) begin(person)
    else await waitForSlot(person)
    try {
      return await work()
    } finally {
      end(person)
    }
  }
}
