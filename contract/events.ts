import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { ProblemField } from './problems.ts'
import { requiredLine, TimeInput } from './text.ts'

/** The most events of one call. */
export const EVENTS_MAX = 100
export const TERM_MAX = 200
const INT_MAX = 2_147_483_647
const IMPRESSION_MAX = 400

export const DEVICES = ['desktop', 'phone', 'tablet'] as const
export type Device = (typeof DEVICES)[number]

/** When it happened by the reader's clock; left out: now. */
const at = TimeInput.optional()
const article = Id
const term = requiredLine(TERM_MAX)

const View = z.strictObject({
  type: z.literal('view'),
  article,
  /** The address of the page the reader came from. Only its host is stored, and what is no address has none. */
  referrer: z.string().max(2000).default(''),
  at,
})
const Search = z.strictObject({
  type: z.literal('search'),
  term,
  /** How many results the reader was shown. */
  results: z.int().min(0).max(INT_MAX),
  at,
})
const SearchClick = z.strictObject({
  type: z.literal('searchClick'),
  term,
  article,
  /** 1 is the first result. */
  position: z.int().min(1).max(1000),
  at,
})

export const AD_EVENT_TYPES = ['impression', 'viewable', 'click'] as const
export type AdEventType = (typeof AD_EVENT_TYPES)[number]

/** An ad was delivered to a page, at least half of it was visible for a second, or it was clicked. */
const AdEvent = z.strictObject({
  type: z.enum(AD_EVENT_TYPES),
  ad: Id,
  placement: Id,
  /** The article on whose page the ad is; left out on other pages. */
  article: article.optional(),
  /** The signed token that came with the ad. Each type of event counts once per token. */
  impression: z
    .string()
    .max(IMPRESSION_MAX)
    .regex(/^[\w.~-]+$/)
    .optional(),
  at,
})
export type AdEventInput = z.output<typeof AdEvent>

export const ReaderEventInput = z.discriminatedUnion('type', [View, Search, SearchClick, AdEvent])
export type ReaderEventInput = z.output<typeof ReaderEventInput>

export const eventEndpoints = {
  record: endpoint({
    method: 'POST',
    path: '/content/v1/events',
    summary: 'Record what a reader did: article views, searches, clicks on search results, and ads seen and clicked',
    access: 'public',
    body: z.strictObject({
      /** The caller's own id of this call: the same one sent again counts once. */
      batch: Id.optional(),
      /** The reader's clock when this was sent, so that a wrong clock moves no event. */
      sentAt: TimeInput.optional(),
      events: z.array(ReaderEventInput).min(1).max(EVENTS_MAX),
    }),
    reply: z.object({
      received: z.int(),
      /** What is wrong with the events that were not taken, `path` as in `events.3.article`. Left out where all were. */
      refused: z.array(ProblemField).optional(),
    }),
    status: 202,
  }),
}
