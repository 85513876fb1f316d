import { adActionNames } from '#contract/ad-actions.ts'
import { newAdFields } from '#contract/ad-fields.ts'
import type { Ad } from '#contract/ads.ts'

/** An approved ad that is running, with these fields; `can`: the actions that are possible. */
export function anAd({ can = [], ...fields }: Partial<Omit<Ad, 'can'>> & { can?: (keyof Ad['can'])[] } = {}): Ad {
  const at = '2026-01-01T00:00:00.000Z'
  const people = { createdBy: null, updatedBy: null, submittedBy: null, rejectedBy: null, approvedBy: null }
  return {
    ...newAdFields(),
    ...people,
    id: '00000000-0000-7000-8000-000000000001',
    version: 1,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    name: 'Spring',
    timeZone: 'Asia/Shanghai',
    status: 'approved',
    phase: 'running',
    startsAtTime: null,
    endsAtTime: null,
    hasChanges: false,
    live: null,
    submittedAt: null,
    rejection: '',
    rejectedAt: null,
    approvedAt: at,
    delivery: { impressions: 0, viewable: 0, clicks: 0, clickThrough: null, expected: null, pace: null },
    frames: [],
    refs: { media: [], placements: [], categories: [], tags: [] },
    missing: [],
    can: Object.fromEntries(
      [...adActionNames, 'write' as const].map((name) => [name, can.includes(name)]),
    ) as Ad['can'],
    ...fields,
  }
}
