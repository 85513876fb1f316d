type Turns = {
  /** How many may go on in each round of the event loop. */
  perRound: number
  /** Whether someone else waits for this process. */
  othersWait: () => boolean
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** While others wait, so long are the turns between two pauses, and so long is a pause. */
const BURST_MS = 1
const PAUSE_MS = 3

/**
 * Lets so many go on in each round of the event loop; the others wait in the order in which they came. Frequent calls that
 * take such a turn leave room for all else between two rounds, however many of them arrive at once. While others wait they
 * leave three quarters of the time: the processor also works for the database that answers those others.
 * @returns resolves when it is the caller's turn; at once while fewer ask than may go
 */
export function createTurns({ perRound, othersWait, now = () => performance.now() }: Turns): () => Promise<void> {
  const waiting: (() => void)[] = []
  let taken = 0
  let burstSince = 0

  function beginRound(): void {
    if (now() - burstSince < BURST_MS || !othersWait()) nextRound()
    else
      setTimeout(() => {
        burstSince = now()
        nextRound()
      }, PAUSE_MS)
  }

  function nextRound(): void {
    const next = waiting.splice(0, perRound)
    taken = next.length
    for (const go of next) go()
    if (taken > 0) setImmediate(beginRound)
  }

  return () => {
    if (taken === 0) {
      burstSince = now()
      setImmediate(beginRound)
    }
    if (taken < perRound) {
      taken++
      return Promise.resolve()
    }
    return new Promise((go) => waiting.push(go))
  }
}
