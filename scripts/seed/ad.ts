import { newAdFields, type AdFields, type Creative } from '#contract/ad-fields.ts'
import type { AdSize } from '#contract/placements.ts'
import { makeSlug } from '../../server/slugs/make-slug.ts'
import { campaigns, type Campaign, type PlaceKey, places } from './campaign.ts'
import { type Chance, chanceFrom, uuidAt } from './chance.ts'
import * as chinese from './chinese.ts'
import * as english from './english.ts'
import { DAY, type SeedPlan } from './plan.ts'

const HOUR = 3_600_000

/** A step of the product after the ad was written. Times in ms since 1970. */
export type AdStep = { at: number } & (
  | { action: 'submit' | 'approve' | 'pause' | 'archive' }
  | { action: 'reject'; reason: string }
  | { action: 'save'; fields: Partial<AdFields> }
)
export type SeededAd = {
  id: string
  createdAt: number
  fields: AdFields
  steps: readonly AdStep[]
  /** Clicks by impressions. */
  clicked: number
}

export type AdIds = {
  placements: ReadonlyMap<PlaceKey, string>
  pictures: readonly (AdSize & { id: string; alt: string })[]
  categories: readonly string[]
  tags: readonly string[]
}

const chanceOf = (plan: SeedPlan, n: number) => chanceFrom(plan.seed, -700_000_000 - plan.first - n)
export const placementId = (plan: SeedPlan, place: number): string =>
  uuidAt(plan.until - 40 * DAY, chanceOf(plan, -1 - place))

/** Ad number `n` of the plan. @param visits on a day of the site: goals are as large as it can reach */
export function makeAd(plan: SeedPlan, n: number, ids: AdIds, visits: number): SeededAd {
  const chance = chanceOf(plan, n)
  const make = campaigns[n % campaigns.length]!
  // Which language it is in is known once it is made.
  const towns = { english: chance.pick(english.places), chinese: chance.pick(chinese.places) }
  const campaign = make('').inChinese ? make(towns.chinese) : make(towns.english)
  const round = Math.floor(n / campaigns.length)
  const jitter = (days: number) => (Math.abs(days) < 5 ? days : days + chance.below(3) - 1)
  // No delivery is older than the readers are.
  const starts = Math.max(-29, jitter(campaign.starts))
  const ends = campaign.ends === null ? null : jitter(campaign.ends)
  const createdAt = plan.until + Math.min(starts - 4, -3) * DAY + 8 * HOUR + chance.below(9 * HOUR)
  const targeting = { ...newAdFields().targeting, devices: campaign.more?.devices ?? [] }
  const { devices: _devices, hours = [], ...more } = campaign.more ?? {}
  const pick = (list: readonly string[], place: number | undefined) =>
    place === undefined ? [] : list.slice(place, place + 1)
  const isDraft = campaign.outcome === 'draft' && campaign.button === ''
  const fields: AdFields = {
    ...newAdFields(),
    name: round === 0 ? campaign.name : `${campaign.name} ${round + 1}`,
    advertiser: campaign.advertiser,
    label: campaign.inChinese ? '广告' : 'Advertisement',
    clickUrl: isDraft ? '' : `https://${makeSlug(campaign.advertiser, 'advertiser')}.example/`,
    creatives: creativesOf(campaign, ids, chance),
    placements: campaign.places.map((key) => ids.placements.get(key)!),
    startsAt: midnight(plan.until + starts * DAY),
    endsAt: ends === null ? null : midnight(plan.until + ends * DAY),
    timeZone: campaign.timeZone ?? 'UTC',
    goal: goalOf(campaign, visits * ((ends ?? 0) - starts)),
    dailyCap: campaign.dailyCapPerVisit ? rounded(campaign.dailyCapPerVisit * visits) : null,
    ...more,
    targeting: { ...targeting, hours, categories: pick(ids.categories, campaign.category) },
    exclusions: { ...newAdFields().exclusions, tags: pick(ids.tags, campaign.withoutTag) },
  }
  return {
    id: uuidAt(createdAt, chance),
    createdAt,
    fields,
    steps: stepsOf(campaign, plan, createdAt, ends),
    clicked: campaign.clicked,
  }
}

const midnight = (time: number) => `${new Date(time).toISOString().slice(0, 10)}T00:00`

/** As people write goals: two digits, and zeros. */
function rounded(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1)
  return Math.max(1, Math.round(amount / unit) * unit)
}

const goalOf = ({ goal }: Campaign, visits: number): AdFields['goal'] =>
  goal ? { kind: goal.kind, amount: rounded(goal.perVisit * visits) } : { kind: 'none', amount: null }

function stepsOf(campaign: Campaign, { until }: SeedPlan, createdAt: number, ends: number | null): AdStep[] {
  const { outcome, reason = '', text, inChinese } = campaign
  const submit = { action: 'submit', at: createdAt + 2 * HOUR } as const
  const approve = { action: 'approve', at: createdAt + 7 * HOUR } as const
  const reject = { action: 'reject', reason, at: createdAt + 6 * HOUR } as const
  switch (outcome) {
    case 'draft':
      return []
    case 'pending':
      return [submit]
    case 'rejected':
      return [submit, reject]
    case 'rejected_once':
      return [submit, reject, { ...submit, at: createdAt + 30 * HOUR }]
    case 'approved':
      return [submit, approve]
    case 'changed': {
      const label = inChinese ? '推广' : `Paid: ${text.split('.')[0]}`.slice(0, 40)
      const at = until - 20 * HOUR
      return [submit, approve, { action: 'save', at, fields: { label } }, { action: 'submit', at: at + HOUR }]
    }
    case 'paused':
      return [submit, approve, { action: 'pause', at: until - 5 * DAY + 10 * HOUR }]
    case 'archived':
      return [submit, approve, { action: 'archive', at: until + (ends ?? 0) * DAY + 34 * HOUR }]
  }
}

/** What fits into every placement that it is booked in. */
function creativesOf(campaign: Campaign, { pictures }: AdIds, chance: Chance): Creative[] {
  const { title, text, formats } = campaign
  const booked = places.filter(({ key }) => campaign.places.includes(key))
  const creatives: Creative[] = []
  if (formats.includes('image')) {
    const sizes: readonly AdSize[] = booked.flatMap((place) => place.sizes)
    const fitting = pictures.filter((one) =>
      sizes.some(({ width, height }) => width === one.width && height === one.height),
    )
    if (fitting.length > 0) {
      const { id, alt } = chance.pick(fitting)
      creatives.push({ kind: 'image', media: id, alt: alt || title })
    }
  }
  if (formats.includes('html'))
    for (const { sizes } of booked) {
      const drawn: readonly AdSize[] = sizes.slice(0, 2).filter(({ height }) => height <= 600)
      const { width, height } = chance.pick(drawn)
      const isThere = creatives.some((one) => one.kind === 'html' && one.width === width && one.height === height)
      if (!isThere) creatives.push({ kind: 'html', html: banner(campaign, { width, height }), width, height })
    }
  // A text fits everywhere, as a picture does not.
  const isEverywhere = booked.every(({ sizes }) => fits(creatives, pictures, sizes))
  if (formats.includes('text') || !isEverywhere) creatives.push({ kind: 'text', title, text })
  return creatives
}

const fits = (creatives: readonly Creative[], pictures: AdIds['pictures'], sizes: readonly AdSize[]) =>
  creatives.some((one) => {
    if (one.kind === 'text') return true
    const size = one.kind === 'html' ? one : pictures.find(({ id }) => id === one.media)
    return sizes.some(({ width, height }) => width === size?.width && height === size.height)
  })

function banner({ title, text, button, colours: [back, front] }: Campaign, { width, height }: AdSize): string {
  const isLow = height <= 100
  const big = isLow ? Math.min(20, height / 3) : Math.min(30, width / 11)
  const style = `display:flex;flex-direction:${isLow ? 'row' : 'column'};justify-content:${isLow ? 'space-between' : 'center'};
  align-items:${isLow ? 'center' : 'flex-start'};gap:12px;box-sizing:border-box;width:${width}px;height:${height}px;padding:${isLow ? 8 : 20}px;
  background:${back};color:${front};font:15px/1.4 system-ui,sans-serif;text-decoration:none`
  const line = isLow && width < 600 ? '' : `<br>${text}`
  return `<a href="%%CLICK%%" style="${style}">
  <span><b style="font-size:${Math.round(big)}px;line-height:1.2">${title}</b>${line}</span>
  <span style="flex:none;padding:6px 12px;border:1px solid;border-radius:6px;white-space:nowrap;font-size:13px">${button}</span>
</a>
`
}
