import type { FastifyInstance } from 'fastify'
import { deliveryEndpoints } from '#contract/delivery.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { serveRead } from '../../http/serve.ts'
import { cached, keepReplies, placeOf } from './delivery-replies.ts'
import type { Services } from '../../services.ts'
import { publicAlbum, publicAlbums } from '../albums/album-public-queries.ts'
import { publicAuthorList } from '../authors/author-queries.ts'
import { deliveryImages } from '../media/media-queries.ts'
import { publicTagList } from '../tags/tag-queries.ts'
import { hotAsOf, hotItems } from '../hot/hot-queries.ts'
import {
  deliverArticle,
  deliverArticles,
  deliverCategories,
  deliverInOrder,
  findRedirect,
  listRedirects,
} from './delivery-queries.ts'
import {
  readCursor,
  readNumberCursor,
  readPathCursor,
  readSlugCursor,
  writeCursor,
  writeNumberCursor,
  writePathCursor,
  writeSlugCursor,
} from './delivery-rules.ts'

/** What the outside site reads: published content only. */
export function deliveryRoutes(app: FastifyInstance, { config: { publicUrl }, replica }: Services) {
  const kept = keepReplies(app, app.notices, !replica)
  serveRead(app, deliveryEndpoints.articles, ({ db, query, request, reply }) =>
    kept(request, reply, async () => {
      const { cursor, limit, featured, ...filter } = query
      const from = placeOf(cursor, readCursor)
      const wanted = { ...filter, ...(featured && { featured: featured === 'true' }) }
      const found = await deliverArticles(db, publicUrl, wanted, from, limit + 1)
      const items = found.slice(0, limit)
      const last = items.at(-1)
      return { items, nextCursor: last && found.length > limit ? writeCursor(last) : null }
    }),
  )
  serveRead(app, deliveryEndpoints.article, ({ db, params, request, reply }) =>
    kept(request, reply, async () => {
      const article = await deliverArticle(db, publicUrl, params.slug)
      if (!article) throw new ProblemError('not_found')
      return article
    }),
  )
  serveRead(app, deliveryEndpoints.hot, async ({ db, query: { window, limit }, request, reply }) => {
    const [asOf, hot] = await Promise.all([hotAsOf(db, window), hotItems(db, window)])
    const ids = hot.flatMap(({ id, buried }) => (buried ? [] : [id])).slice(0, limit)
    return cached(request, reply, { asOf, items: await deliverInOrder(db, publicUrl, ids) })
  })
  serveRead(app, deliveryEndpoints.authors, ({ db, query, request, reply }) =>
    kept(request, reply, async () => {
      const found = await publicAuthorList(db, slugAfter(query.cursor), query.limit + 1)
      const pictures = found.flatMap(({ avatar }) => avatar ?? [])
      const images = await deliveryImages(db, pictures, publicUrl)
      const items = found.map((author) => ({ ...author, avatar: (author.avatar && images.get(author.avatar)) || null }))
      return pageBySlug(items, query.limit)
    }),
  )
  serveRead(app, deliveryEndpoints.tags, ({ db, query, request, reply }) =>
    kept(request, reply, async () => {
      const found = await publicTagList(db, slugAfter(query.cursor), query.limit + 1)
      return pageBySlug(found, query.limit)
    }),
  )
  serveRead(app, deliveryEndpoints.categories, async ({ db, request, reply }) => {
    return cached(request, reply, { items: await deliverCategories(db) })
  })
  serveRead(app, deliveryEndpoints.albums, ({ db, query, request, reply }) =>
    kept(request, reply, async () => {
      const found = await publicAlbums(db, publicUrl, placeOf(query.cursor, readCursor), query.limit + 1)
      const items = found.slice(0, query.limit)
      const last = items.at(-1)
      return { items, nextCursor: last && found.length > query.limit ? writeCursor(last) : null }
    }),
  )
  serveRead(app, deliveryEndpoints.album, ({ db, params, query, request, reply }) =>
    kept(request, reply, async () => {
      const after = placeOf(query.cursor, readNumberCursor)
      const album = await publicAlbum(db, publicUrl, params.slug, after, query.limit)
      if (!album) throw new ProblemError('not_found')
      const { next, ...rest } = album
      return { ...rest, nextCursor: next === null ? null : writeNumberCursor(next) }
    }),
  )
  serveRead(app, deliveryEndpoints.redirects, async ({ db, query, request, reply }) => {
    if (query.path === undefined) {
      const after = placeOf(query.cursor, readPathCursor) ?? ''
      const { items, next } = await listRedirects(db, after, query.limit)
      return cached(request, reply, { items, nextCursor: next === null ? null : writePathCursor(next) })
    }
    const to = await findRedirect(db, query.path)
    if (!to) throw new ProblemError('not_found')
    return cached(request, reply, { to })
  })
}

const slugAfter = (cursor: string | undefined) => placeOf(cursor, readSlugCursor)

function pageBySlug<Item extends { slug: string }>(found: Item[], limit: number) {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && found.length > limit ? writeSlugCursor(last.slug) : null }
}
