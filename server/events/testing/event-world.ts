import { createHash } from 'node:crypto'
import { DEVICES } from '#contract/events.ts'
import { termKey } from '#contract/search-terms.ts'
import type { EventBatch, EventStore, Period, ReaderEvent, WeighedViews } from '../event-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A site whose readers do what the seed says: the same seed, the same events. */
export type EventWorld = {
  seed: number
  events: number
  /** All events are in this time. */
  period: Period
  articles: string[]
  terms: string[]
  ads: string[]
  placements: string[]
}

/** @param options.end where the events end; the period is of whole hours */
export function createWorld(seed: number, events: number, { end = Date.now(), days = 3 } = {}): EventWorld {
  const to = Math.floor(end / HOUR) * HOUR
  const many = (what: string, count: number) => Array.from({ length: count }, (_, n) => idOf(`${seed} ${what} ${n}`))
  const size = Math.max(20, Math.round(Math.sqrt(events)))
  return {
    seed,
    events,
    period: { from: new Date(to - days * DAY), to: new Date(to) },
    articles: many('article', size),
    terms: Array.from({ length: size }, (_, n) => termOf(n)),
    ads: many('ad', 12),
    placements: many('placement', 4),
  }
}

/** Variants, quotes, backslashes, Chinese: what statements must carry unharmed. */
const termOf = (n: number): string =>
  [`tram ${n}`, `trams ${n}`, `o'clock \\ "${n}"`, `西湖 ${n}`, `100% _ ${n}`, `night-bus ${n >> 1}`][n % 6]!

function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** mulberry32: small, and good enough to scatter events. */
function chanceFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * The world's events in calls of up to 20: six views of ten, searches, clicks, ads with and without tokens; a third repeats
 * what the same reader did shortly before; every fiftieth call comes twice.
 */
export function* callsOf(world: EventWorld): Generator<EventBatch> {
  const chance = chanceFrom(world.seed)
  const below = (max: number) => Math.floor(chance() * max)
  const { from, to } = world.period
  const readers = Math.max(50, Math.round(world.events / 20))
  let made = 0
  let call = 0
  let last: ReaderEvent | undefined
  while (made < world.events) {
    const events: ReaderEvent[] = []
    for (let n = Math.min(1 + below(20), world.events - made); n > 0; n--) {
      last = last && chance() < 0.3 ? again(last) : fresh()
      events.push(last)
    }
    made += events.length
    const batch = { id: idOf(`${world.seed} call ${call++}`), events }
    yield batch
    if (call % 50 === 0) yield batch
  }

  /** Up to fifty minutes later or earlier on the same day: most of it is within the half hour. */
  function again(event: ReaderEvent): ReaderEvent {
    const moved = event.at.getTime() + below(100 * 60_000) - 50 * 60_000
    const at = Math.min(to.getTime() - 1, Math.max(from.getTime(), moved))
    const isSameDay = Math.floor(at / DAY) === Math.floor(event.at.getTime() / DAY)
    return isSameDay ? { ...event, at: new Date(at) } : event
  }

  function fresh(): ReaderEvent {
    const at = new Date(from.getTime() + below(to.getTime() - from.getTime()))
    const reader = below(readers)
    const day = Math.floor(at.getTime() / DAY)
    const visitor = createHash('md5').update(`${reader} ${day}`).digest().subarray(0, 8)
    const base = { at, visitor, device: DEVICES[reader % 3]! }
    // The first ones are much more common than the last.
    const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() ** 3 * values.length)]!
    const kind = below(10)
    if (kind < 6) {
      const referrer = pick(['', 'google.com', 'a.example', '例.example'])
      return { ...base, kind: 'view', article: pick(world.articles), referrer }
    }
    const term = pick(world.terms)
    if (kind < 8) return { ...base, kind: 'search', term, results: chance() < 0.2 ? 0 : below(50) }
    if (kind < 9) return { ...base, kind: 'searchClick', term, article: pick(world.articles), position: 1 + below(20) }
    const type = pick(['impression', 'impression', 'viewable', 'click'] as const)
    const ad = { ...base, kind: type, ad: pick(world.ads), placement: pick(world.placements) }
    return chance() < 0.5 ? ad : { ...ad, impression: idOf(`${world.seed} token ${below(world.events / 10)}`) }
  }
}

/** The answers to every question there is, over the whole time and parts of it. */
export async function answersOf(store: EventStore, world: EventWorld): Promise<Record<string, unknown>> {
  const { period, articles, terms, ads } = world
  const end = period.to.getTime()
  const late: Period = { from: new Date(end - 30 * HOUR), to: period.to }
  const hour: Period = { from: new Date(end - HOUR), to: period.to }
  const keys = [...new Set(terms.map(termKey))].slice(0, 40)
  const some = articles.slice(0, 30)
  const hours = new Map(Array.from({ length: 24 }, (_, n) => [end - (n + 2) * HOUR, 2 ** (-n / 6)]))
  const minutes = new Map(Array.from({ length: 60 }, (_, n) => [end - (n + 1) * 60_000, 1 + n / 100]))
  // Sums of floating-point numbers depend on the order of adding.
  const rounded = (values: Map<string, WeighedViews>) =>
    byKey([...values].map(([key, { weighed, views }]) => [key, [Number(weighed.toPrecision(12)), views]]))
  const questions: Record<string, () => Promise<unknown>> = {
    articleViews: () => store.articleViews(period),
    termSums: () => store.termSums(period),
    'termSums of 30 hours': () => store.termSums(late),
    'keySums of the most searched': () => store.keySums(period, 100),
    'keySums of some': () => store.keySums(late, keys),
    keyTerms: () => store.keyTerms(keys, period),
    keyDays: () => store.keyDays(keys, late),
    keyClicks: () => store.keyClicks(keys, period, 50),
    firstSearch: () => store.firstSearch(),
    'weighedViews of the most read': async () => rounded(await store.weighedViews({ minutes, hours }, 5000)),
    'weighedViews of some': async () => rounded(await store.weighedViews({ minutes: new Map(), hours }, some)),
    topReferrers: () => store.topReferrers(some, period),
    topTerms: () => store.topTerms(some, period),
    termsBeginning: () => store.termsBeginning('tr', period, 20),
    'termsBeginning with wildcards': () => store.termsBeginning('100% _', period, 20),
    'viewSeries by hour': () => store.viewSeries(some, late, 'hour'),
    'viewSeries by minute': () => store.viewSeries(some, hour, 'minute'),
    firstHour: () => store.firstHour(),
    adTotals: () => store.adTotals(ads),
    'adTotals of 30 hours': () => store.adTotals(ads, late),
    'adSeries by hour': () => store.adSeries(ads[0]!, late, 'hour'),
    'adSeries by day': () => store.adSeries(ads[0]!, period, 'day', 'Asia/Shanghai'),
    'adBy placement': () => store.adBy(ads[0]!, 'placement', period),
    'adBy hour': () => store.adBy(ads[1]!, 'hour', period, 'America/New_York'),
    'adBy device': () => store.adBy(ads[2]!, 'device', period),
    pageViews: () => store.pageViews(period),
    'pageViews of some': () => store.pageViews(late, some),
    deviceViews: () => store.deviceViews(period),
  }
  const found: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries(questions)) {
    const answer = await ask()
    found[name] = answer instanceof Map ? byKey([...(answer as Map<string, unknown>)]) : answer
  }
  return found
}

const byKey = <Value>(entries: [string, Value][]) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
