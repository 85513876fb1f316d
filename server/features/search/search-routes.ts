import type { FastifyInstance } from 'fastify'
import { albumList } from '#contract/albums.ts'
import { articleList } from '#contract/article-list.ts'
import { authorList } from '#contract/authors.ts'
import { mediaList } from '#contract/media.ts'
import { searchEndpoints } from '#contract/search.ts'
import { tagList } from '#contract/tags.ts'
import { invalidField } from '../../http/problem-error.ts'
import { withSearchSlot } from '../../http/search-slots.ts'
import { serveRead } from '../../http/serve.ts'
import { textMeant } from './search-meant-queries.ts'
import { search } from './search-queries.ts'

const lists = { articles: articleList, albums: albumList, media: mediaList, tags: tagList, authors: authorList }

export function searchRoutes(app: FastifyInstance) {
  serveRead(
    app,
    searchEndpoints.find,
    ({ actor, query, db }) => search(db, actor, query.q, (work) => withSearchSlot(actor.id, work)),
    { takesTurns: true },
  )
  serveRead(app, searchEndpoints.meant, async ({ actor, query, db }) => {
    const { kind, q, filters = '' } = query
    const { success, data } = lists[kind].filter.safeParse(Object.fromEntries(new URLSearchParams(filters)))
    if (!success) throw invalidField('filters', 'invalid', 'not filters of this list')
    return { q: await textMeant(db, actor, kind, q, data) }
  })
}
