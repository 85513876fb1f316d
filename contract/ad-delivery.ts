import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DEVICES } from './events.ts'
import { Id } from './id.ts'
import { AdSize, PlacementKey } from './placements.ts'
import { wholeString } from './text.ts'

/** How many placements of one page are decided in one call. */
export const PAGE_PLACEMENTS_MOST = 20

const several = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (given) => (Array.isArray(given) || given === undefined ? given : [given]),
    z.array(item).min(1).max(PAGE_PLACEMENTS_MOST),
  )

const Shown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('image'), url: z.string(), alt: z.string() }),
  /** To be shown in a frame with `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"`. */
  z.object({ kind: z.literal('html'), frame: z.string() }),
  z.object({ kind: z.literal('text'), title: z.string(), text: z.string() }),
])

export const DecidedAd = z.object({
  id: Id,
  advertiser: z.string(),
  label: z.string(),
  creative: Shown,
  /** Null for a text, which takes the width it gets. */
  size: AdSize.nullable(),
  /** Where a click must lead: it is counted, and goes on to the advertiser. */
  clickUrl: z.string(),
  /** The placement and the token for the events `impression`, once the ad is in the page, and `viewable`, once half of it was in view for a second. */
  placement: Id,
  impression: z.string(),
})
export type DecidedAd = z.output<typeof DecidedAd>

export const DecidedPlacement = z.object({
  placement: z.string(),
  /** The box to reserve; null for a placement that is not there. */
  box: AdSize.nullable(),
  ad: DecidedAd.nullable(),
})
export type DecidedPlacement = z.output<typeof DecidedPlacement>

/** Came with an ad, or with a preview: what this server signed. Anything else is 404. */
const ByToken = z.strictObject({ token: z.string().max(200) })
/** Sites and browsers add parameters of their own to links; they change nothing. */
const Anything = z.looseObject({})

/** The delivery of ads to pages of the outside site; `/content/v1/ads.js` does all of it for a page. */
export const adDeliveryEndpoints = {
  decision: endpoint({
    method: 'GET',
    path: '/content/v1/ads/decision',
    summary: 'The ads for some placements of one page',
    access: 'public',
    query: z.strictObject({
      /** Keys, in the order of the page. */
      placement: several(PlacementKey),
      /** The article that the page shows. Left out: a page without an article. */
      article: Id.optional(),
      /** Left out: by the browser's name. */
      device: z.enum(DEVICES).optional(),
      /** For a site whose server asks: any text that tells its visitors apart. Only a salted key of the day is made of it. */
      visitor: wholeString(100).optional(),
    }),
    reply: z.object({ items: z.array(DecidedPlacement) }),
  }),
  click: endpoint({
    method: 'GET',
    path: '/content/v1/ads/click/:token',
    summary: 'Counts a click and leads to the address that was approved for the ad; repeats of a click are not counted',
    access: 'public',
    params: ByToken,
    query: Anything,
    status: 302,
  }),
  frame: endpoint({
    method: 'GET',
    path: '/content/v1/ads/frame/:token',
    summary: 'One HTML creative as a document for a sandboxed frame',
    access: 'public',
    params: ByToken,
    query: Anything,
    produces: 'text/html',
  }),
}
