import { describe, expect, it } from 'vitest'
import { AdFormFields } from '#contract/ad-fields.ts'
import type { ReaderEvent } from '../../server/events/event-store.ts'
import type { PageArticle } from '../../server/features/ads/decision/decision-rules.ts'
import { liveAdOf, type LivePlacement } from '../../server/features/ads/decision/live-rules.ts'
import { flatProfile } from '../../server/features/ads/decision/pacing-rules.ts'
import { makeAd, placementId, type AdIds } from './ad.ts'
import { adDelivery } from './ad-delivery.ts'
import { places } from './campaign.ts'
import { chanceFrom, uuidAt } from './chance.ts'
import { DAY, type SeedPlan } from './plan.ts'

const HOUR = 3_600_000
const until = Date.parse('2026-05-01T00:00:00Z')
const sizes = { articles: 500, authors: 5, tags: 5, categories: 5, users: 6, pictures: 48, albums: 2 }
const plan: SeedPlan = { ...sizes, seed: 3, first: 0, until }
const someId = (n: number) => uuidAt(until, chanceFrom(1, n))
const ids: AdIds = {
  placements: new Map(places.map(({ key }, n) => [key, placementId(plan, n)])),
  pictures: [
    { id: someId(1), width: 1200, height: 480, alt: 'A boat' },
    { id: someId(2), width: 640, height: 960, alt: '' },
  ],
  categories: [someId(3)],
  tags: [someId(4)],
}
const COUNT = 60
const adsOf = (of: Partial<SeedPlan>) =>
  Array.from({ length: COUNT }, (_, n) => makeAd({ ...plan, ...of }, n, ids, 600))

describe('seeded ads', () => {
  it('are the same for the same numbers on the same day, and others for another number', () => {
    expect(adsOf({})).toEqual(adsOf({}))
    expect(adsOf({ seed: 4 })).not.toEqual(adsOf({}))
    const [one, other] = [adsOf({}), adsOf({ first: 500 })].map((ads) => new Set(ads.map(({ id }) => id)))
    expect(one!.size).toBe(COUNT)
    expect([...one!].filter((id) => other!.has(id))).toEqual([])
  })

  it('are such as the form takes, each with a name of its own and with steps in the past', () => {
    const ads = adsOf({})
    for (const { fields, createdAt, steps } of ads) {
      expect(AdFormFields.safeParse(fields).error).toBeUndefined()
      const times = [createdAt, ...steps.map(({ at }) => at)]
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.at(-1)).toBeLessThan(until)
    }
    expect(new Set(ads.map(({ fields }) => fields.name)).size).toBe(COUNT)
  })
})

describe('what readers saw of them', () => {
  const placements: LivePlacement[] = places.map(({ key, name, sizes: taken, active }, n) => {
    return { id: placementId(plan, n), key, name, sizes: taken, active, trashed: false }
  })
  const article: PageArticle = {
    id: someId(9),
    adsPolicy: 'normal',
    sensitive: false,
    categories: new Set(ids.categories),
    tags: new Set(),
  }
  const rows = adsOf({})
    .slice(0, 24)
    .filter(({ steps }) => steps.some(({ action }) => action === 'approve'))
  const pictures = new Map(ids.pictures.map((picture) => [picture.id, { ...picture, url: '' }]))
  const noon = until - 10 * DAY + 12 * HOUR
  const views = (count: number): ReaderEvent[] =>
    Array.from({ length: count }, (_, n) => ({
      kind: 'view',
      at: new Date(noon + n * 1000),
      visitor: Buffer.from(String(n % 9).padStart(8, '0')),
      article: article.id,
      device: n % 2 ? 'phone' : 'desktop',
    }))
  const delivered = (more: Partial<PageArticle> = {}) =>
    adDelivery({
      seed: plan.seed,
      shown: rows.map(({ id, clicked }) => ({ id, clicked, from: until - 30 * DAY, until: Infinity })),
      places: new Map(places.map((place, n) => [placementId(plan, n), place])),
      placements,
      articles: new Map([[article.id, { ...article, ...more }]]),
      ads: rows.map(({ id, fields, createdAt }) =>
        liveAdOf(
          {
            id,
            fields,
            status: 'approved',
            deletedAt: null,
            live: null,
            startsAt: fields.startsAt && `${fields.startsAt}Z`,
            endsAt: fields.endsAt && `${fields.endsAt}Z`,
            approvedAt: new Date(createdAt).toISOString(),
          },
          pictures,
          flatProfile,
        ),
      ),
    })(views(400), noon)

  it('is the same for the same readers, and nothing of an ad that was not approved, booked or begun', () => {
    expect(delivered()).toEqual(delivered())
    const booked = new Map(rows.map(({ id, fields }) => [id, fields]))
    for (const { token, device } of delivered().reports) {
      const { placements: places_, startsAt, endsAt, targeting } = booked.get(token.ad)!
      expect(places_).toContain(token.placement)
      const at = new Date(noon).toISOString()
      expect(startsAt! < at && (endsAt === null || at < endsAt)).toBe(true)
      if (targeting.devices.length > 0) expect(targeting.devices).toContain(device)
    }
  })

  it('is seen and clicked after it came, once, and not on articles without ads', () => {
    const { events, reports } = delivered()
    expect(reports.map(({ kind }) => kind)).toEqual(events.map(({ kind }) => kind))
    const kinds = new Map<string, string[]>()
    for (const { impression = '', kind } of events) kinds.set(impression, [...(kinds.get(impression) ?? []), kind])
    for (const of of kinds.values()) expect(['impression', 'viewable', 'click'].slice(0, of.length)).toEqual(of)
    expect(kinds.size).toBeGreaterThan(800)
    expect(delivered({ adsPolicy: 'none' }).events).toEqual([])
    expect(delivered({ sensitive: true }).events).toEqual([])
  })
})
