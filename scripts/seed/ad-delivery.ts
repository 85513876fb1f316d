import type { ReaderEvent } from '../../server/events/event-store.ts'
import { type Counters, dayIn, type PageArticle } from '../../server/features/ads/decision/decision-rules.ts'
import { choose } from '../../server/features/ads/decision/choose-rules.ts'
import type { CountedReport } from '../../server/features/ads/decision/lease-commands.ts'
import type { LiveAd, LivePlacement } from '../../server/features/ads/decision/live-rules.ts'
import { liveSetOf } from '../../server/features/ads/decision/live-set-rules.ts'
import type { AdPlaces, ShownAd } from './ad-load.ts'
import { chanceFrom, uuidAt } from './chance.ts'

const HOUR = 3_600_000
/** Of the choices of readers, which have the seed itself. */
const OTHER_SEED = 1_000_003

export type DeliveryPlan = {
  seed: number
  /** All of them as approved; when they were shown is in `shown`. */
  ads: readonly LiveAd[]
  shown: readonly ShownAd[]
  /** In the order of a page. */
  placements: readonly LivePlacement[]
  places: AdPlaces
  articles: ReadonlyMap<string, PageArticle>
}
export type Delivered = { reports: CountedReport[]; events: ReaderEvent[] }

/**
 * What pages showed to readers, decided by the rules of the product: targeting, priorities, goals, caps and pacing hold. Hours are
 * asked for in their order, each once.
 * @returns from the views of an hour, what was reported in it
 */
export function adDelivery(plan: DeliveryPlan): (views: readonly ReaderEvent[], hour: number) => Delivered {
  const { seed, ads, shown, placements, places, articles } = plan
  const { candidates } = liveSetOf(ads, placements)
  const clicked = new Map(shown.map((ad) => [ad.id, ad.clicked]))
  const [impressions, today, clicks] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const dayKey = ({ id, timeZone }: LiveAd, at: number) => `${id} ${dayIn(at, timeZone)}`
  const seen = new Map<string, number[]>()
  const seenKey = (ad: LiveAd, visitor: string) => `${visitor} ${ad.id}`

  return (views, hour) => {
    const chance = chanceFrom(seed + OTHER_SEED, Math.floor(hour / HOUR) | 0)
    const delivered: Delivered = { reports: [], events: [] }
    // Who comes on another day is another visitor.
    if (new Date(hour).getUTCHours() === 0) seen.clear()
    for (const { at: time, visitor, article: id, device = 'desktop' } of views) {
      if (id === undefined) continue
      const at = time.getTime()
      const notShown = new Set(shown.flatMap((ad) => (at < ad.from || at >= ad.until ? [ad.id] : [])))
      const reader = visitor.toString('hex')
      const counters: Counters = {
        impressions: (ad) => impressions.get(ad.id) ?? 0,
        today: (ad) => today.get(dayKey(ad, at)) ?? 0,
        clicks: (ad) => clicks.get(ad.id) ?? 0,
        seen: (ad) => {
          const since = ad.frequencyCap?.per === 'hour' ? at - HOUR : 0
          return (seen.get(seenKey(ad, reader)) ?? []).filter((shownAt) => shownAt > since).length
        },
      }
      const onPage: string[] = []
      for (const placement of placements) {
        const place = places.get(placement.id)
        if (!place || !(place.devices as readonly string[]).includes(device)) continue
        const request = { at, placement, article: articles.get(id) ?? null, device, onPage }
        const ad = choose(candidates.get(placement.id) ?? [], request, counters, chance.share, notShown)
        if (!ad) continue
        onPage.push(ad.id)
        add(impressions, ad.id)
        add(today, dayKey(ad, at))
        if (ad.frequencyCap) seen.set(seenKey(ad, reader), [...(seen.get(seenKey(ad, reader)) ?? []), at])
        const token = { ad: ad.id, placement: placement.id, day: dayIn(at, ad.timeZone), bucket: 0 }
        const event = {
          visitor,
          article: id,
          device,
          ad: ad.id,
          placement: placement.id,
          impression: uuidAt(at, chance),
        }
        const report = (kind: CountedReport['kind'], later: number) => {
          delivered.reports.push({ kind, token, device })
          delivered.events.push({ ...event, kind, at: new Date(at + later) })
        }
        report('impression', 0)
        if (chance.share() >= place.seen) continue
        report('viewable', 2000 + chance.below(20_000))
        if (chance.share() >= (clicked.get(ad.id) ?? 0) / place.seen) continue
        add(clicks, ad.id)
        report('click', 25_000 + chance.below(60_000))
      }
    }
    return delivered
  }
}
