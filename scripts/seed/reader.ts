import { createHash } from 'node:crypto'
import type { Device } from '#contract/events.ts'
import type { ReaderEvent } from '../../server/events/event-store.ts'
import { type Chance, chanceFrom, weightedPlaces } from './chance.ts'
import { DAY } from './plan.ts'

const HOUR = 3_600_000
export const READER_DAYS = 30

/** Of each hundred people. What is left have a desktop. */
const DEVICES: [Device, number][] = [
  ['phone', 46],
  ['tablet', 7],
]

export type ReadArticle = { id: string; title: string; publishedAt: number }
export type ReaderPlan = {
  seed: number
  perDay: number
  from: number
  to: number
  articles: readonly ReadArticle[]
  /** How many articles readers find with each of `searchedTerms`, in any spelling; those without a number find none. */
  results: ReadonlyMap<string, number>
}

type Wish = {
  terms: readonly string[]
  /** What the articles that are opened have in their titles; without it none is. */
  about?: string
  weight: number
  /** The share of searches after which a result is opened, and how far down that is. */
  opens?: number
  depth?: number
  /** Only in the last so many days: a term that rises. */
  lately?: number
}

const wishes: readonly Wish[] = [
  { terms: ['lighthouse', 'lighthouses', 'light house'], about: 'lighthouse', weight: 9, opens: 0.7 },
  { terms: ['tram line', 'tram lines'], about: 'tram line', weight: 7, opens: 0.6 },
  { terms: ['timetable', 'timetables'], about: 'timetable', weight: 6, opens: 0.65, depth: 2 },
  { terms: ['ferry', 'ferries'], about: 'ferry', weight: 5, opens: 0.5 },
  { terms: ['bridge', 'bridges'], about: 'bridge', weight: 5, opens: 0.6, lately: 6 },
  { terms: ['flood wall'], about: 'flood wall', weight: 6, opens: 0.6, lately: 4 },
  { terms: ['festival'], about: 'festival', weight: 4, opens: 0.6 },
  { terms: ['library'], about: 'library', weight: 4, opens: 0.5, depth: 7 },
  { terms: ['council'], about: 'council', weight: 4, opens: 0.5, depth: 9 },
  { terms: ['museum'], about: 'museum', weight: 3, opens: 0.4, depth: 6 },
  { terms: ['parking'], about: 'parking', weight: 4, opens: 0.01 },
  { terms: ['tax'], about: 'tax', weight: 3, opens: 0.01 },
  // Words that no seeded article has: nothing is found.
  { terms: ['passport', 'passports'], weight: 5 },
  { terms: ['wheelchair access'], weight: 3 },
  { terms: ['vaccination'], weight: 2 },
  { terms: ['electric scooter', 'electric scooters'], weight: 3, lately: 8 },
  { terms: ['老灯塔'], about: '老灯塔', weight: 4, opens: 0.6 },
  { terms: ['自行车道', '自行车 道'], about: '自行车道', weight: 3, opens: 0.5 },
  { terms: ['图书馆'], about: '图书馆', weight: 3, opens: 0.5, depth: 6 },
  { terms: ['护照'], weight: 3 },
]

/** What readers search for, in the usual spelling. */
export const searchedTerms: readonly string[] = wishes.map(({ terms }) => terms[0]!)

const referrers = [
  '',
  '',
  '',
  'google.com',
  'google.com',
  'bing.com',
  'baidu.com',
  'news.example',
  'mail.example',
  't.co',
]
/** Readers by hour of the day (UTC), the most in the evening. */
const byHour = [2, 1, 1, 1, 1, 2, 4, 7, 9, 8, 7, 7, 8, 8, 7, 7, 8, 9, 10, 12, 12, 10, 7, 4]
const daySum = byHour.reduce((sum, one) => sum + one, 0)
/** How many people a day's readers are among; some come back within the day. */
const PEOPLE = 0.7

/** What readers did in the hour that begins then; the same for the same plan and hour. */
export function readersOf({ seed, perDay, from, to, articles, results }: ReaderPlan, hour: number): ReaderEvent[] {
  const chance = chanceFrom(seed, Math.floor(hour / HOUR) | 0)
  const day = Math.floor(hour / DAY)
  // A site that grows a little; weekends are quieter.
  const trend = 0.85 + (0.3 * (hour - from)) / Math.max(1, to - from)
  const weekend = [0, 6].includes(new Date(hour).getUTCDay()) ? 0.75 : 1
  const expected = (perDay * trend * weekend * byHour[new Date(hour).getUTCHours()]!) / daySum
  const visits = Math.floor(expected + chance.share())
  const open = articles.filter(({ publishedAt }) => publishedAt < hour)
  const pick = weightedPlaces(open.map(({ publishedAt }, place) => weightOf(hour - publishedAt, place)))
  const search = weightedPlaces(
    wishes.map(({ weight, lately }) => (lately && to - hour > lately * DAY ? weight / 8 : weight)),
  )
  return Array.from({ length: visits }, () => {
    const at = new Date(hour + chance.below(HOUR - 600_000))
    const visitor = createHash('sha256')
      .update(`${seed} ${day} ${chance.below(perDay * PEOPLE)}`)
      .digest()
      .subarray(0, 8)
    if (chance.share() < 0.4) return searchOf(wishes[search(chance)]!, { at, visitor, open, chance, totals: results })
    if (open.length === 0) return []
    const article = open[pick(chance)]!.id
    return [{ kind: 'view' as const, at, visitor, article, referrer: chance.pick(referrers) }]
  })
    .flat()
    .map((event) => ({ ...event, device: deviceOf(event.visitor) }))
}

/** The same person comes with the same device all day. */
function deviceOf(visitor: Buffer): Device {
  let left = visitor[0]! / 2.56
  return DEVICES.find(([, share]) => (left -= share) < 0)?.[0] ?? 'desktop'
}

/** New articles are read most; a few old ones always are. */
const weightOf = (age: number, place: number): number => 1 / (1 + age / (2 * DAY)) + (place % 17 === 3 ? 0.15 : 0)

type Moment = {
  at: Date
  visitor: Buffer
  open: readonly ReadArticle[]
  chance: Chance
  totals: ReaderPlan['results']
}

function searchOf(wish: Wish, { at, visitor, open, chance, totals }: Moment): ReaderEvent[] {
  const { terms, about, opens = 0, depth = 1 } = wish
  const found = about === undefined ? [] : open.filter(({ title }) => title.toLowerCase().includes(about))
  // The first spelling is the usual one.
  const term = chance.share() < 0.7 ? terms[0]! : chance.pick(terms)
  const results = totals.get(terms[0]!) ?? 0
  const searched: ReaderEvent = { kind: 'search', at, visitor, term, results }
  if (results === 0 || found.length === 0 || chance.share() >= opens) return [searched]
  const position = depth + chance.below(3)
  const article = found[(position - 1) % found.length]!.id
  const later = new Date(at.getTime() + 5000 + chance.below(60_000))
  return [
    searched,
    { kind: 'searchClick', at: later, visitor, term, article, position },
    { kind: 'view', at: later, visitor, article, referrer: '' },
  ]
}
