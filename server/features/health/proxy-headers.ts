import type { IncomingHttpHeaders } from 'node:http'

/** What proxies add to the calls that they pass on. */
export const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-start',
]

/** Whether a proxy passed the call on. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined)

const LONGEST_MS = 60_000

/**
 * Milliseconds since a proxy took the call, where it says so in `X-Request-Start` as `t=` and seconds, milliseconds or
 * microseconds since 1970; null where it does not, or its clock is another.
 */
export function sinceProxy(headers: IncomingHttpHeaders, arrivedAt: number): number | null {
  const given = headers['x-request-start']
  const [, digits] = /^(?:t=)?(\d{10,16}(?:\.\d{1,6})?)$/.exec(typeof given === 'string' ? given : '') ?? []
  if (digits === undefined) return null
  const value = Number(digits)
  const at = value > 1e14 ? value / 1000 : value > 1e11 ? value : value * 1000
  const since = arrivedAt - at
  return since < -5 || since > LONGEST_MS ? null : Math.max(0, since)
}
