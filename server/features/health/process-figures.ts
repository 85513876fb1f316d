import { availableParallelism, loadavg, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const RESOLUTION_MS = 20
/** Turns over which the worst delay counts, so that a short block is seen. */
const TURNS = 3

/** What this process uses of its machine, by turn. */
export function createProcessFigures() {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  let delays = [0]
  let cpuShares = [0]
  let cpuBefore = process.cpuUsage()
  let before = performance.now()
  return {
    turn() {
      const lastedMs = Math.max(1, performance.now() - before)
      const { user, system } = process.cpuUsage(cpuBefore)
      cpuBefore = process.cpuUsage()
      before = performance.now()
      const share = (user + system) / 1000 / lastedMs / availableParallelism()
      cpuShares = [Math.min(1, share), ...cpuShares].slice(0, TURNS)
      // It measures the distance of two ticks, so an idle loop shows the resolution itself.
      delays = [Math.max(0, loop.max / 1e6 - RESOLUTION_MS), ...delays].slice(0, TURNS)
      loop.reset()
    },
    /** Milliseconds: the longest time for which nothing else could run, of the last turns. */
    longestDelay: () => Math.max(...delays),
    lastDelay: () => delays[0] ?? 0,
    cpuShare: () => cpuShares.reduce((sum, share) => sum + share, 0) / cpuShares.length,
    load: () => loadavg()[0] ?? 0,
    memory() {
      const { rss, heapUsed } = process.memoryUsage()
      const constrained = process.constrainedMemory()
      const limit = constrained > 0 && constrained < totalmem() ? constrained : totalmem()
      const heapLimit = getHeapStatistics().heap_size_limit
      return { used: rss, heap: heapUsed, total: limit, share: Math.max(rss / limit, heapUsed / heapLimit) }
    },
    stop: () => loop.disable(),
  }
}
export type ProcessFigures = ReturnType<typeof createProcessFigures>
