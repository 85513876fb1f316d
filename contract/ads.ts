import { z } from 'zod'
import { adActionNames, adPhases, adRequirements, adStates, adStatuses } from './ad-actions.ts'
import { AdFields, type reviewedFields } from './ad-fields.ts'
import { ById, endpoint, Language, VersionOnly } from './endpoint.ts'
import { Id } from './id.ts'
import { entityFields, listQuery, listReply, PersonRef } from './list.ts'
import { choice, idOf, moment, words, yesNo } from './list-filter.ts'
import { MediaRef } from './media.ts'
import { PlacementRef } from './placements.ts'
import { problemCodes } from './problems.ts'
import { line, requiredLine, saysOf, text } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'
import { WallTime } from './zoned-time.ts'

const reviewed = { advertiser: true, label: true, clickUrl: true, creatives: true } as const satisfies Record<
  (typeof reviewedFields)[number],
  true
>
const Named = z.object({ id: Id, name: z.string() })
const canNames = ['write', ...adActionNames] as const

/** How far delivery is from where it should be by now. */
export const paceNames = ['behind', 'on_track', 'ahead'] as const

/** An ad that ends within so many days needs attention. */
export const ENDS_SOON_DAYS = 7

export const Delivery = z.object({
  impressions: z.int(),
  /** Half of the ad was in view for a second. */
  viewable: z.int(),
  clicks: z.int(),
  /** Clicks by impressions; null before the first impression. */
  clickThrough: z.number().nullable(),
  /** Impressions (or clicks, where these are the goal) that even delivery would have by now; null without goal or end, and before the start. */
  expected: z.number().nullable(),
  pace: z.enum(paceNames).nullable(),
})
export type Delivery = z.output<typeof Delivery>

/** The items that the ids in the fields of an ad refer to, in no order; deleted ones are left out. */
const AdRefs = z.object({
  media: z.array(MediaRef),
  placements: z.array(PlacementRef),
  categories: z.array(Named),
  tags: z.array(Named),
})
export type AdRefs = z.output<typeof AdRefs>

export const Ad = z.object({
  ...entityFields,
  ...AdFields.shape,
  status: z.enum(adStatuses),
  /** Of an approved ad; null in every other state. */
  phase: z.enum(adPhases).nullable(),
  /** `startsAt` and `endsAt` as moments. */
  startsAtTime: z.iso.datetime().nullable(),
  endsAtTime: z.iso.datetime().nullable(),
  /** Whether readers see, or saw last, something else than the fields above. */
  hasChanges: z.boolean(),
  /** What readers see, or saw last, where that is something else; null where it is not, and before the first approval. */
  live: AdFields.pick(reviewed).nullable(),
  /** When it, or its changes, was submitted for approval. */
  submittedAt: z.iso.datetime().nullable(),
  submittedBy: PersonRef.nullable(),
  /** Why it, or its changes, was rejected the last time: still there when it is submitted again, empty once it is approved. */
  rejection: z.string(),
  rejectedAt: z.iso.datetime().nullable(),
  rejectedBy: PersonRef.nullable(),
  approvedAt: z.iso.datetime().nullable(),
  approvedBy: PersonRef.nullable(),
  delivery: Delivery,
  /** By position in `creatives`: the address of a sandboxed document that shows it, for an hour; null for pictures and texts. */
  frames: z.array(z.string().nullable()),
  refs: AdRefs,
  /** What it lacks before it can be submitted. */
  missing: z.array(z.enum(adRequirements)),
  can: z.object(
    Object.fromEntries(canNames.map((name) => [name, z.boolean()])) as Record<(typeof canNames)[number], z.ZodBoolean>,
  ),
})
export type Ad = z.output<typeof Ad>

export const adList = listQuery({
  sorts: ['name', 'advertiser', 'startsAt', 'endsAt', 'updatedAt', 'priority', 'impressions', 'clicks', 'clickThrough'],
  defaultSort: '-updatedAt',
  filters: {
    /** Left out: all but those in the trash. */
    status: choice([...adStates, ...adPhases]),
    placement: idOf(),
    /** Its whole name, in any case. */
    advertiser: words(160),
    /** Approved, and running at some time from this moment on; without an end forever. */
    from: moment(),
    /** Approved, and running at some time before this moment; without a start always. */
    to: moment(),
    /** First submissions and submitted changes. */
    submitted: yesNo(),
    /** Those with a goal and an end whose delivery is so far from where it should be. */
    pace: choice(paceNames),
    /** Running, and ends within `ENDS_SOON_DAYS` or is behind. */
    attention: yesNo(),
  },
})
export type AdListQuery = z.output<typeof adList.query>

/** The filters of the list without page and order: what "all that match" means in a bulk action. */
export const AdFilter = adList.filter
export type AdFilter = z.output<typeof AdFilter>

/** How many ads one bulk action changes. */
export const AD_BULK_MOST = 500
export const adBulkActions = [
  'submit',
  'approve',
  'pause',
  'resume',
  'extend',
  'duplicate',
  'archive',
  'trash',
  'restore',
] as const

const AdBulk = z
  .strictObject({
    action: z.enum(adBulkActions),
    ids: z
      .array(Id)
      .min(1)
      .max(AD_BULK_MOST)
      .refine((list) => new Set(list).size === list.length, saysOf('repeated'))
      .optional(),
    filter: AdFilter.optional(),
    /** How many the person saw selected. */
    expectedCount: z.int().min(1).max(AD_BULK_MOST),
    /** For extend: the new end, in the time zone of each ad. */
    endsAt: WallTime.optional(),
  })
  .refine((body) => (body.ids === undefined) !== (body.filter === undefined), {
    path: ['ids'],
    message: 'either ids or filter',
  })
  .refine((body) => (body.action === 'extend') === (body.endsAt !== undefined), {
    path: ['endsAt'],
    message: 'needed for extend, and for nothing else',
  })
export type AdBulk = z.output<typeof AdBulk>

/** An ad after an action, and how to undo the action. */
const ChangedAd = Ad.extend({ undo: UndoPointer })
export type ChangedAd = z.output<typeof ChangedAd>

/** An earlier version of an ad. `reason`: what made it. */
const Revision = z.object({
  id: Id,
  version: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef.nullable(),
  reason: z.string(),
})
export type AdRevision = z.output<typeof Revision>
const ByRevision = z.strictObject({ id: Id, revision: Id })

const action = <const Name extends string, const B extends z.ZodType = typeof VersionOnly>(
  name: Name,
  access: 'ads.write' | 'ads.approve',
  summary: string,
  body: B = VersionOnly as unknown as B,
) => endpoint({ method: 'POST', path: `/api/ads/:id/${name}`, summary, access, params: ById, body, reply: ChangedAd })

export const adEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/ads',
    summary: 'List ads; the search looks into name and advertiser',
    access: 'ads.write',
    query: adList.query,
    reply: listReply(Ad),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/ads/export',
    summary: 'The ads that match as a CSV file',
    access: 'ads.write',
    query: AdFilter.extend({ locale: Language }),
    produces: 'text/csv',
  }),
  advertisers: endpoint({
    method: 'GET',
    path: '/api/ads/advertisers',
    summary: 'Names of advertisers that contain a text or are similar to it, the closest first; at most 20',
    access: 'ads.write',
    query: z.strictObject({ q: line(160).optional() }),
    reply: z.object({ items: z.array(z.string()) }),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/ads/:id',
    summary: 'One ad',
    access: 'ads.write',
    params: ById,
    reply: Ad,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ads',
    summary: 'Start an ad as a draft',
    access: 'ads.write',
    body: AdFields.partial().extend({ name: AdFields.shape.name }),
    reply: Ad,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/ads/:id',
    summary:
      'Change an ad; of an approved one, new creatives, click address, label and advertiser wait for approval, the rest applies at once',
    access: 'ads.write',
    params: ById,
    body: AdFields.partial().extend({ version: Version }),
    reply: Ad,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/ads/:id',
    summary: 'Move an ad to the trash',
    access: 'ads.write',
    params: ById,
    status: 204,
  }),
  submit: action('submit', 'ads.write', 'Submit it, or its changes, for approval'),
  withdraw: action('withdraw', 'ads.write', 'Withdraw it from approval'),
  approve: action('approve', 'ads.approve', 'Approve it, or its changes'),
  reject: action(
    'reject',
    'ads.approve',
    'Reject it, or its changes, with a reason',
    VersionOnly.extend({ reason: text(1000).refine((reason) => reason !== '', saysOf('required')) }),
  ),
  discard: action('discard', 'ads.write', 'Drop the changes that are not approved'),
  pause: action('pause', 'ads.write', 'Pause'),
  resume: action('resume', 'ads.write', 'Resume'),
  extend: action('extend', 'ads.write', 'Set a later end', VersionOnly.extend({ endsAt: WallTime })),
  end: action('end', 'ads.write', 'End an ad now that has started and has not ended'),
  archive: action('archive', 'ads.write', 'Archive'),
  trash: action('trash', 'ads.write', 'Move to the trash'),
  restore: action('restore', 'ads.write', 'Bring back as a draft'),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/ads/:id/duplicate',
    summary: 'Copy an ad as a new draft',
    access: 'ads.write',
    params: ById,
    body: z.strictObject({ name: requiredLine(160).optional() }),
    reply: Ad,
    status: 201,
    oncePerKey: true,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/ads/bulk',
    summary: 'One action on many ads, each for itself; refused when they are not as many as were seen',
    access: 'ads.write',
    body: AdBulk,
    /**
     * `undo`: of all that was changed; null when nothing was. `created`: the copy, for duplicate. `missing`: what an ad lacks
     * that could not be submitted or approved.
     */
    reply: z.object({
      results: z.array(
        z.object({
          id: Id,
          name: z.string(),
          ok: z.boolean(),
          code: z.enum(problemCodes).nullable(),
          missing: z.array(z.enum(adRequirements)),
          created: Id.nullable(),
        }),
      ),
      undo: UndoPointer.nullable(),
    }),
  }),
  purge: endpoint({
    method: 'POST',
    path: '/api/ads/:id/purge',
    summary: 'Delete a trashed ad permanently; what was counted of it stays in the figures of the site',
    access: 'ads.purge',
    params: ById,
    body: VersionOnly,
    status: 204,
  }),
  revisions: endpoint({
    method: 'GET',
    path: '/api/ads/:id/revisions',
    summary: 'The history of an ad, newest first',
    access: 'ads.write',
    params: ById,
    reply: z.object({ items: z.array(Revision) }),
  }),
  revision: endpoint({
    method: 'GET',
    path: '/api/ads/:id/revisions/:revision',
    summary: 'One entry of the history, with its fields',
    access: 'ads.write',
    params: ByRevision,
    reply: Revision.extend({ fields: AdFields, refs: AdRefs }),
  }),
  restoreRevision: endpoint({
    method: 'POST',
    path: '/api/ads/:id/revisions/:revision/restore',
    summary: 'Make earlier fields the newest ones; its state stays',
    access: 'ads.write',
    params: ByRevision,
    body: VersionOnly,
    reply: Ad,
  }),
}
