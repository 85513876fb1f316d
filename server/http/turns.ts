/**
 * Lets so many go on in each round of the event loop; the others wait in the order in which they came. Frequent calls that
 * take such a turn leave room for all else between two rounds, however many of them arrive at once.
 * @returns resolves when it is the caller's turn; at once while fewer ask than may go
 */
export function createTurns(perRound: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let taken = 0

  function nextRound(): void {
    const next = waiting.splice(0, perRound)
    taken = next.length
    for (const go of next) go()
    if (taken > 0) setImmediate(nextRound)
  }

  return () => {
    if (taken === 0) setImmediate(nextRound)
    if (taken < perRound) {
      taken++
      return Promise.resolve()
    }
    return new Promise((go) => waiting.push(go))
  }
}
