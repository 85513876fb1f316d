import { z } from 'zod'
import { ById, endpoint, VersionOnly } from './endpoint.ts'
import { Id } from './id.ts'
import { entityFields, listQuery, listReply } from './list.ts'
import { choice, yesNo } from './list-filter.ts'
import { requiredLine, saysOf, Slug } from './text.ts'
import { UndoPointer } from './undo.ts'
import { Version } from './version.ts'

export const PLACEMENT_SIZES_MOST = 20
const pixels = z.int().min(1).max(4000)
/** In CSS pixels. */
export const AdSize = z.strictObject({ width: pixels, height: pixels })
export type AdSize = z.output<typeof AdSize>
/** As people write it. */
export const sizeName = ({ width, height }: AdSize): string => `${width}×${height}`

export const PLACEMENT_KEY_MAX = 60
/** The name of a placement in pages of the site. */
export const PlacementKey = Slug.max(PLACEMENT_KEY_MAX)

export const PlacementFields = z.strictObject({
  key: PlacementKey,
  name: requiredLine(120),
  sizes: z
    .array(AdSize)
    .min(1)
    .max(PLACEMENT_SIZES_MOST)
    .refine((list) => new Set(list.map(sizeName)).size === list.length, saysOf('repeated')),
  /** An inactive placement shows nothing. */
  active: z.boolean(),
})
export type PlacementFields = z.output<typeof PlacementFields>

export const Placement = z.object({
  ...entityFields,
  ...PlacementFields.shape,
  /** Ads outside the trash that are booked there. */
  ads: z.int(),
  /** The HTML to paste into pages of the site. */
  snippet: z.string(),
  can: z.object({ write: z.boolean(), trash: z.boolean(), restore: z.boolean(), purge: z.boolean() }),
})
export type Placement = z.output<typeof Placement>

/** A placement as ads name it. */
export const PlacementRef = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  sizes: z.array(AdSize),
  active: z.boolean(),
  trashed: z.boolean(),
})
export type PlacementRef = z.output<typeof PlacementRef>

/** The box that the snippet reserves before the ad is known: each size of the placement fits into it. */
export const reservedSize = (sizes: readonly AdSize[]): AdSize => ({
  width: Math.max(...sizes.map(({ width }) => width)),
  height: Math.max(...sizes.map(({ height }) => height)),
})

/** With `in_use`, when sizes of a placement are removed: the ads that no remaining size fits, with the removed sizes they need. */
export const SizeUses = z.object({ ads: z.array(z.object({ id: Id, name: z.string(), sizes: z.array(AdSize) })) })
export type SizeUses = z.output<typeof SizeUses>

const KeptSize = z.string().regex(/^[1-9]\d{0,3}x[1-9]\d{0,3}$/, 'a size like 300x250')
/** Sizes as a query has them: `300x250`. */
export const sizeParameter = ({ width, height }: AdSize): string => `${width}x${height}`
export const sizeOfParameter = (text: string): AdSize => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}

/** In the snippet, to be replaced by the id of the article that a page shows. */
export const ARTICLE_PLACEHOLDER = 'ARTICLE_ID'

/** The HTML of a placement for pages of the site. @param url where the server is reached, without a slash at its end */
export function placementSnippet(url: string, { key, sizes }: Pick<PlacementFields, 'key' | 'sizes'>): string {
  const { width, height } = reservedSize(sizes)
  return `<div data-copydesk-ad="${key}" data-article="${ARTICLE_PLACEHOLDER}" style="max-width:${width}px;min-height:${height}px"></div>
<script async src="${url}/content/v1/ads.js"></script>`
}

export const placementList = listQuery({
  sorts: ['name', 'key', 'updatedAt'],
  defaultSort: 'name',
  filters: {
    /** Left out: all but those in the trash. */
    status: choice(['active', 'inactive', 'trashed']),
    used: yesNo(),
  },
})
export type PlacementListQuery = z.output<typeof placementList.query>

/** A placement after an action, and how to undo it. */
const ChangedPlacement = Placement.extend({ undo: UndoPointer })
export type ChangedPlacement = z.output<typeof ChangedPlacement>

const action = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/placements/:id/${name}`,
    summary,
    access: 'ads.write',
    params: ById,
    body: VersionOnly,
    reply: ChangedPlacement,
  })

export const placementEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/placements',
    summary: 'List placements; the search looks into key and name',
    access: 'ads.write',
    query: placementList.query,
    reply: listReply(Placement),
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/placements/:id',
    summary: 'One placement, with the snippet for the site',
    access: 'ads.write',
    params: ById,
    reply: Placement,
  }),
  sizeUses: endpoint({
    method: 'GET',
    path: '/api/placements/:id/size-uses',
    summary:
      'The ads booked there with creatives that fit now and would fit no more, if only the sizes of `keep` were left',
    access: 'ads.write',
    params: ById,
    query: z.strictObject({
      keep: z.preprocess(
        (given) => (Array.isArray(given) || given === undefined ? given : [given]),
        z.array(KeptSize).min(1).max(PLACEMENT_SIZES_MOST),
      ),
    }),
    reply: SizeUses,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/placements',
    summary: 'Add a placement; without a key it is made from the name',
    access: 'ads.write',
    body: PlacementFields.extend({
      key: PlacementKey.optional(),
      active: PlacementFields.shape.active.default(true),
    }),
    reply: Placement,
    status: 201,
    oncePerKey: true,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/placements/:id',
    summary: 'Change a placement; refused where ads booked there would have no creative that fits',
    access: 'ads.write',
    params: ById,
    body: PlacementFields.partial().extend({ version: Version }),
    reply: Placement,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/placements/:id',
    summary: 'Move a placement to the trash; refused while ads are booked there',
    access: 'ads.write',
    params: ById,
    status: 204,
  }),
  trash: action('trash', 'Move to the trash; refused while ads are booked there'),
  restore: action('restore', 'Bring back from the trash'),
  purge: endpoint({
    method: 'POST',
    path: '/api/placements/:id/purge',
    summary: 'Delete a trashed placement permanently',
    access: 'ads.purge',
    params: ById,
    body: VersionOnly,
    status: 204,
  }),
}
