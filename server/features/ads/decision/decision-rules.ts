import type { AdRule } from '#contract/ad-rules.ts'
import type { Device } from '#contract/events.ts'
import { zoneOffsetAt } from '#contract/zoned-time.ts'
import { fittingCreatives, type LiveAd, type LivePlacement } from './live-rules.ts'
import { allowanceAt } from './pacing-rules.ts'

/** The article of a page. `categories` with all that they are below. */
export type PageArticle = {
  id: string
  adsPolicy: 'normal' | 'limited' | 'none'
  sensitive: boolean
  categories: ReadonlySet<string>
  tags: ReadonlySet<string>
}

/** One placement of one page view. `onPage`: the ads that the page shows already. */
export type DecisionRequest = {
  /** ms since 1970 */
  at: number
  placement: LivePlacement
  article: PageArticle | null
  device: Device
  onPage: readonly string[]
}

/** What was delivered so far. Promised impressions count as delivered. */
export type Counters = {
  impressions: (ad: LiveAd) => number
  /** On the day in the time zone of the ad. */
  today: (ad: LiveAd) => number
  clicks: (ad: LiveAd) => number
  /** Times that this visitor saw the ad within the hour or day of its frequency cap. */
  seen: (ad: LiveAd) => number
}

export type Rule = {
  name: Exclude<AdRule, 'outranked'>
  /** Depends on the ad and the placement alone, so it is asked once for all requests. */
  isFixed?: true
  passes: (ad: LiveAd, request: DecisionRequest, counters: Counters) => boolean
}

const none = <T>(set: ReadonlySet<T>): boolean => set.size === 0
const meets = <T>(wanted: ReadonlySet<T>, found: ReadonlySet<T> | undefined): boolean =>
  found !== undefined && [...wanted].some((value) => found.has(value))

const QUARTER_MS = 900_000
const offsets = new Map<string, { quarter: number; offset: number }>()

/** As zoneOffsetAt, remembered for each quarter of an hour: no zone changes its clocks within one. */
function offsetAt(time: number, zone: string): number {
  const quarter = Math.floor(time / QUARTER_MS)
  const known = offsets.get(zone)
  if (known?.quarter === quarter) return known.offset
  const offset = zoneOffsetAt(time, zone)
  offsets.set(zone, { quarter, offset })
  return offset
}
const hourOf = (at: number, zone: string): number => Math.floor((at + offsetAt(at, zone)) / 3_600_000) % 24

/** The day in the zone, as days since 1970. */
export const dayIn = (at: number, zone: string): number => Math.floor((at + offsetAt(at, zone)) / 86_400_000)

/** All rules in their order, but for `outranked`, which compares ads. The last one only chooses among those that may be shown. */
export const rules: readonly Rule[] = [
  { name: 'trashed', isFixed: true, passes: (ad) => !ad.trashed },
  { name: 'archived', isFixed: true, passes: (ad) => ad.status !== 'archived' },
  {
    name: 'not_approved',
    isFixed: true,
    passes: (ad) => !['draft', 'pending', 'rejected'].includes(ad.status),
  },
  { name: 'paused', isFixed: true, passes: (ad) => ad.status !== 'paused' },
  { name: 'not_started', passes: (ad, { at }) => ad.startsAt === null || ad.startsAt <= at },
  { name: 'ended', passes: (ad, { at }) => ad.endsAt === null || at < ad.endsAt },
  {
    name: 'goal_reached',
    passes: (ad, _request, counters) => {
      const { kind, amount } = ad.goal
      if (amount === null || kind === 'none') return true
      return (kind === 'clicks' ? counters.clicks(ad) : counters.impressions(ad)) < amount
    },
  },
  { name: 'not_booked', isFixed: true, passes: (ad, { placement }) => ad.placements.has(placement.id) },
  { name: 'placement_inactive', isFixed: true, passes: (_ad, { placement }) => placement.active },
  {
    name: 'creative_size',
    isFixed: true,
    passes: (ad, { placement }) => fittingCreatives(ad, placement).length > 0,
  },
  { name: 'article_without_ads', passes: (_ad, { article }) => article?.adsPolicy !== 'none' },
  { name: 'article_sensitive', passes: (_ad, { article }) => !article?.sensitive },
  {
    name: 'article_limited',
    passes: (_ad, { article, onPage }) => article?.adsPolicy !== 'limited' || onPage.length === 0,
  },
  {
    name: 'category',
    passes: ({ targeting: { categories } }, { article }) => none(categories) || meets(categories, article?.categories),
  },
  { name: 'tag', passes: ({ targeting: { tags } }, { article }) => none(tags) || meets(tags, article?.tags) },
  { name: 'device', passes: ({ targeting: { devices } }, { device }) => none(devices) || devices.has(device) },
  {
    name: 'hour',
    passes: ({ targeting: { hours }, timeZone }, { at }) => none(hours) || hours.has(hourOf(at, timeZone)),
  },
  {
    name: 'excluded_category',
    passes: ({ exclusions: { categories } }, { article }) =>
      none(categories) || !meets(categories, article?.categories),
  },
  {
    name: 'excluded_tag',
    passes: ({ exclusions: { tags } }, { article }) => none(tags) || !meets(tags, article?.tags),
  },
  { name: 'excluded_device', passes: ({ exclusions: { devices } }, { device }) => !devices.has(device) },
  {
    name: 'excluded_hour',
    passes: ({ exclusions: { hours }, timeZone }, { at }) => none(hours) || !hours.has(hourOf(at, timeZone)),
  },
  { name: 'already_on_page', passes: (ad, { onPage }) => ad.allowRepeat || !onPage.includes(ad.id) },
  {
    name: 'daily_cap',
    passes: (ad, _request, counters) => ad.dailyCap === null || counters.today(ad) < ad.dailyCap,
  },
  {
    name: 'frequency',
    passes: (ad, _request, counters) => ad.frequencyCap === null || counters.seen(ad) < ad.frequencyCap.count,
  },
  {
    name: 'pacing',
    passes: (ad, { at }, counters) => {
      const allowed = allowanceOf(ad, at)
      return allowed === null || counters.impressions(ad) < allowed
    },
  },
]

/** How many impressions the ad may have had by now under even pacing; null: as many as it can get. */
export const allowanceOf = ({ even }: LiveAd, at: number): number | null =>
  even ? allowanceAt(even.curve, even.amount, at) : null

const fixedRules = rules.filter(({ isFixed }) => isFixed)
const otherRules = rules.filter(({ isFixed }) => !isFixed)
const withoutCounts: Counters = { impressions: () => 0, today: () => 0, clicks: () => 0, seen: () => 0 }

/** Whether nothing but time, page, visitor and counts can keep the ad from this placement. */
export function competesIn(ad: LiveAd, placement: LivePlacement): boolean {
  const request: DecisionRequest = { at: 0, placement, article: null, device: 'desktop', onPage: [] }
  return fixedRules.every(({ passes }) => passes(ad, request, withoutCounts))
}

/** Whether an ad that competes in the placement passes all other rules now. */
export const isOpen = (ad: LiveAd, request: DecisionRequest, counters: Counters): boolean =>
  otherRules.every(({ passes }) => passes(ad, request, counters))
