import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AdContent } from '../../../db/ad-tables.ts'
import { dice } from '../../../testing/dice.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { isBot, isPageView, readLogLine } from '../../events/access-log-rules.ts'
import { newNonce } from './ad-token-rules.ts'
import { decidePage } from './decide-commands.ts'
import { dayIn } from './decision-rules.ts'
import { forecastOf } from './forecast-rules.ts'
import { createFrequencyCaps } from './frequency-commands.ts'
import { countReports } from './lease-commands.ts'
import { createLedger } from './ledger.ts'
import type { LiveAd, LivePlacement } from './live-rules.ts'
import { liveSetOf } from './live-set-rules.ts'
import { HOUR, curveOf, profileOf } from './pacing-rules.ts'
import { idOf, liveAd, place } from './testing/live-ads.ts'

const LOG = join(import.meta.dirname, '../../../../../shared/data/access-log/apache_logs.txt')
const { db } = await createTestDatabase()
const ASSET = /\.(?:png|jpe?g|css|js|ico|gif|svg|xml|txt|jar|pdf|rb|gz|zip|ttf|woff)$/i
/** Each page view of the small log is one of so many readers. */
const READERS = 5
const START = Date.parse('2015-05-19T00:00:00Z')
const END = Date.parse('2015-05-20T20:00:00Z')
const HALF = (START + END) / 2

type View = { at: number; visitor: string }
function viewsOfLog(): View[] {
  if (!existsSync(LOG)) return []
  return readFileSync(LOG, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const read = readLogLine(line)
      if (!read || !isPageView(read) || isBot(read) || ASSET.test(read.path)) return []
      return Array.from({ length: READERS }, (_, n) => ({
        at: read.at + n * 1000,
        visitor: createHash('sha256').update(`${read.ip} ${read.userAgent} ${n}`).digest('hex').slice(0, 16),
      }))
    })
    .toSorted((one, other) => one.at - other.at)
}

const places: LivePlacement[] = [1, 2, 3].map((n) => ({ ...place, id: idOf(n), key: `place-${n}` }))
const flight = { startsAt: '2015-05-19T00:00', endsAt: '2015-05-20T20:00' }

/** 50 ads: paced evenly, with daily caps, with frequency caps, as fast as possible, and fillers of little weight. */
function fieldsOf(n: number): Partial<AdContent> {
  const pick = dice(n)
  const common = { ...flight, placements: places.map(({ id }) => id), weight: 5 + pick(20) }
  if (n < 20) {
    const goal = { kind: 'impressions' as const, amount: 120 + pick(180) }
    const frequencyCap = n % 4 === 0 ? { count: 4, per: 'day' as const } : null
    return { ...common, goal, frequencyCap, priority: 6 }
  }
  if (n < 30)
    return { ...common, dailyCap: 40 + pick(80), timeZone: n % 2 ? 'Asia/Tokyo' : 'America/New_York', priority: 5 }
  if (n < 40) return { ...common, frequencyCap: { count: 1 + pick(2), per: n % 2 ? 'hour' : 'day' }, priority: 4 }
  if (n < 45) return { ...common, goal: { kind: 'impressions', amount: 200 + pick(300) }, pacing: 'asap', priority: 4 }
  return { ...common, priority: 4 }
}

function groupsOf<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}

describe.skipIf(!existsSync(LOG))('D3 the real log as traffic for 50 ads (needs shared/data/access-log)', async () => {
  const all = viewsOfLog()
  const history = all.filter(({ at }) => at < START)
  const hours = new Map<string, number>()
  for (const { at } of history) {
    const hour = new Date(at - (at % HOUR)).toISOString()
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  const first = Math.floor((history[0]?.at ?? START) / HOUR) * HOUR
  const profile = profileOf(
    [...hours].map(([hour, views]) => ({ hour, views })),
    { from: first, to: START },
  )
  const ads = Array.from({ length: 50 }, (_, n) => liveAd(n, fieldsOf(n), {}, profile))
  const live = liveSetOf(ads, places)
  // Two processes, each with a memory of its own.
  const processes = [1, 2].map(() => ({ ledger: createLedger(db), frequency: createFrequencyCaps(db) }))
  const pick = dice(4711)
  const random = () => pick(2 ** 30) / 2 ** 30

  const shown: { ad: LiveAd; at: number; visitor: string; page: number }[] = []
  const atHalf = new Map<LiveAd, number>()
  const countOf = (ad: LiveAd) => shown.filter((one) => one.ad === ad).length
  const traffic = all.filter(({ at }) => at >= START && at < END)
  for (const [page, { at, visitor }] of traffic.entries()) {
    if (at >= HALF && atHalf.size === 0) for (const ad of ads) atHalf.set(ad, countOf(ad))
    const { ledger, frequency } = processes[page % 2]!
    if (page % 20 < 2) await ledger.refresh(ads, at)
    const decisions = await decidePage(
      { live, ledger, frequency, random },
      { at, placements: places, article: null, device: 'desktop', visitor: async () => visitor },
    )
    const made = decisions.flatMap((decision) => decision ?? [])
    for (const { ad } of made) shown.push({ ad, at, visitor, page })
    const reports = made.map(({ ad, placement, promised, creative }) => ({
      kind: 'impression' as const,
      device: 'desktop' as const,
      token: {
        purpose: 'ad' as const,
        ad: ad.id,
        placement: placement.id,
        article: null,
        issuedAt: at,
        creative,
        nonce: newNonce(),
        ...promised,
      },
    }))
    await db.transaction().execute((trx) => countReports(trx, reports, at))
  }

  it('shows ads on nearly every page, and never one twice on a page', () => {
    expect(traffic.length).toBeGreaterThan(3000)
    expect(shown.length).toBeGreaterThan(traffic.length * 2.5)
    expect(new Set(shown.map(({ ad, page }) => `${page} ${ad.id}`)).size).toBe(shown.length)
  })

  it('no goal, daily cap or frequency cap is exceeded', () => {
    for (const ad of ads) {
      const own = shown.filter((one) => one.ad === ad)
      if (ad.goal.amount !== null) expect(own.length).toBeLessThanOrEqual(ad.goal.amount)
      const days = groupsOf(own, ({ at }) => dayIn(at, ad.timeZone))
      if (ad.dailyCap !== null) for (const of of days) expect(of.length).toBeLessThanOrEqual(ad.dailyCap)
      if (!ad.frequencyCap) continue
      const length = ad.frequencyCap.per === 'hour' ? HOUR : 24 * HOUR
      for (const of of groupsOf(own, ({ visitor }) => visitor))
        for (const { at } of of)
          expect(of.filter((one) => one.at > at - length && one.at <= at).length).toBeLessThanOrEqual(
            ad.frequencyCap.count,
          )
    }
  })

  it('even pacing ends within −2 and +5 % of the goal, and is near its curve at half time', () => {
    for (const ad of ads.filter(({ even }) => even)) {
      const { amount, curve } = ad.even!
      expect(countOf(ad) / amount).toBeGreaterThanOrEqual(0.98)
      expect(countOf(ad) / amount).toBeLessThanOrEqual(1.05)
      expect(Math.abs((atHalf.get(ad) ?? 0) / amount - curve.dueBy(HALF))).toBeLessThan(0.1)
    }
  })

  it('the forecast at half time is within 10 % in the median, of all ads and of those that are not paced', () => {
    const errorOf = (ad: LiveAd) => {
      const bounds = { startsAt: START, endsAt: END, timeZone: 'UTC', isHourOpen: undefined }
      const goal = ad.goal.kind === 'impressions' ? ad.goal.amount : null
      const curve = curveOf(bounds, profile)
      const delivered = atHalf.get(ad) ?? 0
      const forecast = forecastOf({ flight: bounds, curve, delivered, goal, isEven: ad.even !== undefined }, HALF)
      return Math.abs((forecast.atEnd?.expected ?? 0) / Math.max(1, countOf(ad)) - 1)
    }
    const median = (of: readonly LiveAd[]) =>
      of.map(errorOf).toSorted((one, other) => one - other)[Math.floor(of.length / 2)]
    expect(median(ads)).toBeLessThanOrEqual(0.1)
    const unpaced = ads.filter(({ even, dailyCap }) => !even && dailyCap === null)
    expect(median(unpaced)).toBeLessThanOrEqual(0.1)
  })
})
