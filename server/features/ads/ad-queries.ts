import { sql } from 'kysely'
import type { Creative } from '#contract/ad-fields.ts'
import { type Ad, type AdRefs, type Delivery, ENDS_SOON_DAYS } from '#contract/ads.ts'
import type { Db } from '../../db/database.ts'
import type { AdContent, LiveContent } from '../../db/ad-tables.ts'
import { personOf } from '../../db/person.ts'
import { mediaRefs } from '../media/media-queries.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import { canDo, hasChanges, isUnderWay, missingInAd, phaseOf, situationOf } from './ad-rules.ts'
import type { AdViewer } from './ad-viewer-queries.ts'
import { newNonce, signToken } from './decision/ad-token-rules.ts'
import { flightOf } from './decision/flight-rules.ts'
import { curveOf, paceOf, type Flight, type ViewProfile } from './decision/pacing-rules.ts'

export type AdRow = {
  id: string
  version: number
  createdAt: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
  deletedAt: string | null
  fields: AdContent
  live: LiveContent | null
  status: Ad['status']
  submittedAt: string | null
  submittedBy: string | null
  rejection: string
  rejectedAt: string | null
  rejectedBy: string | null
  approvedAt: string | null
  approvedBy: string | null
  startsAt: string | null
  endsAt: string | null
  impressions: number
  viewable: number
  clicks: number
  creatorName: string | null
  updaterName: string | null
  submitterName: string | null
  rejecterName: string | null
  approverName: string | null
}

/** These ads, the trash included, in any order. */
export async function adRows(db: Db, ids: readonly string[]): Promise<AdRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AdRow>`
    select ad.id, ad.version, ad.created_at, ad.created_by, ad.updated_at, ad.updated_by, ad.deleted_at, ad.fields, ad.live,
      ad.status, ad.submitted_at, ad.submitted_by, ad.rejection, ad.rejected_at, ad.rejected_by, ad.approved_at, ad.approved_by, ad.starts_at, ad.ends_at,
      coalesce(impressions, 0) as impressions, coalesce(viewable, 0) as viewable, coalesce(clicks, 0) as clicks,
      creator.name as creator_name, updater.name as updater_name, submitter.name as submitter_name, rejecter.name as rejecter_name,
      approver.name as approver_name
    from ad
    left join ad_delivery on ad_delivery.ad = ad.id
    left join user_account as creator on creator.id = ad.created_by
    left join user_account as updater on updater.id = ad.updated_by
    left join user_account as submitter on submitter.id = ad.submitted_by
    left join user_account as rejecter on rejecter.id = ad.rejected_by
    left join user_account as approver on approver.id = ad.approved_by
    where ad.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** One ad; undefined when it is not there. */
export const findAdRow = async (db: Db, id: string): Promise<AdRow | undefined> => (await adRows(db, [id]))[0]

/** These ads as the console shows them, in any order. */
export async function adsByIds(db: Db, viewer: AdViewer, ids: readonly string[]): Promise<Ad[]> {
  const rows = await adRows(db, ids)
  const refs = await adRefs(
    db,
    rows.map(({ fields }) => fields),
    rows.flatMap(({ live }) => live?.creatives ?? []),
  )
  return rows.map((row) => toAd(row, viewer, refs))
}

/** One ad; undefined when it is not there. */
export const findAd = async (db: Db, viewer: AdViewer, id: string): Promise<Ad | undefined> =>
  (await adsByIds(db, viewer, [id]))[0]

const mediaOf = (creatives: readonly Creative[]) =>
  creatives.flatMap((creative) => (creative.kind === 'image' ? [creative.media] : []))

/** What the ids in these fields refer to. @param more creatives beside those of the fields */
export async function adRefs(db: Db, all: readonly AdContent[], more: readonly Creative[] = []): Promise<AdRefs> {
  const distinct = (ids: string[]) => [...new Set(ids)]
  const audiences = all.flatMap(({ targeting, exclusions }) => [targeting, exclusions])
  return {
    media: await mediaRefs(db, distinct(mediaOf([...all.flatMap(({ creatives }) => creatives), ...more]))),
    placements: await placementRefs(db, distinct(all.flatMap(({ placements }) => placements))),
    categories: await namesOf(db, 'category', distinct(audiences.flatMap(({ categories }) => categories))),
    tags: await namesOf(db, 'tag', distinct(audiences.flatMap(({ tags }) => tags))),
  }
}

const namesOf = async (db: Db, table: 'category' | 'tag', ids: readonly string[]) =>
  ids.length === 0 ? [] : db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute()

function toAd(row: AdRow, viewer: AdViewer, all: AdRefs): Ad {
  const { fields } = row
  const named = [fields.targeting, fields.exclusions]
  const of = <T extends { id: string }>(found: readonly T[], ids: readonly string[]) =>
    found.filter(({ id }) => ids.includes(id))
  const refs = {
    media: of(all.media, mediaOf([...fields.creatives, ...(row.live?.creatives ?? [])])),
    placements: of(all.placements, fields.placements),
    categories: of(
      all.categories,
      named.flatMap(({ categories }) => categories),
    ),
    tags: of(
      all.tags,
      named.flatMap(({ tags }) => tags),
    ),
  }
  const can = canDo(viewer.role, situationOf(row))
  const sizes = new Map(refs.media.map(({ id, width, height }) => [id, { width, height }]))
  return {
    ...fields,
    id: row.id,
    version: row.version,
    createdAt: row.createdAt,
    createdBy: personOf(row.createdBy, row.creatorName),
    updatedAt: row.updatedAt,
    updatedBy: personOf(row.updatedBy, row.updaterName),
    deletedAt: row.deletedAt,
    status: row.status,
    phase: phaseOf(row, fields, row, viewer.now),
    startsAtTime: row.startsAt,
    endsAtTime: row.endsAt,
    hasChanges: hasChanges(row),
    live: hasChanges(row) ? row.live : null,
    submittedAt: row.submittedAt,
    submittedBy: personOf(row.submittedBy, row.submitterName),
    rejection: row.rejection,
    rejectedAt: row.rejectedAt,
    rejectedBy: personOf(row.rejectedBy, row.rejecterName),
    approvedAt: row.approvedAt,
    approvedBy: personOf(row.approvedBy, row.approverName),
    delivery: deliveryOf(row, viewer),
    frames: fields.creatives.map((creative, place) =>
      creative.kind === 'html' ? frameAddress(row.id, place, viewer) : null,
    ),
    refs,
    missing: missingInAd(fields, sizes, refs.placements, { endsAt: row.endsAt, now: viewer.now }),
    can: {
      ...can,
      end: can.end && isUnderWay(row, viewer.now),
      pause: can.pause && phaseOf(row, row.fields, row, viewer.now) !== 'ended',
    },
  }
}

const NOTHING = '00000000-0000-0000-0000-000000000000'

function frameAddress(ad: string, creative: number, { secret, publicUrl, now }: AdViewer): string {
  const token = signToken(secret, {
    purpose: 'preview',
    ad,
    placement: NOTHING,
    article: null,
    issuedAt: now,
    bucket: 0,
    day: 0,
    creative,
    nonce: newNonce(),
  })
  return `${publicUrl}/content/v1/ads/frame/${token}`
}

/** At the end of a flight all is due, without the curve, which is made hour by hour. */
const dueNow = (flight: Flight, profile: ViewProfile, now: number) =>
  flight.endsAt <= now ? 1 : curveOf(flight, profile).dueBy(now)

/** What says how far an ad is. */
export type PacedRow = Pick<
  AdRow,
  'status' | 'startsAt' | 'endsAt' | 'approvedAt' | 'impressions' | 'viewable' | 'clicks'
> & { fields: Pick<AdContent, 'goal' | 'timeZone' | 'targeting' | 'exclusions'> }

/** What was delivered, beside what even delivery would have by now. */
export function deliveryOf(row: PacedRow, { profile, now }: Pick<AdViewer, 'profile' | 'now'>): Delivery {
  const { impressions, viewable, clicks, fields } = row
  const { kind, amount } = fields.goal
  const flight = flightOf(row)
  const counted =
    (row.status === 'approved' || row.status === 'paused') && flight !== undefined && flight.startsAt <= now
  const expected = kind !== 'none' && amount !== null && counted ? amount * dueNow(flight, profile, now) : null
  return {
    impressions,
    viewable,
    clicks,
    clickThrough: impressions > 0 ? clicks / impressions : null,
    expected,
    pace: expected === null || kind === 'none' ? null : paceOf(kind === 'clicks' ? clicks : impressions, expected),
  }
}

/** Whether an ad runs and ends soon, or is behind. */
export function needsAttention(
  row: PacedRow & Pick<AdRow, 'deletedAt'>,
  viewer: Pick<AdViewer, 'profile' | 'now'>,
): boolean {
  if (row.endsAt === null || phaseOf(row, row.fields, row, viewer.now) !== 'running') return false
  const endsSoon = Date.parse(row.endsAt) - viewer.now < ENDS_SOON_DAYS * 86_400_000
  return endsSoon || deliveryOf(row, viewer).pace === 'behind'
}
