import { z } from 'zod'

/** A time in milliseconds; no clock of ours measures longer than ten minutes. */
export const Ms = z.number().min(0).max(600_000)
const Bytes = z.int().min(0).max(1e15)
/** A short name from a closed alphabet, as in `h2` or `br`: nothing secret fits in. */
export const Token = z.string().regex(/^[a-z0-9./-]{0,16}$/i)

/** What a browser measured of its connection to the server. Numbers and short names only: it holds no address and no header. */
export const DiagnosticReport = z.strictObject({
  ping: z.strictObject({
    sent: z.int().min(0).max(100),
    lost: z.int().min(0).max(100),
    medianMs: Ms.nullable(),
    p95Ms: Ms.nullable(),
    jitterMs: Ms.nullable(),
    /** What the server says it took for one. */
    serverMs: Ms,
  }),
  /** From Resource Timing; null where the connection was open already. */
  connection: z.strictObject({
    dnsMs: Ms.nullable(),
    tcpMs: Ms.nullable(),
    tlsMs: Ms.nullable(),
    firstByteMs: Ms.nullable(),
    protocol: Token,
    encoding: Token,
  }),
  /** The browser's clock against the server's, corrected for latency; and how wrong that may be. */
  clock: z.strictObject({ offsetMs: z.number().min(-1e14).max(1e14), errorMs: Ms }).nullable(),
  /** An echo over the live channel, and whether something on the way kept its events back. */
  live: z.strictObject({ echoMs: Ms, buffered: z.boolean() }).nullable(),
  transfer: z.strictObject({ downBytes: Bytes, downMs: Ms, upBytes: Bytes, upMs: Ms }).nullable(),
  /** One signed-in call that asks the database, by where its time went. */
  roundTrip: z
    .strictObject({
      totalMs: Ms,
      serverMs: Ms,
      databaseMs: Ms,
      lockMs: Ms,
      eventLoopMs: Ms,
      /** From the proxy to the server, if the proxy says when it took the call. */
      proxyMs: Ms.nullable(),
      proxied: z.boolean(),
    })
    .nullable(),
  /** How late timers run, and how long a fixed piece of work took beyond what is usual. */
  browser: z.strictObject({ driftMs: Ms, workMs: Ms }).nullable(),
  storage: z.strictObject({ usedBytes: Bytes, quotaBytes: Bytes }).nullable(),
})
export type DiagnosticReport = z.output<typeof DiagnosticReport>
