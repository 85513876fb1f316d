import { z } from 'zod'
import { ById, endpoint, Language } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { line, TimeInput } from './text.ts'
import { UndoPointer } from './undo.ts'

/** The period that the ranking covers. */
export const hotWindows = ['1h', '24h', '7d'] as const
export type HotWindow = (typeof hotWindows)[number]
export const hotWindowHours: Record<HotWindow, number> = { '1h': 1, '24h': 24, '7d': 168 }
/** The last part of each window, which the score shows by itself. In hours. */
export const hotRecentHours: Record<HotWindow, number> = { '1h': 1 / 6, '24h': 1, '7d': 24 }
export const HOT_MAX = 200

/** Every part in views per hour; they add up to the score. */
export const HotParts = z.object({
  /** Views of the last part of the window: `hotRecentHours`, to the minute. */
  recent: z.number(),
  /** Those before it. */
  earlier: z.number(),
  /** What the comparison with earlier weeks adds, or takes away. */
  lift: z.number(),
})
export type HotParts = z.output<typeof HotParts>

export const HotItem = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  publishedAt: z.iso.datetime(),
  /** Its place by score among what is neither pinned nor buried, from 1; null for these and without any readers. */
  rank: z.int().nullable(),
  /** Its place an hour ago (7 d: a day ago) among what is still published and neither pinned nor buried; null when it had none. */
  previousRank: z.int().nullable(),
  score: z.number(),
  parts: HotParts,
  /** The views behind the first two parts, not weighed: as `views1h` and `views24h` count them. */
  partViews: z.object({ recent: z.int(), earlier: z.int() }),
  /** This article now against the same hours of earlier weeks; null when there is no earlier week to compare with. */
  lift: z.number().nullable(),
  /** Views per hour that earlier weeks had; null as above. */
  usual: z.number().nullable(),
  /** Views of the sixty minutes before `HotList.asOf`, and of the 24 hours before it. */
  views1h: z.int(),
  views24h: z.int(),
  /** Views over the window, oldest first, in steps of `HotList.stepMinutes`. */
  sparkline: z.array(z.int()),
  topReferrer: z.string().nullable(),
  topTerm: z.string().nullable(),
  pinned: z.boolean(),
  buried: z.boolean(),
  /** When the pin or the burying ends; null: never, or not pinned or buried. */
  until: z.iso.datetime().nullable(),
  decidedBy: PersonRef.nullable(),
})
export type HotItem = z.output<typeof HotItem>

export const HotList = z.object({
  window: z.enum(hotWindows),
  /** What arrived until then is counted; null before anything was. */
  asOf: z.iso.datetime().nullable(),
  /** Of when `previousRank` is; null while there is no list of then. */
  comparedWith: z.iso.datetime().nullable(),
  halfLifeHours: z.number(),
  stepMinutes: z.int(),
  items: z.array(HotItem),
  can: z.object({ write: z.boolean() }),
})
export type HotList = z.output<typeof HotList>

/** Parts of the list that can be shown alone. */
export const hotShows = ['rising', 'fresh', 'pinned', 'buried'] as const
export type HotShow = (typeof hotShows)[number]
const FRESH_MS = 86_400_000

/** Whether an article is among those that are searched for, and in the part that is shown: the one answer for screen and file. */
export function isHotShown(
  { title, pinned, buried, publishedAt, rank, previousRank }: HotItem,
  { q = '', show, now }: { q?: string | undefined; show?: HotShow | undefined; now: number },
): boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const isIn: Record<HotShow, boolean> = {
    pinned,
    buried,
    fresh: now - Date.parse(publishedAt) < FRESH_MS,
    rising: rank !== null && (previousRank === null || rank < previousRank),
  }
  return words.every((word) => title.toLowerCase().includes(word)) && (show === undefined || isIn[show])
}

const Until = z.strictObject({ until: TimeInput.nullable().default(null) })

/** Of a pin, among those shown, from 1; behind the last one means the last. */
const Place = z.int().min(1).max(1000)

/** `undo`: null where nothing changed. */
const Decided = z.object({ undo: UndoPointer.nullable() })

export const hotEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/hot',
    summary: 'Articles that readers turn to now, with the parts of each score',
    access: 'insight.read',
    query: z.strictObject({ window: z.enum(hotWindows).default('24h') }),
    reply: HotList,
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/hot/export',
    summary: 'The same as a CSV file, of all or of those that match',
    access: 'insight.read',
    query: z.strictObject({
      window: z.enum(hotWindows).default('24h'),
      q: line(200).optional(),
      show: z.enum(hotShows).optional(),
      locale: Language,
    }),
    produces: 'text/csv',
  }),
  pin: endpoint({
    method: 'POST',
    path: '/api/hot/:id/pin',
    summary: 'Put an article above the others: above the other pins, too, or at a place among them',
    access: 'insight.write',
    params: ById,
    body: z.strictObject({ ...Until.shape, place: Place.optional() }),
    reply: Decided,
  }),
  movePin: endpoint({
    method: 'POST',
    path: '/api/hot/:id/move',
    summary: 'Give a pinned article another place among the pins',
    access: 'insight.write',
    params: ById,
    body: z.strictObject({ place: Place }),
    reply: Decided,
  }),
  bury: endpoint({
    method: 'POST',
    path: '/api/hot/:id/bury',
    summary: 'Leave an article out of what is hot',
    access: 'insight.write',
    params: ById,
    body: Until,
    reply: Decided,
  }),
  clear: endpoint({
    method: 'POST',
    path: '/api/hot/:id/clear',
    summary: 'Neither pinned nor buried: its score decides again',
    access: 'insight.write',
    params: ById,
    reply: Decided,
  }),
}
