import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { medianOf } from './diagnostic-figures.ts'

const TIMERS = 15
const TIMER_MS = 20
const ROUNDS = 3
/** A usual computer needs less for the work below. */
const USUAL_MS = 20
const STEPS = 3_000_000

/** How late timers run, and how much longer than usual a fixed piece of work takes. */
export async function measureBrowser(signal: AbortSignal): Promise<DiagnosticReport['browser']> {
  const lateness: number[] = []
  for (let n = 0; n < TIMERS; n++) {
    const begun = performance.now()
    await new Promise((resolve) => setTimeout(resolve, TIMER_MS))
    signal.throwIfAborted()
    lateness.push(Math.max(0, performance.now() - begun - TIMER_MS - 1))
  }
  const rounds = Array.from({ length: ROUNDS }, timeWork)
  return { driftMs: medianOf(lateness) ?? 0, workMs: Math.max(0, (medianOf(rounds) ?? 0) - USUAL_MS) }
}

function timeWork(): number {
  const begun = performance.now()
  let mixed = 1
  for (let step = 0; step < STEPS; step++) mixed = (Math.imul(mixed, 1_664_525) + step) | 0
  // Used, so that nothing of it is left out.
  return performance.now() - begun + (mixed === 0 ? 1e-9 : 0)
}

/** What this site stores in the browser, and may; null where the browser does not say. */
export async function measureStorage(): Promise<DiagnosticReport['storage']> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  return estimate ? { usedBytes: estimate.usage ?? 0, quotaBytes: Math.min(1e15, estimate.quota ?? 0) } : null
}
