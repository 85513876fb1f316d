import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { healthCheckNames, type HealthCheckName } from '#contract/health-checks.ts'
import type { HealthMeasurement, HealthSample } from '#contract/health.ts'
import { allChecks } from './all-checks.ts'
import type { Finding, HealthCheck } from './health-check.ts'
import type { HealthProbes } from './health-probes.ts'
import { detailOf, measurementOf } from './health-state-rules.ts'

const SAMPLES_KEPT = 180
/** What did not come back by then never will; the check is started again. */
const GIVEN_UP_MS = 60_000

export type HealthMonitor = ReturnType<typeof createHealthMonitor>

/**
 * Measures this process and what it depends on, in turns. A check that does not come back is not started again until it
 * does, and never delays the others.
 */
export function createHealthMonitor(probes: HealthProbes, everySeconds: number, checks = allChecks) {
  const measured = new Map<HealthCheckName, HealthMeasurement>()
  const underWay = new Map<HealthCheckName, Promise<Finding>>()
  const events = new EventEmitter<{ turn: [] }>()
  // One listener for each open screen.
  events.setMaxListeners(0)
  const samples: HealthSample[] = []
  const ended = new AbortController()
  let turns = 0
  let running: Promise<void> | undefined
  let lastTurn = performance.now()

  async function findingOf(check: HealthCheck): Promise<Finding> {
    const { name, timeLimitMs, onFailure } = check
    const databaseIsAway = check.needsDatabase && measured.get('database')?.state === 'bad' && name !== 'database'
    if (databaseIsAway && measured.get('database')?.value === null)
      return { value: null, state: 'unknown', cause: 'needs_database' }
    const timer = new AbortController()
    const work = underWay.get(name) ?? begin(check)
    const late = pause(timeLimitMs, 'late' as const, { signal: timer.signal, ref: false }).catch(() => 'late' as const)
    try {
      const found = await Promise.race([work, late])
      return found === 'late' ? { value: null, state: onFailure, cause: 'no_answer' } : found
    } catch (error) {
      return { value: null, state: onFailure, cause: 'failed', detail: detailOf(error) }
    } finally {
      timer.abort()
    }
  }

  function begin(check: HealthCheck): Promise<Finding> {
    const work: Promise<Finding> = (async () => check.measure(probes))().finally(() => {
      if (underWay.get(check.name) === work) underWay.delete(check.name)
    })
    // Its failure may come after its time limit, when no one waits any more.
    work.catch(() => undefined)
    underWay.set(check.name, work)
    setTimeout(() => underWay.get(check.name) === work && underWay.delete(check.name), GIVEN_UP_MS).unref()
    return work
  }

  async function measure(check: HealthCheck): Promise<HealthMeasurement> {
    const found = measurementOf(check.name, await findingOf(check))
    const at = new Date(Date.now()).toISOString()
    const before = measured.get(check.name)
    const since = before?.state === found.state ? before.since : at
    const measurement = { name: check.name, ...found, at, since }
    measured.set(check.name, measurement)
    return measurement
  }

  async function turn() {
    await probes.process.turn()
    const due = checks.filter(({ everyTurns = 1 }) => turns % everyTurns === 0)
    turns++
    // The others would wait for the same connections, only to say the same.
    const first = due.find(({ name }) => name === 'database')
    if (first) await measure(first)
    await Promise.all(due.filter((check) => check !== first).map(measure))
    noteSample()
  }

  function noteSample() {
    const seconds = Math.max(0.001, (performance.now() - lastTurn) / 1000)
    lastTurn = performance.now()
    const { requests, failures, p50, p95 } = probes.requests.of(1)
    probes.requests.turn()
    samples.push({
      at: new Date(Date.now()).toISOString(),
      requestsPerSecond: requests / seconds,
      errorsPerSecond: failures / seconds,
      p50,
      p95,
      eventLoopMs: probes.process.lastDelay(),
      cpu: probes.process.machineShareNow(),
      memory: probes.process.memory().share,
      databaseMs: measured.get('database')?.value ?? null,
    })
    if (samples.length > SAMPLES_KEPT) samples.shift()
  }

  async function workOn(report: () => Promise<void>) {
    while (!ended.signal.aborted) {
      const begun = performance.now()
      await turn()
      await report()
      events.emit('turn')
      const rest = Math.max(10, everySeconds * 1000 - (performance.now() - begun))
      await pause(rest, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    everySeconds,
    events,
    probes,
    /** Every check, in the order of the contract; before its first turn as unknown. */
    checks: (): HealthMeasurement[] => healthCheckNames.map((name) => measured.get(name) ?? notMeasured(name)),
    samples: (): readonly HealthSample[] => samples,
    /** Measures one check now. */
    run: (name: HealthCheckName) => measure(checks.find((check) => check.name === name)!),
    turn,
    /** Measures until `stop`; `report` is called after each turn and must not throw. */
    start: (report: () => Promise<void>) => void (running ??= workOn(report)),
    isRunning: () => running !== undefined,
    stop: async () => {
      ended.abort()
      probes.process.stop()
      await running
    },
  }
}

const STARTED = new Date().toISOString()
const notMeasured = (name: HealthCheckName): HealthMeasurement => ({
  name,
  ...measurementOf(name, { value: null }),
  at: STARTED,
  since: STARTED,
})
