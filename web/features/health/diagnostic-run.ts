import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { PINGS } from '#contract/diagnostics.ts'
import { ApiError } from '../../api/call.ts'
import { measureBrowser, measureStorage } from './diagnostic-browser.ts'
import {
  measureConnection,
  measureLive,
  measurePings,
  measureRoundTrip,
  measureTransfer,
} from './diagnostic-measures.ts'

export const diagnosticSteps = ['browser', 'ping', 'connection', 'roundTrip', 'live', 'transfer'] as const
export type DiagnosticStep = (typeof diagnosticSteps)[number]
/** `done`: 0 to 1, of the whole. */
export type DiagnosticProgress = { step: DiagnosticStep; done: number }

const NO_CONNECTION = { dnsMs: null, tcpMs: null, tlsMs: null, firstByteMs: null, protocol: '', encoding: '' }

/**
 * Measures everything, one after the other so that nothing disturbs the rest. A part that fails on the way is left out; only a
 * refusal by the server ends the run.
 */
export async function runDiagnostics(
  onProgress: (progress: DiagnosticProgress) => void,
  signal: AbortSignal,
): Promise<DiagnosticReport> {
  const at = (step: DiagnosticStep, part = 0) => {
    // Not every part hears that it was stopped; the next one must not show itself.
    signal.throwIfAborted()
    onProgress({ step, done: (diagnosticSteps.indexOf(step) + part) / diagnosticSteps.length })
  }
  const unlessLost = async <T>(measure: () => Promise<T>): Promise<T | null> => {
    try {
      return await measure()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof ApiError && error.code === 'offline') return null
      throw error
    }
  }
  // What the page itself loaded tells how it is compressed; the list is emptied because a full one takes nothing more.
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  performance.setResourceTimingBufferSize(1000)
  performance.clearResourceTimings()

  at('browser')
  const browser = await measureBrowser(signal)
  const storage = await measureStorage()
  at('ping')
  let heard = 0
  const { ping, clock } = await measurePings(PINGS, signal, () => at('ping', ++heard / PINGS))
  const nothing: DiagnosticReport = {
    ping,
    clock,
    connection: NO_CONNECTION,
    live: null,
    transfer: null,
    roundTrip: null,
    browser,
    storage,
  }
  if (ping.medianMs === null) return nothing
  const pingMs = ping.medianMs
  at('connection')
  const connection = (await unlessLost(() => measureConnection(loaded, signal))) ?? NO_CONNECTION
  at('roundTrip')
  const roundTrip = await unlessLost(() => measureRoundTrip(signal))
  at('live')
  const live = await unlessLost(() => measureLive(signal))
  at('transfer')
  const transfer = await unlessLost(() => measureTransfer(pingMs, signal))
  return { ...nothing, connection, roundTrip, live, transfer }
}
