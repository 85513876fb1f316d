import type { DiagnosticReport } from './diagnostic-report.ts'

/** Where a call can lose time, from the far end to the near one. */
export const diagnosticLayers = [
  'lock',
  'database',
  'event_loop',
  'server',
  'proxy',
  'network',
  'payload',
  'browser',
] as const
export type DiagnosticLayer = (typeof diagnosticLayers)[number]

/** What each layer may take, in milliseconds, before a person notices. */
export const layerBudgets: Record<DiagnosticLayer, number> = {
  lock: 25,
  database: 25,
  event_loop: 40,
  server: 60,
  proxy: 40,
  network: 120,
  payload: 300,
  browser: 60,
}

/** The bytes of a large screen: what a slow line is measured by. */
export const TYPICAL_BYTES = 200_000
/** From this share of lost pings on, times mean little. */
const LOSS_MOST = 0.1

/** Milliseconds by layer; null where it could not be measured. */
export type LayerTimes = Record<DiagnosticLayer, number | null>

/**
 * Splits what was measured into layers without counting anything twice: what waits for the event loop is taken out of the
 * layers around it, and what the server took out of the way there.
 */
export function layerTimes(report: DiagnosticReport): LayerTimes {
  const { ping, connection, roundTrip, transfer, browser } = report
  const loop = roundTrip?.eventLoopMs ?? 0
  const rest = (ms: number) => Math.max(0, ms)
  const way = ping.medianMs === null ? null : rest(ping.medianMs - ping.serverMs - loop)
  const proxy = proxyTime()
  return {
    lock: roundTrip ? rest(roundTrip.lockMs - loop) : null,
    database: roundTrip ? rest(roundTrip.databaseMs - loop) : null,
    event_loop: roundTrip ? loop : null,
    server: roundTrip ? rest(roundTrip.serverMs - roundTrip.databaseMs - roundTrip.lockMs - loop) : null,
    proxy,
    network: way === null ? null : rest(way - (proxy ?? 0)),
    payload: transfer && transfer.downBytes > 0 ? (transfer.downMs * TYPICAL_BYTES) / transfer.downBytes : null,
    browser: browser ? Math.max(browser.driftMs, browser.workMs) : null,
  }

  /** By the time that the proxy wrote into the call, else by what is left of the way after the handshake with the proxy. */
  function proxyTime(): number | null {
    if (roundTrip?.proxyMs !== null && roundTrip?.proxyMs !== undefined) return rest(roundTrip.proxyMs - loop)
    if (!roundTrip?.proxied || way === null || connection.tcpMs === null) return null
    return rest(way - connection.tcpMs)
  }
}

/** The layers that a call goes through, from the near end to the far one. The others are measured on their own. */
export const callLayers = ['network', 'proxy', 'server', 'event_loop', 'database', 'lock'] as const

const tenths = (ms: number) => Math.round(ms * 10)

/**
 * The whole of a signed-in call, and what no layer of it explains: the page's own work and rounding. Where the layers, of which
 * the network is the median of pings, add up to more, the whole is their sum. In tenths of a millisecond, as it is shown, so that the figures add up. Null where it was not measured.
 */
export function callTimes(report: DiagnosticReport): { totalMs: number; otherMs: number } | null {
  if (!report.roundTrip) return null
  const times = layerTimes(report)
  const known = callLayers.reduce((sum, layer) => sum + tenths(times[layer] ?? 0), 0)
  const total = Math.max(tenths(report.roundTrip.totalMs), known)
  return { totalMs: total / 10, otherMs: (total - known) / 10 }
}

export type DiagnosticVerdict =
  | { kind: 'good'; layer: null; ms: null }
  /** One layer takes most of what is too long; `ms` is its time. */
  | { kind: 'slow'; layer: DiagnosticLayer; ms: number }
  | { kind: 'loss'; layer: 'network'; ms: null }
  | { kind: 'no_answer'; layer: null; ms: null }

/** What is wrong with a connection, in one finding: the layer that exceeds its budget by most. */
export function verdictOf(report: DiagnosticReport): DiagnosticVerdict {
  const { sent, lost } = report.ping
  if (sent > 0 && lost === sent) return { kind: 'no_answer', layer: null, ms: null }
  if (sent > 0 && lost / sent > LOSS_MOST) return { kind: 'loss', layer: 'network', ms: null }
  const times = layerTimes(report)
  const excess = (layer: DiagnosticLayer) => (times[layer] ?? 0) - layerBudgets[layer]
  const worst = diagnosticLayers.reduce((one, other) => (excess(other) > excess(one) ? other : one))
  if (excess(worst) <= 0) return { kind: 'good', layer: null, ms: null }
  return { kind: 'slow', layer: worst, ms: Math.round(times[worst] ?? 0) }
}
