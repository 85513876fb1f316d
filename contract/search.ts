import { z } from 'zod'
import { articleStatuses } from './article-actions.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import type { Permission } from './permissions.ts'
import { line, requiredLine } from './text.ts'

/** What the console's search finds, in the order of groups that fit equally well, and who may find it. */
export const searchKinds = {
  articles: 'articles.read',
  albums: 'albums.read',
  media: 'media.read',
  tags: 'taxonomy.read',
  authors: 'taxonomy.read',
  categories: 'taxonomy.read',
  users: 'users.manage',
  /** Whoever sees the list of a view. */
  views: null,
} as const satisfies Record<string, Permission | null>
export type SearchKind = keyof typeof searchKinds

/** The lists that have saved views, as the console files them, and who sees the list. */
export const viewScreens = {
  articles: 'articles.read',
  media: 'media.read',
  albums: 'albums.read',
  authors: 'taxonomy.read',
  tags: 'taxonomy.read',
  ads: 'ads.write',
  placements: 'ads.write',
  audit: 'audit.read',
  trash: 'media.write',
} as const satisfies Record<string, Permission>
export type ViewScreen = keyof typeof viewScreens

/** How many of each kind are shown. */
export const SEARCH_HITS_MOST = 5

export const SearchHit = z.object({
  id: Id,
  /** Empty where it has no title yet. */
  label: z.string(),
  /** What tells it from others: an article’s authors, a category’s path, a person’s address. */
  detail: z.array(z.string()),
  /** Of an article or album. */
  status: z.enum(articleStatuses).nullable(),
  /** Address of a small picture. */
  thumb: z.string().nullable(),
  /** Of a saved view: its list, and the query string of it. */
  view: z
    .object({ screen: z.enum(Object.keys(viewScreens) as [ViewScreen, ...ViewScreen[]]), query: z.string() })
    .optional(),
})
export type SearchHit = z.output<typeof SearchHit>

export const SearchGroup = z.object({
  kind: z.enum(Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]),
  /** How well the best of them fits: `kindRank`. Groups come in this order. */
  rank: z.int().min(0).max(4),
  hits: z.array(SearchHit),
})
export type SearchGroup = z.output<typeof SearchGroup>

/** The lists that say what may have been meant by a search that finds nothing. */
export const meantKinds = ['articles', 'albums', 'media', 'tags', 'authors'] as const satisfies readonly SearchKind[]
export type MeantKind = (typeof meantKinds)[number]

export const searchEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'The few best matches of every kind that the person may see, the best first; no totals',
    access: 'signed-in',
    query: z.strictObject({ q: requiredLine(200) }),
    reply: z.object({ groups: z.array(SearchGroup) }),
  }),
  meant: endpoint({
    method: 'GET',
    path: '/api/search/meant',
    summary: 'The nearest text that finds something in a list, where a search of it found nothing',
    access: 'signed-in',
    query: z.strictObject({
      kind: z.enum(meantKinds),
      q: requiredLine(200),
      /** The filters of the list, as a query string. */
      filters: line(2000).optional(),
    }),
    /** Null where nothing is near, or nothing that the person may see. */
    reply: z.object({ q: z.string().nullable() }),
  }),
}
