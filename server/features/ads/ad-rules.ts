import {
  adActionFits,
  adActionNames,
  adActions,
  type AdAction,
  type AdPhase,
  type AdRequirement,
  type AdSituation,
} from '#contract/ad-actions.ts'
import { reviewedFields, type Creative } from '#contract/ad-fields.ts'
import type { Ad } from '#contract/ads.ts'
import { allows, type Role } from '#contract/permissions.ts'
import { sizeName, type AdSize } from '#contract/placements.ts'
import type { AdContent, LiveContent } from '../../db/ad-tables.ts'

type StatusRow = {
  status: Ad['status']
  deletedAt: string | null
  fields: AdContent
  live: LiveContent | null
  submittedAt: string | null
}

/** What readers see of these fields once they are approved. */
export const liveContentOf = ({ advertiser, label, clickUrl, creatives }: LiveContent): LiveContent => ({
  advertiser,
  label,
  clickUrl,
  creatives,
})

/** Whether the fields differ from what was approved, in what readers see. */
export const hasChanges = ({ fields, live }: Pick<StatusRow, 'fields' | 'live'>): boolean =>
  live !== null && reviewedFields.some((name) => stableJson(fields[name]) !== stableJson(live[name]))

/** JSON whose keys are in one order: jsonb has another than zod. */
const stableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
/** Whether two values of a field are the same. */
export const isSame = (one: unknown, other: unknown): boolean => stableJson(one) === stableJson(other)

export const situationOf = (row: StatusRow): AdSituation => ({
  state: row.deletedAt ? 'trashed' : row.status,
  hasChanges: hasChanges(row),
  isSubmitted: row.submittedAt !== null,
})

/** What the person may do with the ad now: the one answer behind every button and every refusal. */
export function canDo(role: Role, situation: AdSituation): Ad['can'] {
  const actions = adActionNames.map((name) => [
    name,
    allows(role, adActions[name].permission) && adActionFits(name, situation),
  ])
  return {
    ...(Object.fromEntries(actions) as Record<AdAction, boolean>),
    write: allows(role, 'ads.write') && isEditable(situation),
  }
}

/** What waits for approval does not change under the eyes of who approves it. */
export const isEditable = ({ state, isSubmitted }: AdSituation): boolean =>
  !isSubmitted && !['trashed', 'archived', 'pending'].includes(state)

/** Sizes of the pictures, by their ids. */
export type MediaSizes = ReadonlyMap<string, AdSize>

/** The size of a creative; null for a text, undefined for a picture that is gone. */
export function creativeSize(creative: Creative, media: MediaSizes): AdSize | null | undefined {
  if (creative.kind === 'text') return null
  const sized = creative.kind === 'image' ? media.get(creative.media) : creative
  return sized && { width: sized.width, height: sized.height }
}

/** Whether a creative has exactly one of these sizes; a text fits always. */
export function fitsOneOf(creative: Creative, media: MediaSizes, sizes: readonly AdSize[]): boolean {
  const size = creativeSize(creative, media)
  if (size === null) return true
  return size !== undefined && sizes.some((other) => sizeName(other) === sizeName(size))
}

/** What is missing before the ad can be submitted and approved, in the order of the form. */
export function missingInAd(
  fields: Pick<AdContent, 'clickUrl' | 'creatives' | 'placements'>,
  media: MediaSizes,
  placements: readonly { id: string; sizes: readonly AdSize[] }[],
  { endsAt, now }: { endsAt: string | null; now: number },
): AdRequirement[] {
  const booked = placements.filter(({ id }) => fields.placements.includes(id))
  const missing: Record<AdRequirement, boolean> = {
    clickUrl: fields.clickUrl === '',
    creatives: fields.creatives.length === 0,
    placements: booked.length === 0,
    creativeSizes:
      fields.creatives.length > 0 &&
      booked.some(({ sizes }) => !fields.creatives.some((creative) => fitsOneOf(creative, media, sizes))),
    endsAt: endsAt !== null && Date.parse(endsAt) <= now,
  }
  return (Object.keys(missing) as AdRequirement[]).filter((name) => missing[name])
}

/** What an approved ad is doing at this time. */
export function phaseOf(
  row: { status: Ad['status']; deletedAt: string | null; startsAt: string | null; endsAt: string | null },
  { goal }: Pick<AdContent, 'goal'>,
  counts: { impressions: number; clicks: number },
  now: number,
): AdPhase | null {
  if (row.status !== 'approved' || row.deletedAt) return null
  if (row.endsAt && Date.parse(row.endsAt) <= now) return 'ended'
  if (goal.kind !== 'none' && goal.amount !== null && counts[goal.kind] >= goal.amount) return 'ended'
  return row.startsAt && Date.parse(row.startsAt) > now ? 'scheduled' : 'running'
}

/** Whether an ad, approved or paused, is between its start and its end, and below its goal. */
export const isUnderWay = (
  row: Parameters<typeof phaseOf>[0] & { fields: Pick<AdContent, 'goal'>; impressions: number; clicks: number },
  now: number,
): boolean =>
  phaseOf({ ...row, status: row.status === 'paused' ? 'approved' : row.status }, row.fields, row, now) === 'running'
