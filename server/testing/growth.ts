/** A thread's processor time is told to some milliseconds only. */
const MEASURED_MS = 40
/** What takes less is mostly what any call takes. */
const LEAST_MS = 1

/** Between the 4 of work that grows with the length and the 16 of work that grows with its square. */
export const MOST_GROWTH = 10

/**
 * How many times as much processor time the work takes with four times the length. Other processes do not count; collected garbage
 * does, and a machine that is shared may add some: what looks too much is measured again.
 * @param makeWork for a length: prepares the input, and answers what is measured
 */
export function growthOf(makeWork: (length: number) => () => void, length: number): number {
  const [short, long] = [makeWork(length), makeWork(length * 4)]
  // What runs for the first time is compiled.
  long()
  let growth = Infinity
  for (let tries = 0; growth >= MOST_GROWTH && tries < 4; tries++)
    growth = Math.min(growth, msOf(long) / Math.max(msOf(short), LEAST_MS))
  return growth
}

/** Repeated until it can be measured. */
function msOf(work: () => void): number {
  const before = process.threadCpuUsage()
  for (let runs = 1; ; runs++) {
    work()
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1000
    if (ms >= MEASURED_MS) return ms / runs
  }
}
