import { newAdFields } from '#contract/ad-fields.ts'
import type { AdContent } from '../../../../db/ad-tables.ts'
import type { Counters, DecisionRequest } from '../decision-rules.ts'
import { liveAdOf, type LiveAd, type LiveAdRow, type LivePlacement } from '../live-rules.ts'
import { flatProfile, type ViewProfile } from '../pacing-rules.ts'

export const NOON = Date.parse('2026-06-10T12:00:00Z')
export const idOf = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
export const place: LivePlacement = {
  id: idOf(1),
  key: 'sidebar',
  name: 'Sidebar',
  sizes: [{ width: 300, height: 250 }],
  active: true,
  trashed: false,
}

/** A row that is approved, complete and limited by nothing. */
export function adRow(n: number, fields: Partial<AdContent> = {}, row: Partial<LiveAdRow> = {}): LiveAdRow {
  const whole: AdContent = {
    ...newAdFields(),
    name: `Ad ${n}`,
    clickUrl: 'https://example.com',
    creatives: [{ kind: 'html', html: '<p>Hi', width: 300, height: 250 }],
    placements: [place.id],
    ...fields,
  }
  return {
    id: idOf(1000 + n),
    status: 'approved',
    deletedAt: null,
    fields: whole,
    live: null,
    startsAt: whole.startsAt && `${whole.startsAt}:00.000Z`,
    endsAt: whole.endsAt && `${whole.endsAt}:00.000Z`,
    approvedAt: '2026-06-01T00:00:00.000Z',
    ...row,
  }
}

export const liveAd = (
  n: number,
  fields: Partial<AdContent> = {},
  row: Partial<LiveAdRow> = {},
  profile: ViewProfile = flatProfile,
): LiveAd => liveAdOf(adRow(n, fields, row), new Map(), profile)

export const pageOf = (more: Partial<DecisionRequest> = {}): DecisionRequest => ({
  at: NOON,
  placement: place,
  article: { id: idOf(7), adsPolicy: 'normal', sensitive: false, categories: new Set(), tags: new Set() },
  device: 'desktop',
  onPage: [],
  ...more,
})

/** The same counts for every ad. */
export const countersOf = (
  counts: { impressions?: number; today?: number; clicks?: number; seen?: number } = {},
): Counters => ({
  impressions: () => counts.impressions ?? 0,
  today: () => counts.today ?? 0,
  clicks: () => counts.clicks ?? 0,
  seen: () => counts.seen ?? 0,
})
