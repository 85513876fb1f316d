import type { ColumnType, Generated } from 'kysely'

type Moment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Stamp = ColumnType<string, string | Date | undefined, string | Date>
type Json<T> = ColumnType<T, string | undefined, string>
type Size = { width: number; height: number }

/** Ads, placements, and what is counted of their delivery; see docs/decisions/0071. */
export type AdTables<EntityColumns> = {
  placement: EntityColumns & { key: string; name: string; sizes: Json<Size[]>; active: Generated<boolean> }
  ad: EntityColumns & {
    /** The contract's AdFields. */
    fields: Json<AdContent>
    /** The reviewed fields as they were approved; null before the first approval. */
    live: ColumnType<LiveContent | null, string | null | undefined, string | null>
    status: Generated<'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'archived'>
    submittedAt: Moment
    submittedBy: string | null
    rejection: Generated<string>
    rejectedAt: Moment
    rejectedBy: string | null
    approvedAt: Moment
    approvedBy: string | null
    placements: Generated<string[]>
    startsAt: Moment
    endsAt: Moment
    name: ColumnType<string, never, never>
    searchText: ColumnType<string, never, never>
  }
  adRevision: {
    id: string
    ad: string
    version: number
    createdAt: Stamp
    createdBy: string | null
    reason: string
    fields: Json<AdContent>
  }
  /** Counted at the moment of the report: of all time for goals, by day for daily caps, by hour for what reports say. */
  adDelivery: { ad: string; impressions: Generated<number>; viewable: Generated<number>; clicks: Generated<number> }
  adDeliveryDay: { ad: string; day: string; impressions: Generated<number> }
  adDeliveryHour: {
    ad: string
    hour: Stamp
    placement: string
    device: number
    impressions: Generated<number>
    viewable: Generated<number>
    clicks: Generated<number>
  }
  adLease: { ad: string; bucket: string; day: string; leased: number; confirmed: Generated<number> }
  adVisitor: { visitor: Buffer; ad: string; shownAt: number[]; lastAt: string }
  adToken: { id: Buffer; kind: number; usedAt: Stamp }
  adSecret: { one: Generated<boolean>; secret: Buffer }
}

type Creative =
  | { kind: 'image'; media: string; alt: string }
  | { kind: 'html'; html: string; width: number; height: number }
  | { kind: 'text'; title: string; text: string }
type Audience = { categories: string[]; tags: string[]; devices: ('desktop' | 'tablet' | 'phone')[]; hours: number[] }

/** What readers see of an ad. */
export type LiveContent = { advertiser: string; label: string; clickUrl: string; creatives: Creative[] }

/** The editable part of an ad: the contract's AdFields. */
export type AdContent = LiveContent & {
  name: string
  placements: string[]
  startsAt: string | null
  endsAt: string | null
  timeZone: string
  goal: { kind: 'none' | 'impressions' | 'clicks'; amount: number | null }
  dailyCap: number | null
  pacing: 'even' | 'asap'
  priority: number
  weight: number
  frequencyCap: { count: number; per: 'hour' | 'day' } | null
  targeting: Audience
  exclusions: Audience
  allowRepeat: boolean
}
