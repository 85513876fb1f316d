import type { FastifyInstance } from 'fastify'
import { searchEndpoints } from '#contract/search.ts'
import { withSearchSlot } from '../../http/search-slots.ts'
import { serveRead } from '../../http/serve.ts'
import { textMeant } from './search-meant-queries.ts'
import { search } from './search-queries.ts'

export function searchRoutes(app: FastifyInstance) {
  serveRead(
    app,
    searchEndpoints.find,
    ({ actor, query, db }) => search(db, actor, query.q, (work) => withSearchSlot(actor.id, work)),
    { takesTurns: true },
  )
  serveRead(app, searchEndpoints.meant, async ({ actor, query, db }) => ({ q: await textMeant(db, actor, query) }))
}
