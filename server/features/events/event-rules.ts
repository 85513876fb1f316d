import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import type { z } from 'zod'
import {
  AD_EVENT_TYPES,
  eventEndpoints,
  TERM_MAX,
  type AdEventInput,
  type Device,
  type ReaderEventInput,
} from '#contract/events.ts'
import type { ProblemField } from '#contract/problems.ts'
import type { ReaderEvent } from '../../events/event-store.ts'

/** Older than this is not believed: a reader's device that was off for a day has nothing to say about what is hot. */
const OLDEST_MS = 24 * 3_600_000

type Call = z.output<typeof eventEndpoints.record.body>

/** A call without its invalid events. @returns undefined where none is left, or where something else is wrong, too */
export function withoutInvalid(given: unknown, faults: readonly ProblemField[]): Call | undefined {
  const invalid = new Set(faults.map(({ path }) => /^events\.(\d+)(?:\.|$)/.exec(path)?.[1]))
  if (invalid.has(undefined)) return undefined
  const call = given as { events: readonly unknown[] }
  return eventEndpoints.record.body.safeParse({
    ...call,
    events: call.events.filter((_event, at) => !invalid.has(String(at))),
  }).data
}

/** No user agent at all is a script too. */
export function isMachine(userAgent: string | undefined): boolean {
  if (!userAgent) return true
  const known = machines.get(userAgent)
  if (known !== undefined) return known
  const found = isbot(userAgent)
  if (machines.size >= BROWSERS_KNOWN) machines.clear()
  // Longer names are rare, and would make this large.
  if (userAgent.length <= BROWSER_NAME_MOST) machines.set(userAgent, found)
  return found
}

/** Readers use few browsers, and the list of bots is one very long regular expression. */
const BROWSERS_KNOWN = 2000
const BROWSER_NAME_MOST = 300
const machines = new Map<string, boolean>()

/**
 * What is stored of what a reader's browser said; undefined for what must not be stored or counts nowhere.
 * @param skewMs how far the reader's clock is ahead of ours
 */
export function storedEvent(
  input: ReaderEventInput,
  { visitor, device }: { visitor: Buffer; device: Device },
  now: Date,
  skewMs: number,
): ReaderEvent | undefined {
  if (isAdEvent(input)) {
    const { type: kind, ad, placement, article, impression } = input
    // Its token says when it was delivered; a time of the caller's choice would let one be counted again.
    const event = { kind, at: now, visitor, device }
    return { ...event, ad, placement, ...(article && { article }), ...(impression && { impression: idOf(impression) }) }
  }
  const at = timeOf(input.at, now, skewMs)
  if (!at) return undefined
  const event = { kind: input.type, at, visitor, device }
  if (input.type === 'view') return { ...event, article: input.article, referrer: hostOf(input.referrer) }
  const term = searchTerm(input.term)
  if (term === '') return undefined
  return input.type === 'search'
    ? { ...event, term, results: input.results }
    : { ...event, term, article: input.article, position: input.position }
}

export const isAdEvent = (input: ReaderEventInput): input is AdEventInput =>
  (AD_EVENT_TYPES as readonly string[]).includes(input.type)

/** A UUID (version 8) made from a token. */
function idOf(token: string): string {
  const hex = createHash('sha256').update(token).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** By our clock. The future is now; what is too old is not counted. */
export function timeOf(at: string | undefined, now: Date, skewMs: number): Date | undefined {
  if (at === undefined) return now
  const time = Math.min(new Date(at).getTime() - skewMs, now.getTime())
  return now.getTime() - time > OLDEST_MS ? undefined : new Date(time)
}

/** The host of an address, without `www.`; '' where there is none. Paths and queries may say who someone is. */
export function hostOf(referrer: string): string {
  const known = hosts.get(referrer)
  if (known !== undefined) return known
  const host = parsedHost(referrer)
  if (hosts.size >= HOSTS_KNOWN) hosts.clear()
  hosts.set(referrer, host)
  return host
}

/** Readers come from few addresses, and parsing one takes longer than all else that is done with a view. */
const HOSTS_KNOWN = 2000
const hosts = new Map<string, string>()

function parsedHost(referrer: string): string {
  if (!URL.canParse(referrer)) return ''
  const { protocol, hostname } = new URL(referrer)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return /^https?:$/.test(protocol) && !isAddress && hostname.length <= 253 ? hostname.replace(/^www\./, '') : ''
}

/**
 * One spelling for what means the same, without what may belong to a person. The common spelling of one character may have
 * eighteen: what becomes longer than a term may be is cut, so that it fits into the indexes and is soon searched through.
 */
export const searchTerm = (given: string): string =>
  scrubbed(cutTo(TERM_MAX, given.normalize('NFKC').toLowerCase()))
    .replace(/\s+/gu, ' ')
    .trim()

/** Not through the middle of a character. */
const cutTo = (max: number, text: string): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

const EMAIL = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+/gu
/** With a space beside the @. The key of a term has no spaces, so it would be an address there. */
const SPACED_EMAIL = /[^\s@<>()[\],;:"]+\s*@\s*[^\s@<>()[\],;:".]+\.[^\s@<>()[\],;:"]+/gu
/** Seven digits or more in a row, whatever is used to group them: phone, card and account numbers, and the like. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\s().\-‐-―_/·]*\p{Nd}){6,}/gu

export const scrubbed = (term: string): string =>
  term.replace(SPACED_EMAIL, ' ').replace(EMAIL, ' ').replaceAll('@', ' ').replace(LONG_NUMBER, ' ')
