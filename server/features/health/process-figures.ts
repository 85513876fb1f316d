import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'

const RESOLUTION_MS = 20
/** For two turns of five seconds the worst delay counts: a short block is seen, and 15 seconds after it all is good again. */
const DELAY_KEPT_MS = 9_500
/** Turns over which the use of processors is averaged. */
const TURNS = 3
/** Turns of five seconds over which the use of the whole machine is averaged: a busy minute is no warning. */
export const MACHINE_TURNS = 36

/** What this process uses of its machine, by turn. */
export function createProcessFigures() {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  let delays: { at: number; ms: number }[] = []
  let cpuShares = [0]
  let cpuBefore = process.cpuUsage()
  let before = performance.now()
  let machineShares: number[] = []
  let machineBefore = machineTimes()
  return {
    async turn() {
      // A timer that is due may come before the one that measures the loop, and a block that has just ended would be forgotten.
      await setImmediate()
      const lastedMs = Math.max(1, performance.now() - before)
      const { user, system } = process.cpuUsage(cpuBefore)
      cpuBefore = process.cpuUsage()
      before = performance.now()
      const share = (user + system) / 1000 / lastedMs / availableParallelism()
      cpuShares = [Math.min(1, share), ...cpuShares].slice(0, TURNS)
      const machine = machineTimes()
      const ticks = machine.all - machineBefore.all
      if (ticks > 0)
        machineShares = [(machine.busy - machineBefore.busy) / ticks, ...machineShares].slice(0, MACHINE_TURNS)
      machineBefore = machine
      // It measures the distance of two ticks, so an idle loop shows the resolution itself.
      const newest = { at: before, ms: Math.max(0, loop.max / 1e6 - RESOLUTION_MS) }
      delays = [newest, ...delays.filter(({ at }) => before - at < DELAY_KEPT_MS)]
      loop.reset()
    },
    /** Milliseconds: the longest time for which nothing else could run, of the last ten seconds. */
    longestDelay: () => Math.max(0, ...delays.map(({ ms }) => ms)),
    lastDelay: () => delays[0]?.ms ?? 0,
    cpuShare: () => averageOf(cpuShares),
    /** The share of all processors that the whole machine used, of the last three minutes; `lasts`: it was measured so long. */
    machineShare: () => ({ share: averageOf(machineShares), lasts: machineShares.length === MACHINE_TURNS }),
    machineShareNow: () => averageOf(machineShares.slice(0, TURNS)),
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
const averageOf = (shares: readonly number[]): number =>
  shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length

/** Milliseconds of all processors since the machine started. */
function machineTimes(): { busy: number; all: number } {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const { user, nice, sys, irq, idle } = times
    busy += user + nice + sys + irq
    all += user + nice + sys + irq + idle
  }
  return { busy, all }
}

export type ProcessFigures = ReturnType<typeof createProcessFigures>
