import { describe, expect, it } from 'vitest'
import { callLayers, callTimes, layerTimes, verdictOf } from './diagnostic-verdict.ts'
import type { DiagnosticReport } from './diagnostic-report.ts'

type Parts = { [Key in keyof DiagnosticReport]?: Partial<DiagnosticReport[Key]> }

/** A run on a good connection, except for what is given. */
function run(parts: Parts = {}): DiagnosticReport {
  const usual: DiagnosticReport = {
    ping: { sent: 20, lost: 0, medianMs: 22, p95Ms: 30, jitterMs: 2, serverMs: 2 },
    connection: { dnsMs: 1, tcpMs: 15, tlsMs: 20, firstByteMs: 24, protocol: 'h2', encoding: 'br' },
    clock: { offsetMs: 3, errorMs: 11 },
    live: { echoMs: 25, buffered: false },
    transfer: { downBytes: 1_000_000, downMs: 200, upBytes: 250_000, upMs: 90 },
    roundTrip: {
      totalMs: 30,
      serverMs: 6,
      databaseMs: 2,
      lockMs: 0,
      eventLoopMs: 1,
      proxyMs: null,
      proxied: true,
    },
    browser: { driftMs: 2, workMs: 5 },
    storage: null,
  }
  const merged = Object.entries(usual).map(([key, value]) => [
    key,
    value && { ...value, ...parts[key as keyof DiagnosticReport] },
  ])
  return Object.fromEntries(merged) as DiagnosticReport
}
const layerOf = (parts: Parts) => verdictOf(run(parts)).layer

describe('the verdict on a connection', () => {
  it('is good where nothing exceeds what it may take', () => {
    expect(verdictOf(run())).toEqual({ kind: 'good', layer: null, ms: null })
  })

  it('names the lock, the database or the server by what the server measured', () => {
    expect(layerOf({ roundTrip: { serverMs: 906, lockMs: 900 } })).toBe('lock')
    expect(layerOf({ roundTrip: { serverMs: 306, databaseMs: 300 } })).toBe('database')
    expect(verdictOf(run({ roundTrip: { serverMs: 406 } }))).toEqual({ kind: 'slow', layer: 'server', ms: 403 })
  })

  it('names the event loop, although it makes all around it slow', () => {
    const slow = { ping: { medianMs: 240, serverMs: 3 } }
    expect(layerOf({ ...slow, roundTrip: { serverMs: 360, databaseMs: 180, eventLoopMs: 190 } })).toBe('event_loop')
  })

  it('names the proxy by the time it wrote into the call', () => {
    expect(layerOf({ ping: { medianMs: 320 }, roundTrip: { proxyMs: 300 } })).toBe('proxy')
  })

  it('names the proxy by what the handshake with it does not explain', () => {
    expect(layerOf({ ping: { medianMs: 320 } })).toBe('proxy')
    expect(layerOf({ ping: { medianMs: 320 }, connection: { tcpMs: 300 } })).toBe('network')
  })

  it('names the network where there is no proxy', () => {
    expect(layerOf({ ping: { medianMs: 320 }, roundTrip: { proxied: false } })).toBe('network')
  })

  it('names the transfer of much, and the browser itself', () => {
    expect(layerOf({ transfer: { downBytes: 65_536, downMs: 1300 } })).toBe('payload')
    expect(layerOf({ browser: { workMs: 400 } })).toBe('browser')
  })

  it('tells of lost pings before anything else, and of no answer at all', () => {
    expect(verdictOf(run({ ping: { lost: 4 }, browser: { workMs: 900 } })).kind).toBe('loss')
    expect(verdictOf(run({ ping: { lost: 20, medianMs: null, p95Ms: null, jitterMs: null } })).kind).toBe('no_answer')
  })

  it('says of what was not measured that it is not known', () => {
    const nothing = { ...run(), roundTrip: null, transfer: null, browser: null }
    expect(layerTimes(nothing)).toEqual({
      lock: null,
      database: null,
      event_loop: null,
      server: null,
      proxy: null,
      network: 20,
      payload: null,
      browser: null,
    })
  })
})

it('the parts of a call and what none of them explains add up to the whole', () => {
  const roundTrip = {
    totalMs: 100,
    serverMs: 20,
    databaseMs: 8,
    lockMs: 2,
    eventLoopMs: 1,
    proxyMs: null,
    proxied: false,
  }
  const ping = { sent: 20, lost: 0, medianMs: 43, p95Ms: 50, jitterMs: 1, serverMs: 2 }
  const report = { ping, connection: {}, transfer: null, browser: null, roundTrip } as unknown as DiagnosticReport
  const whole = (changed: Partial<typeof roundTrip> = {}) => {
    const one = { ...report, roundTrip: { ...roundTrip, ...changed } } as DiagnosticReport
    const times = layerTimes(one)
    return { ...callTimes(one)!, sum: callLayers.reduce((sum, layer) => sum + (times[layer] ?? 0), 0) }
  }
  const usual = whole()
  expect(usual.totalMs).toBe(100)
  expect(usual.otherMs).toBeGreaterThan(0)
  expect(usual.sum + usual.otherMs).toBe(100)
  // The median of the pings may be longer than one call.
  expect(whole({ totalMs: 30 })).toEqual({ totalMs: usual.sum, otherMs: 0, sum: usual.sum })
  expect(callTimes({ ...report, roundTrip: null })).toBeNull()
})
