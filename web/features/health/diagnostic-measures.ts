import type { DiagnosticReport } from '#contract/diagnostic-report.ts'
import { diagnosticEndpoints, ECHO_EVENTS, ECHO_GAP_MS } from '#contract/diagnostics.ts'
import { addressOf, ApiError, call, toApiError } from '../../api/call.ts'
import { readEvents } from '../../api/event-stream.ts'
import { httpClient } from '../../api/http-client.ts'
import { medianOf, percentileOf, jitterOf } from './diagnostic-figures.ts'

const PING_LIMIT_MS = 5_000
const TRANSFER_LIMIT_MS = 15_000
/** Without any answer to so many, no more are sent. */
const GIVEN_UP_AFTER = 4
const SMALL_BYTES = 65_536
const LARGE_BYTES = 1_048_576
const UPLOAD_BYTES = 250_000
/** A small transfer that took longer says enough. */
const SLOW_MS = 400

type Ping = DiagnosticReport['ping']
type Clock = DiagnosticReport['clock']

/** What the network itself measured of the newest call to this path, whatever the page was busy with. */
async function newestEntry(path: string, from: number): Promise<PerformanceResourceTiming | undefined> {
  // Entries are written after the call has answered.
  await new Promise((resolve) => setTimeout(resolve))
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return entries.findLast(({ name, startTime }) => startTime >= from - 1 && new URL(name).pathname === path)
}

/** Whether the call was lost on its way; a refusal by the server is none. */
const isLost = (error: unknown, limit: AbortSignal) =>
  limit.aborted || (error instanceof ApiError && error.code === 'offline')

/**
 * So many small calls, one after the other; and by the fastest the difference of the two clocks.
 * @throws ApiError when the server refuses
 */
export async function measurePings(
  count: number,
  signal: AbortSignal,
  onPing: () => void,
): Promise<{ ping: Ping; clock: Clock }> {
  const answered: { ms: number; serverMs: number; offset: number }[] = []
  let [sent, lost] = [0, 0]
  while (sent < count && !(lost === sent && sent >= GIVEN_UP_AFTER)) {
    const limit = AbortSignal.timeout(PING_LIMIT_MS)
    const [begun, clock] = [performance.now(), Date.now()]
    sent++
    try {
      const { at, serverMs } = await call(diagnosticEndpoints.ping, {}, { signal: AbortSignal.any([signal, limit]) })
      const heardMs = performance.now() - begun
      const entry = await newestEntry(diagnosticEndpoints.ping.path, begun)
      const ms = entry && entry.requestStart > 0 ? entry.responseStart - entry.requestStart : heardMs
      answered.push({ ms, serverMs, offset: clock + heardMs / 2 - at })
    } catch (error) {
      signal.throwIfAborted()
      if (!isLost(error, limit)) throw error
      lost++
    }
    onPing()
  }
  const times = answered.map(({ ms }) => ms)
  const fastest = answered.toSorted((one, other) => one.ms - other.ms)[0]
  return {
    ping: {
      sent,
      lost,
      medianMs: medianOf(times),
      p95Ms: percentileOf(times, 0.95),
      jitterMs: jitterOf(times),
      serverMs: medianOf(answered.map(({ serverMs }) => serverMs)) ?? 0,
    },
    clock: fastest ? { offsetMs: fastest.offset, errorMs: fastest.ms / 2 } : null,
  }
}

/**
 * How new connections are made: several calls at once make the browser open some.
 * @param loaded what the page loaded so far
 */
export async function measureConnection(
  loaded: readonly PerformanceResourceTiming[],
  signal: AbortSignal,
): Promise<DiagnosticReport['connection']> {
  await Promise.all(Array.from({ length: 6 }, () => call(diagnosticEndpoints.ping, {}, { signal })))
  await new Promise((resolve) => setTimeout(resolve))
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const entries = [
    ...(page ? [page] : []),
    ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
  ]
  entries.unshift(...loaded)
  const opened = entries.filter(({ connectStart, connectEnd }) => connectEnd > connectStart)
  const newest = opened.at(-1)
  const tls = newest && newest.secureConnectionStart > 0 ? newest.connectEnd - newest.secureConnectionStart : null
  const texts = entries.filter(({ decodedBodySize, encodedBodySize }) => decodedBodySize > 2000 && encodedBodySize > 0)
  const largest = texts.toSorted((one, other) => other.decodedBodySize - one.decodedBodySize)[0]
  const { contentEncoding } = (largest ?? {}) as { contentEncoding?: string }
  const isSmaller = largest !== undefined && largest.encodedBodySize < largest.decodedBodySize
  return {
    dnsMs: newest ? newest.domainLookupEnd - newest.domainLookupStart : null,
    tcpMs: newest ? newest.connectEnd - newest.connectStart - (tls ?? 0) : null,
    tlsMs: tls,
    firstByteMs: page ? Math.max(0, page.responseStart - page.requestStart) : null,
    protocol: shortName(entries.at(-1)?.nextHopProtocol ?? ''),
    encoding: shortName(contentEncoding || (isSmaller ? 'gzip/br' : '')),
  }
}

const shortName = (value: string) => (/^[a-z0-9./-]{0,16}$/i.test(value) ? value : '')

/** The middle one of three signed-in calls that ask the database. */
export async function measureRoundTrip(signal: AbortSignal): Promise<DiagnosticReport['roundTrip']> {
  const found: NonNullable<DiagnosticReport['roundTrip']>[] = []
  for (let n = 0; n < 3; n++) {
    const begun = performance.now()
    const { sampledMs, ...parts } = await call(diagnosticEndpoints.roundTrip, {}, { signal })
    found.push({ totalMs: Math.max(0, performance.now() - begun - sampledMs), ...parts })
  }
  return found.toSorted((one, other) => one.totalMs - other.totalMs)[1] ?? null
}

/** A word over the live channel and back, and whether events come one by one. */
export async function measureLive(signal: AbortSignal): Promise<DiagnosticReport['live']> {
  const word = Math.random().toString(36).slice(2, 10)
  const begun = performance.now()
  const heard: number[] = []
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PING_LIMIT_MS)])
  await readEvents(
    diagnosticEndpoints.echo,
    { word },
    ({ data }) => {
      if ((data as { word?: string }).word === word) heard.push(performance.now())
    },
    limit,
  ).catch(() => signal.throwIfAborted())
  const [first, last] = [heard[0], heard.at(-1)]
  if (first === undefined || last === undefined || heard.length < ECHO_EVENTS) return null
  const usualMs = ECHO_GAP_MS * (ECHO_EVENTS - 1)
  return { echoMs: first - begun, buffered: last - first < usualMs / 2 }
}

/** How fast bytes arrive and leave: little first, and more only where that was quick. */
export async function measureTransfer(pingMs: number, signal: AbortSignal): Promise<DiagnosticReport['transfer']> {
  const down = await download(SMALL_BYTES, signal)
  if (!down) return null
  const more = down.ms < SLOW_MS ? await download(LARGE_BYTES, signal) : undefined
  const up = await upload(UPLOAD_BYTES, signal)
  const best = more ?? down
  return {
    downBytes: best.bytes,
    downMs: best.ms,
    upBytes: up?.bytes ?? 0,
    upMs: up ? Math.max(1, up.ms - pingMs) : 0,
  }
}

type Moved = { bytes: number; ms: number } | undefined

async function download(bytes: number, signal: AbortSignal): Promise<Moved> {
  const { method, path } = diagnosticEndpoints.download
  const begun = performance.now()
  const limit = AbortSignal.timeout(TRANSFER_LIMIT_MS)
  try {
    const { data } = await httpClient.request<ArrayBuffer>({
      method,
      url: addressOf(diagnosticEndpoints.download, { query: { bytes } }),
      responseType: 'arraybuffer',
      signal: AbortSignal.any([signal, limit]),
    })
    const entry = await newestEntry(path, begun)
    const ms = entry && entry.responseStart > 0 ? entry.responseEnd - entry.responseStart : performance.now() - begun
    return { bytes: data.byteLength, ms: Math.max(0.1, ms) }
  } catch (error) {
    signal.throwIfAborted()
    if (isLost(toApiError(error), limit)) return undefined
    throw toApiError(error)
  }
}

async function upload(bytes: number, signal: AbortSignal): Promise<Moved> {
  const data = Array.from({ length: bytes / 10 }, () => Math.random().toString(36).slice(2, 12).padEnd(10, '0')).join(
    '',
  )
  const limit = AbortSignal.timeout(TRANSFER_LIMIT_MS)
  const begun = performance.now()
  try {
    await call(diagnosticEndpoints.upload, { body: { data } }, { signal: AbortSignal.any([signal, limit]) })
    return { bytes: data.length, ms: performance.now() - begun }
  } catch (error) {
    signal.throwIfAborted()
    if (isLost(error, limit)) return undefined
    throw error
  }
}
