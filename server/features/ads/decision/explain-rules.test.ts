import { describe, expect, it } from 'vitest'
import { adRuleNames, type AdRule } from '#contract/ad-rules.ts'
import { DEVICES } from '#contract/events.ts'
import type { AdContent } from '../../../db/ad-tables.ts'
import { dice } from '../../../testing/dice.ts'
import { candidatesOf, choose, sharesOf } from './choose-rules.ts'
import type { DecisionRequest } from './decision-rules.ts'
import { traceOf } from './explain-rules.ts'
import type { LiveAd, LiveAdRow } from './live-rules.ts'
import { countersOf, idOf, liveAd, NOON, pageOf, place } from './testing/live-ads.ts'

type Case = {
  fields?: Partial<AdContent>
  row?: Partial<LiveAdRow>
  page?: Partial<DecisionRequest>
  counts?: Parameters<typeof countersOf>[0]
  rival?: boolean
}
const all = { categories: [], tags: [], devices: [], hours: [] }
const article = pageOf().article!
const [category, tag] = [idOf(20), idOf(21)]

/** For each rule, an ad and a page that break it and no rule before it; `pick` makes each one different. */
const broken: Record<AdRule, (pick: (below: number) => number) => Case> = {
  trashed: (pick) => ({
    row: { deletedAt: '2026-06-09T00:00:00.000Z', status: (['approved', 'paused', 'draft'] as const)[pick(3)]! },
  }),
  archived: () => ({ row: { status: 'archived' } }),
  not_approved: (pick) => ({ row: { status: (['draft', 'pending', 'rejected'] as const)[pick(3)]! } }),
  paused: () => ({ row: { status: 'paused' } }),
  not_started: (pick) => ({ fields: { startsAt: `2026-06-${11 + pick(19)}T00:00` } }),
  ended: (pick) => ({ fields: { endsAt: `2026-06-0${2 + pick(8)}T12:00` } }),
  goal_reached: (pick) => {
    const kind = (['impressions', 'clicks'] as const)[pick(2)]!
    const amount = 1 + pick(1000)
    return { fields: { goal: { kind, amount } }, counts: { [kind]: amount + pick(3) } }
  },
  not_booked: () => ({ fields: { placements: [idOf(2)] } }),
  placement_inactive: () => ({ page: { placement: { ...place, active: false } } }),
  creative_size: (pick) => ({
    fields: { creatives: [{ kind: 'html', html: '<p>', width: 301 + pick(50), height: 250 }] },
  }),
  article_without_ads: () => ({ page: { article: { ...article, adsPolicy: 'none' } } }),
  article_sensitive: () => ({ page: { article: { ...article, sensitive: true } } }),
  article_limited: (pick) => ({
    page: { article: { ...article, adsPolicy: 'limited' }, onPage: [idOf(5000 + pick(9))] },
  }),
  category: (pick) => ({
    fields: { targeting: { ...all, categories: [category] } },
    ...(pick(2) && { page: { article: null } }),
  }),
  tag: () => ({ fields: { targeting: { ...all, tags: [tag] } } }),
  device: (pick) => {
    const [device, ...others] = pick(2) ? DEVICES : DEVICES.toReversed()
    return { fields: { targeting: { ...all, devices: others } }, page: { device: device! } }
  },
  hour: (pick) => ({ fields: { targeting: { ...all, hours: [pick(12)] } } }),
  excluded_category: () => ({
    fields: { exclusions: { ...all, categories: [category] } },
    page: { article: { ...article, categories: new Set([category]) } },
  }),
  excluded_tag: () => ({
    fields: { exclusions: { ...all, tags: [tag] } },
    page: { article: { ...article, tags: new Set([tag, idOf(30)]) } },
  }),
  excluded_device: (pick) => {
    const device = DEVICES[pick(3)]!
    return { fields: { exclusions: { ...all, devices: [device] } }, page: { device } }
  },
  excluded_hour: (pick) => {
    const hour = pick(24)
    const at = NOON + (hour - 12) * 3_600_000 + pick(3_600_000)
    return { fields: { exclusions: { ...all, hours: [hour] } }, page: { at } }
  },
  already_on_page: () => ({ page: { onPage: [liveAd(1).id] } }),
  daily_cap: (pick) => {
    const dailyCap = 1 + pick(500)
    return { fields: { dailyCap }, counts: { today: dailyCap } }
  },
  frequency: (pick) => {
    const count = 1 + pick(9)
    return { fields: { frequencyCap: { count, per: pick(2) ? 'hour' : 'day' } }, counts: { seen: count } }
  },
  outranked: (pick) => ({ fields: { priority: pick(5) }, rival: true }),
  pacing: (pick) => ({
    fields: {
      goal: { kind: 'impressions', amount: 1000 },
      startsAt: '2026-06-01T00:00',
      endsAt: `2026-06-${20 + pick(10)}T00:00`,
    },
    counts: { impressions: 900 },
  }),
}

function worldOf({ fields, row, page, counts, rival }: Case) {
  const ad = liveAd(1, { priority: 5, ...fields }, row)
  const others = [liveAd(2, { priority: 0 }), ...(rival ? [liveAd(3, { priority: 9 })] : [])]
  const request = pageOf(page)
  return { ad, candidates: candidatesOf([ad, ...others], request.placement), request, counters: countersOf(counts) }
}

/** Whether 60 decisions ever choose the ad. */
function isChosen(ad: LiveAd, { candidates, request, counters }: Omit<ReturnType<typeof worldOf>, 'ad'>, seed: number) {
  const pick = dice(seed)
  const random = () => pick(2 ** 30) / 2 ** 30
  return Array.from({ length: 60 }, () => choose(candidates, request, counters, random)).includes(ad)
}

describe('D2 why an ad is not shown', () => {
  const cases = adRuleNames.flatMap((rule) => Array.from({ length: 20 }, (_, n) => ({ rule, n })))

  it('names the one cause in all of 520 ads, 20 for each rule, and agrees with the decision', () => {
    const wrong: string[] = []
    for (const { rule, n } of cases) {
      const world = worldOf(broken[rule](dice(n * 7919 + rule.length)))
      const trace = traceOf(world.ad, world.candidates, world.request, world.counters)
      if (trace.stoppedBy !== rule) wrong.push(`${rule} ${n}: ${trace.stoppedBy}`)
      if (isChosen(world.ad, world, n)) wrong.push(`${rule} ${n}: chosen`)
    }
    expect(cases.length).toBeGreaterThanOrEqual(500)
    expect(wrong).toEqual([])
  })

  it('lists the rules in their order: passed, the one that stopped it, and the rest unasked', () => {
    const { ad, candidates, request, counters } = worldOf(broken.paused(dice(1)))
    const outcomes = traceOf(ad, candidates, request, counters).rules.map(({ outcome }) => outcome)
    expect(outcomes.slice(0, 5)).toEqual(['pass', 'pass', 'pass', 'stop', 'skipped'])
    expect(outcomes).toHaveLength(adRuleNames.length)
  })

  it('with any mix of causes an ad is chosen exactly when no rule stops it', () => {
    for (let seed = 0; seed < 400; seed++) {
      const pick = dice(seed)
      const mixed = [0, 1, 2].slice(0, pick(4)).map(() => broken[adRuleNames[pick(adRuleNames.length)]!](pick))
      const merged = mixed.reduce<Case>(
        (sum, next) => ({
          fields: { ...sum.fields, ...next.fields },
          row: { ...sum.row, ...next.row },
          page: { ...sum.page, ...next.page },
          counts: { ...sum.counts, ...next.counts },
          rival: Boolean(sum.rival || next.rival),
        }),
        {},
      )
      const world = worldOf(merged)
      const { stoppedBy, share } = traceOf(world.ad, world.candidates, world.request, world.counters)
      expect(share > 0, `seed ${seed}: ${stoppedBy}`).toBe(stoppedBy === null)
      expect(isChosen(world.ad, world, seed), `seed ${seed}: ${stoppedBy}`).toBe(stoppedBy === null)
    }
  })
})

it('ads of one priority are chosen by weight, whatever the share of those that may not be shown', () => {
  const blocked = Array.from({ length: 40 }, (_, n) => liveAd(100 + n, { weight: 100, dailyCap: 5 }))
  const ads = [liveAd(1, { weight: 10 }), liveAd(2, { weight: 30 }), liveAd(3, { weight: 60 })]
  const candidates = candidatesOf([...blocked, ...ads], place)
  const counters = countersOf({ today: 5 })
  const shares = sharesOf(candidates, pageOf(), counters)
  expect(shares.map(({ share }) => share)).toEqual([0.6, 0.3, 0.1])
  const pick = dice(3)
  const counts = new Map<LiveAd | undefined, number>()
  for (let n = 0; n < 20_000; n++) {
    const ad = choose(candidates, pageOf(), counters, () => pick(2 ** 30) / 2 ** 30)
    counts.set(ad, (counts.get(ad) ?? 0) + 1)
  }
  for (const { ad, share } of shares) expect((counts.get(ad) ?? 0) / 20_000).toBeCloseTo(share, 1.7)
  expect([...counts.keys()].length).toBe(3)
})
