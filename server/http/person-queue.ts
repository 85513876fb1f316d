import { ProblemError } from './problem-error.ts'

type Limits = {
  /** Tasks at work at once, of all people. */
  running: number
  /** Of them, at most so many of one person. */
  runningEach: number
  /** Tasks that wait, of all people and of one. */
  waiting: number
  waitingEach: number
}
type Waiting = { start: () => void }

/**
 * A queue for expensive work, fair by person: whoever has many tasks waiting gets one turn, then it is the next person's.
 * @returns a function that runs a task when its turn comes. `signal` takes a waiting task out of the queue.
 * @throws ProblemError busy when too many tasks of the person, or of all, are waiting; the signal's reason
 */
export function createPersonQueue({ running, runningEach, waiting, waitingEach }: Limits) {
  /** The person who was served longest ago comes first. */
  const lines = new Map<string, Waiting[]>()
  const atWork = new Map<string, number>()
  let [active, queued] = [0, 0]

  const workOf = (person: string) => atWork.get(person) ?? 0
  const mayRun = (person: string) => active < running && workOf(person) < runningEach
  const begin = (person: string) => {
    active += 1
    atWork.set(person, workOf(person) + 1)
  }
  const end = (person: string) => {
    active -= 1
    if (workOf(person) > 1) atWork.set(person, workOf(person) - 1)
    else atWork.delete(person)
  }
  const startNext = () => {
    for (const [person, line] of lines) {
      const next = mayRun(person) ? line.shift() : undefined
      if (!next) continue
      lines.delete(person)
      if (line.length > 0) lines.set(person, line)
      queued -= 1
      begin(person)
      return next.start()
    }
  }
  const wait = (person: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(person) ?? []
      if (queued >= waiting || line.length >= waitingEach) throw new ProblemError('busy', { retryAfter: 5 })
      const leave = () => {
        const at = line.indexOf(entry)
        if (at < 0) return
        line.splice(at, 1)
        if (line.length === 0) lines.delete(person)
        queued -= 1
        reject(signal?.reason)
      }
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.push(entry)
      lines.set(person, line)
      queued += 1
    })

  return async function run<T>(person: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (mayRun(person)) begin(person)
    else await wait(person, signal)
    try {
      return await task()
    } finally {
      end(person)
      startNext()
    }
  }
}

/**
 * Counts what people have under way, so that one person's share leaves room for the others.
 * @returns a function that takes a place and answers what gives it back
 * @throws ProblemError busy
 */
export function createPersonSlots({ each, all }: { each: number; all: number }) {
  const taken = new Map<string, number>()
  let sum = 0
  return function take(person: string): () => void {
    const own = taken.get(person) ?? 0
    if (own >= each || sum >= all) throw new ProblemError('busy', { retryAfter: 5 })
    taken.set(person, own + 1)
    sum += 1
    let given = false
    return () => {
      if (given) return
      given = true
      sum -= 1
      const left = (taken.get(person) ?? 1) - 1
      if (left > 0) taken.set(person, left)
      else taken.delete(person)
    }
  }
}
