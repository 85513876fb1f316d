import type { FastifyInstance } from 'fastify'
import { searchEndpoints } from '#contract/search.ts'
import { withSearchSlot } from '../../http/search-slots.ts'
import { serveRead } from '../../http/serve.ts'
import { search } from './search-queries.ts'

export function searchRoutes(app: FastifyInstance) {
  serveRead(
    app,
    searchEndpoints.find,
    ({ actor, query, db }) => search(db, actor, query.q, (work) => withSearchSlot(actor.id, work)),
    { takesTurns: true },
  )
}
