import { z } from 'zod'
import { articleDeliveryFields, articleReplyFields, listDeliveryFields, pickFields } from './article-fields.ts'
import { Id } from './id.ts'
import { CATEGORY_DEPTH_MAX } from './category-tree.ts'
import { endpoint } from './endpoint.ts'
import { hotWindows } from './hot.ts'
import { Slug } from './text.ts'

const DeliveryFile = z.object({ url: z.string(), type: z.string(), width: z.int(), height: z.int() })

/**
 * A picture for the outside site: absolute addresses, which may be kept permanently, because another file has another address.
 * `variants` are sizes of the whole picture, for a srcset; `square` is the part around the focal point.
 */
const DeliveryImage = z.object({
  url: z.string(),
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  width: z.int(),
  height: z.int(),
  /** 0–1 from the left and from the top. */
  focalPoint: z.object({ x: z.number(), y: z.number() }).nullable(),
  variants: z.array(DeliveryFile),
  square: DeliveryFile.nullable(),
})
const Named = z.object({ name: z.string(), slug: z.string() })

export const DeliveryArticleSummary = z.object({
  id: Id,
  ...pickFields(articleReplyFields, listDeliveryFields),
  cover: DeliveryImage.nullable(),
  authors: z.array(z.object({ displayName: z.string(), slug: z.string(), jobTitle: z.string() })),
  primaryCategory: Named.nullable(),
  categories: z.array(Named),
  tags: z.array(Named),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  wordCount: z.int(),
  readingTime: z.int(),
})
export type DeliveryArticleSummary = z.output<typeof DeliveryArticleSummary>

export const DeliveryArticle = DeliveryArticleSummary.extend({
  ...pickFields(articleReplyFields, articleDeliveryFields),
  body: z.string(),
  socialImage: DeliveryImage.nullable(),
})
export type DeliveryArticle = z.output<typeof DeliveryArticle>

/** A public tag. */
export const DeliveryTag = Named.extend({ description: z.string(), colour: z.string() })

/** An author with a page: no one hidden, and nothing private. */
export const DeliveryAuthor = z.object({
  displayName: z.string(),
  slug: z.string(),
  bio: z.string(),
  jobTitle: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  avatar: DeliveryImage.nullable(),
})

/** A published album. Its photos come page by page with the album itself. */
const DeliveryAlbumSummary = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** `YYYY-MM-DD` */
  eventDate: z.string().nullable(),
  place: z.string(),
  photographer: z.object({ displayName: z.string(), slug: z.string(), jobTitle: z.string() }).nullable(),
  cover: DeliveryImage.nullable(),
  photos: z.int(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type DeliveryAlbumSummary = z.output<typeof DeliveryAlbumSummary>

const page = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number<string | number>().int().min(1).max(100).default(20),
}

const category = { name: z.string(), slug: z.string(), description: z.string(), articles: z.int() }
type DeliveryCategory = {
  name: string
  slug: string
  description: string
  articles: number
  children: DeliveryCategory[]
}

/** Written out level by level: the tree is never deeper, and the description of the API needs no circle. */
const categoryLevel = (levels: number): z.ZodType<DeliveryCategory> =>
  levels === 1
    ? z.object({ ...category, children: z.array(z.never()).max(0) })
    : z.object({ ...category, children: z.array(categoryLevel(levels - 1)) })
export type { DeliveryCategory }

/**
 * Read by the server of the outside site, or by its pages where the settings name the site's origin (CORS). Pictures under
 * `/media` may be shown anywhere.
 */
export const deliveryEndpoints = {
  articles: endpoint({
    method: 'GET',
    path: '/content/v1/articles',
    summary: 'Published articles, newest first',
    access: 'public',
    query: z.strictObject({
      author: Slug.optional(),
      category: Slug.optional(),
      tag: Slug.optional(),
      featured: z.enum(['true', 'false']).optional(),
      ...page,
    }),
    reply: z.object({ items: z.array(DeliveryArticleSummary), nextCursor: z.string().nullable() }),
  }),
  article: endpoint({
    method: 'GET',
    path: '/content/v1/articles/:slug',
    summary: 'One published article',
    access: 'public',
    params: z.strictObject({ slug: Slug }),
    reply: DeliveryArticle,
  }),
  hot: endpoint({
    method: 'GET',
    path: '/content/v1/hot',
    summary: 'What readers turn to now: pinned articles first, then by score; counted again each minute',
    access: 'public',
    query: z.strictObject({
      window: z.enum(hotWindows).default('24h'),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: z.object({ asOf: z.iso.datetime().nullable(), items: z.array(DeliveryArticleSummary) }),
  }),
  authors: endpoint({
    method: 'GET',
    path: '/content/v1/authors',
    summary: 'Authors, in the order of their slugs; those who are hidden are not among them',
    access: 'public',
    query: z.strictObject(page),
    reply: z.object({ items: z.array(DeliveryAuthor), nextCursor: z.string().nullable() }),
  }),
  tags: endpoint({
    method: 'GET',
    path: '/content/v1/tags',
    summary: 'Public tags, in the order of their slugs',
    access: 'public',
    query: z.strictObject(page),
    reply: z.object({ items: z.array(DeliveryTag), nextCursor: z.string().nullable() }),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/content/v1/categories',
    summary: 'The tree of categories in its order; articles: published ones in the category or anywhere below it',
    access: 'public',
    reply: z.object({ items: z.array(categoryLevel(CATEGORY_DEPTH_MAX)) }),
  }),
  albums: endpoint({
    method: 'GET',
    path: '/content/v1/albums',
    summary: 'Published albums, newest first',
    access: 'public',
    query: z.strictObject(page),
    reply: z.object({ items: z.array(DeliveryAlbumSummary), nextCursor: z.string().nullable() }),
  }),
  album: endpoint({
    method: 'GET',
    path: '/content/v1/albums/:slug',
    summary:
      'One published album as it is now, with its photos in their order; texts are the album’s own or the file’s',
    access: 'public',
    params: z.strictObject({ slug: Slug }),
    query: z.strictObject({ ...page, limit: page.limit.default(100) }),
    reply: DeliveryAlbumSummary.extend({ items: z.array(DeliveryImage), nextCursor: z.string().nullable() }),
  }),
  redirects: endpoint({
    method: 'GET',
    path: '/content/v1/redirects',
    summary:
      'Where an old address of an article, an album, a tag, an author or a category leads now, with or without a slash at its end; without a path, all of them by address',
    access: 'public',
    query: z.strictObject({ path: z.string().min(1).max(2000).optional(), ...page }),
    reply: z.union([
      z.object({ to: z.string() }),
      z.object({ items: z.array(z.object({ path: z.string(), to: z.string() })), nextCursor: z.string().nullable() }),
    ]),
  }),
}
